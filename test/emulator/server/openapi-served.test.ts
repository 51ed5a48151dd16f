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

it('names console, health and docs with links that work', async () => {
  const emulator = await openEmulator();
  const { url } = await emulator.start();
  const page = await fetch(`${url}/`);
  const text = await page.text();
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).toContain('docs/emulator/quick-start.md');
  const links = [...text.matchAll(/<a href="([^"]+)"/g)].map(([, link = '']) => new URL(link, page.url).href);
  expect(links).toEqual([`${url}/_emulator/`, `${url}/_emulator/health`, `${url}/openapi.json`]);
  expect((await fetch(links[1] ?? '')).status).toBe(200);
  expect((await fetch(links[2] ?? '')).status).toBe(200);
  expect(emulator.journal.list().items).toMatchObject([
    { path: '/', rule: 'page: root page of the emulator' },
    { path: '/openapi.json', rule: 'served: the OpenAPI description' },
  ]);
});

it.each([
  ['the description in strict mode', { mode: 'strict' }, 'GET', '/openapi.json'],
  ['the description for other methods', {}, 'POST', '/openapi.json'],
  ['a description without the control interface', { mode: 'strict', control: false }, 'GET', '/_emulator/openapi.json'],
  ['the root page in strict mode', { mode: 'strict' }, 'GET', '/'],
  ['the root page without the control interface', { control: false }, 'GET', '/'],
  ['the root page for other methods', {}, 'POST', '/'],
] as const)('does not serve %s', async (_name, options, method, url) => {
  const emulator = await openEmulator(options);
  const answer = await emulator.inject({ method, url });
  expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'not_found' }]);
});
