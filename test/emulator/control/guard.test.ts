import { describe, expect, it } from 'vitest';
import { openEmulator, sendRequest } from '../open-emulator.ts';
import { callControl } from './call-control.ts';

describe('the control interface requires its token', () => {
  it.each([
    ['none', ''],
    ['another', 'Bearer ct_wrong'],
    ['another scheme', 'Basic eDp5'],
    ['no token in it', 'Bearer '],
  ])('%s', async (_name, authorization) => {
    const emulator = await openEmulator();
    const answer = await callControl(emulator, 'GET /clock', undefined, { authorization });
    expect(answer).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
      body: { error: expect.stringMatching(/control token/i) },
    });
    // It also doesn't reveal what exists.
    expect((await callControl(emulator, 'GET /nothing', undefined, { authorization })).status).toBe(401);
  });

  it('refuses several Authorization headers in any order', async () => {
    const emulator = await openEmulator();
    const { url } = await emulator.start();
    const right = `Bearer ${emulator.controlToken}`;
    for (const authorizations of [
      [right, 'Bearer other'],
      ['Bearer other', right],
      [right, right],
    ]) {
      const headers = ['Host', new URL(url).host, ...authorizations.flatMap((one) => ['Authorization', one])];
      const answer = await sendRequest(`${url}/_emulator/clock`, { headers });
      expect([answer.statusCode, JSON.parse(answer.text)]).toEqual([
        401,
        { error: 'Several Authorization headers; send one, with Bearer and the control token.' },
      ]);
    }
  });
});

it('accepts a configured token', async () => {
  const emulator = await openEmulator({ controlToken: 'mine' });
  expect(emulator.controlToken).toBe('mine');
  expect((await callControl(emulator, 'GET /clock', undefined, { authorization: 'bearer mine' })).status).toBe(200);
  expect(emulator.settings.list().items).toContainEqual(expect.objectContaining({ name: 'controlToken', value: null }));
});

it('encodes a configured token in the console URL', async () => {
  const emulator = await openEmulator({ controlToken: 'a&b+c%20#d' });
  const { hash } = new URL(emulator.consoleUrl ?? '');
  expect(new URLSearchParams(hash.slice(1)).get('token')).toBe(emulator.controlToken);
});

it('answers 404 for every path when disabled', async () => {
  const emulator = await openEmulator({ control: false });
  expect([emulator.controlToken, emulator.consoleUrl]).toEqual([null, null]);
  for (const url of ['/_emulator/health', '/_emulator/', '/_emulator']) {
    const answer = await emulator.inject(url);
    expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'not_found' }]);
  }
  // The library still works.
  expect(emulator.health().status).toBe('ok');
});

it.each(['evil.example', '169.254.1.1', '127.0.0.1:x'])('refuses requests with another host name %j', async (host) => {
  const emulator = await openEmulator();
  for (const path of ['/health', '/clock', '/', '/events']) {
    const answer = await emulator.inject({
      url: `/_emulator${path}`,
      headers: { host, authorization: `Bearer ${emulator.controlToken}` },
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      421,
      { error: expect.stringMatching(/--allowed-host NAME, or with --public-url/) },
    ]);
  }
});

it('sends no CORS headers to other origins', async () => {
  const emulator = await openEmulator();
  const origin = 'https://evil.example';
  const asked = [
    await callControl(emulator, 'GET /health', undefined, { origin }),
    await callControl(emulator, 'OPTIONS /clock', undefined, { origin, 'access-control-request-method': 'POST' }),
    await callControl(emulator, 'GET /clock', undefined, { origin, authorization: '' }),
  ];
  for (const { headers } of asked) {
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  }
  expect(asked.map(({ status }) => status)).toEqual([200, 405, 401]);
});

it('keeps control calls out of the journal, limits and faults', async () => {
  const emulator = await openEmulator();
  emulator.faults.add({ effect: { type: 'status', status: 500 } });
  for (const line of ['GET /clock', 'GET /nothing', 'DELETE /clock']) {
    expect((await callControl(emulator, line)).status).not.toBe(500);
  }
  expect((await callControl(emulator, 'GET /clock', undefined, { authorization: '' })).status).toBe(401);
  expect(emulator.journal.list().items).toEqual([]);
  expect(emulator.faults.list().items).toMatchObject([{ seen: 0 }]);
  expect(emulator.limits.list().items).toEqual([]);
});

it('keeps absolute and percent-encoded control URLs out of the journal', async () => {
  const emulator = await openEmulator();
  const { url } = await emulator.start();
  const authorization = `Bearer ${emulator.controlToken}`;
  const statusOf = async (path: string, host = new URL(url).host) =>
    (await sendRequest(url, { path, headers: { host, authorization } })).statusCode;
  expect(await statusOf('http://127.0.0.1/_emulator/applications')).toBe(200);
  expect(await statusOf('http://evil.example/_emulator/clock', 'evil.example')).toBe(421);
  expect(await statusOf('/%5Femulator/clock')).toBe(404);
  expect(await statusOf('/_emulator/../_emulator/clock')).toBe(404);
  expect(await statusOf('/%5F%65mulator/clock', 'evil.example')).toBe(421);
  expect(emulator.journal.list().items).toEqual([]);
  // A path that only looks similar is the service's own.
  expect(await statusOf('//_emulator/clock')).toBe(404);
  expect(await statusOf('/%zz?to=/_emulator/')).toBe(404);
  expect(emulator.journal.list().items).toHaveLength(2);
});
