// The descriptions as tools fetch them: without a token, with the address of this emulator.

import { expect, it } from 'vitest';
import { describeControl } from '../../../emulator/contract/openapi-control.ts';
import { describeService } from '../../../emulator/contract/openapi.ts';
import { openEmulator } from '../open-emulator.ts';

it.each([
  ['the control interface', '/_emulator/openapi.json', describeControl()],
  ['the service', '/openapi.json', await describeService('extended')],
] as const)('serves the description of %s, with its own address', async (_name, path, described) => {
  const emulator = await openEmulator();
  const { url } = await emulator.start();
  const answer = await fetch(`${url}${path}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(await answer.json()).toEqual({ ...structuredClone(described), servers: [{ url }] });
});

it('names the address of a world', async () => {
  const emulator = await openEmulator();
  await emulator.start();
  const { url } = await emulator.worlds.add({ id: 'one' });
  for (const path of ['/openapi.json', '/_emulator/openapi.json']) {
    expect(await (await fetch(`${url}${path}`)).json()).toMatchObject({ servers: [{ url }] });
  }
});

it.each([
  ['that of the service in strict mode', { mode: 'strict' }, 'GET', '/openapi.json', 404],
  ['that of the service for other methods', {}, 'POST', '/openapi.json', 404],
  [
    'any in strict mode without the control interface',
    { mode: 'strict', control: false },
    'GET',
    '/_emulator/openapi.json',
    404,
  ],
] as const)('does not serve %s', async (_name, options, method, url, status) => {
  const emulator = await openEmulator(options);
  const answer = await emulator.inject({ method, url });
  expect([answer.statusCode, answer.json()]).toEqual([status, { detail: 'not_found' }]);
});
