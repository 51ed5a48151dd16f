// The base URL in a browser shows the console and the docs; the service itself has no page there.

import { expect, it } from 'vitest';
import { openEmulator } from '../open-emulator.ts';

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
  ['in strict mode', { mode: 'strict' }, 'GET'],
  ['without the control interface', { control: false }, 'GET'],
  ['for other methods', {}, 'POST'],
] as const)('is not there %s', async (_name, options, method) => {
  const emulator = await openEmulator(options);
  const answer = await emulator.inject({ method, url: '/' });
  expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'not_found' }]);
});
