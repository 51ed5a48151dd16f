// The descriptions of the service against the tables of its document, cell by cell.

import { expect, it } from 'vitest';
import { uploadForm } from '../../../emulator/flights/upload.ts';
import { tokenForm } from '../../../emulator/oauth/token.ts';
import { errorsOf, fieldsOf } from './described-answers.ts';
import { tableOf } from './document.ts';

it.each([
  ['Token response', 'TokenResponse'],
  ['Flight record', 'FlightRecord'],
])('%s', (heading, name) => {
  expect(fieldsOf(name).map((field) => [field.name, field.type, field.description])).toEqual(tableOf(heading).rows);
});

it('parameters of POST /oauth/token', () => {
  const ours = Object.entries(tokenForm.shape).map(([name, { description }]) => [name, description]);
  const rows = tableOf('POST /oauth/token').rows;
  expect(ours).toEqual(rows.map(([name, , , required, text]) => [name, `${text} Required: ${required}.`]));
});

it('parameters of POST /api/v1/flights, beside the token', () => {
  const ours = Object.entries(uploadForm.shape).map(([name, { description }]) => [name, description]);
  const rows = tableOf('POST /api/v1/flights').rows.filter(([, place]) => place !== 'header');
  expect(ours).toEqual(rows.map(([name, , , , text]) => [name, text]));
});

it.each([
  ['Token endpoint', 'POST /oauth/token'],
  ['Flight endpoint', 'POST /api/v1/flights'],
])('errors of the %s', async (heading, endpoint) => {
  const ours = (await errorsOf('strict')).filter(({ at, isDocumented }) => isDocumented && at === endpoint);
  const rows = ours.map(({ code, status, text }) => [code, String(status), text]);
  expect(rows).toHaveLength(tableOf(heading).rows.length);
  expect(rows).toEqual(expect.arrayContaining(tableOf(heading).rows));
});
