import { describe, expect, it } from 'vitest';
import type { FaultEffect } from '../../emulator/emulator.ts';
import { isMatch, takeFault } from '../../emulator/faults.ts';
import { basic, clientId, clientSecret, exchange, isTaken, openEmulator, refresh } from './open-emulator.ts';
import { anyPng, upload } from './pictures.ts';

describe('which requests a fault touches', () => {
  const face = { method: 'POST', path: '/api/v1/flights', clientId: 'a', pilot: 'demo' };

  it.each([
    [{}, true],
    [{ method: 'post' }, true],
    [{ method: 'GET' }, false],
    [{ path: '/api/v1/flights' }, true],
    [{ path: '/api/v1' }, false],
    [{ path: '/api/*' }, true],
    [{ path: '/oauth/*' }, false],
    [{ pilot: 'demo', clientId: 'a' }, true],
    [{ pilot: 'second' }, false],
    [{ grantType: 'refresh_token' }, false],
  ])('%j: %s', (match, expected) => {
    expect(isMatch(match, face)).toBe(expected);
  });

  it('skips the first and stops after so many', () => {
    const effect = { type: 'latency', ms: 1 } as const;
    const faults = [{ id: 1, match: {}, skip: 2, times: 2, effect, probability: 1, seen: 0, fired: 0 }];
    const touched = Array.from({ length: 6 }, () => takeFault(faults, face) !== null);
    expect(touched).toEqual([false, false, true, true, false, false]);
  });
});

describe('what a fault does', () => {
  it('answers with a status instead of the service, and nothing happens', async () => {
    const emulator = await openEmulator();
    emulator.faults.add({
      match: { path: '/api/v1/flights' },
      times: 1,
      effect: { type: 'status', status: 503, body: { detail: 'down' }, headers: { 'retry-after': '7' } },
    });
    const { access_token } = emulator.signIn();
    const answer = await upload(emulator, access_token, anyPng());
    expect([answer.statusCode, answer.json(), answer.headers['retry-after']]).toEqual([503, { detail: 'down' }, '7']);
    expect(emulator.flights.list().items).toEqual([]);
    expect((await upload(emulator, access_token, anyPng())).statusCode).toBe(200);
  });

  it.each([
    ['<p>Down</p>', {}, 'text/plain; charset=utf-8', '<p>Down</p>'],
    ['<p>Down</p>', { 'content-type': 'text/html' }, 'text/html', '<p>Down</p>'],
    [{ a: [1, null] }, {}, 'application/json; charset=utf-8', '{"a":[1,null]}'],
    [{ a: 1 }, { 'content-type': 'application/problem+json' }, 'application/problem+json; charset=utf-8', '{"a":1}'],
    [null, {}, 'application/json; charset=utf-8', 'null'],
    [undefined, {}, undefined, ''],
  ])('answers with the body %j under %j', async (body, headers, type, text) => {
    const emulator = await openEmulator();
    emulator.faults.add({ effect: { type: 'status', status: 503, body, headers } });
    const answer = await emulator.inject('/nowhere');
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([503, type, text]);
  });

  it.each([
    { headers: { 'bad name': 'x' } },
    { headers: { name: 'two\nlines' } },
    { body: () => undefined },
    { body: 10n },
    { status: 99 },
  ])('is refused where nobody could send it: %o', async (wrong) => {
    const emulator = await openEmulator();
    const add = () => emulator.faults.add({ effect: { type: 'status', status: 503, ...wrong } as FaultEffect });
    expect(add).toThrow(/^effect\.\w+ takes /);
    expect(emulator.faults.list().items).toEqual([]);
  });

  it('waits on the clock of the service', async () => {
    const emulator = await openEmulator();
    emulator.faults.add({ effect: { type: 'latency', ms: 3000 } });
    let isAnswered = false;
    const answer = upload(emulator, emulator.signIn().access_token, anyPng()).finally(() => (isAnswered = true));
    await expect.poll(() => emulator.faults.list().items[0]?.fired).toBe(1);
    await emulator.clock.advance(2999);
    expect(isAnswered).toBe(false);
    await emulator.clock.advance(1);
    expect((await answer).statusCode).toBe(200);
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('drops the connection %s it happened', async (when, flights) => {
    const emulator = await openEmulator();
    const { url } = await emulator.start();
    emulator.faults.add({ match: { method: 'POST' }, effect: { type: 'drop', when } });
    const { access_token } = emulator.signIn();
    const body = new FormData();
    body.set('report', new File([new Uint8Array(anyPng())], 'report.png'));
    const headers = { authorization: `Bearer ${access_token}` };
    await expect(fetch(`${url}/api/v1/flights`, { method: 'POST', headers, body })).rejects.toThrow('fetch failed');
    expect(emulator.flights.list().items).toHaveLength(flights);
    await expect(upload(emulator, access_token, anyPng())).rejects.toThrow('response destroyed before completion');
  });

  it('loses the answer to a renewal: the old token is gone all the same', async () => {
    const emulator = await openEmulator();
    const { refresh_token, access_token } = emulator.signIn();
    emulator.faults.add({
      match: { grantType: 'refresh_token', pilot: 'demo' },
      times: 1,
      effect: { type: 'drop', when: 'after' },
    });
    await expect(refresh(emulator, refresh_token)).rejects.toThrow('response destroyed before completion');
    expect(await isTaken(emulator, access_token)).toBe(true);
    expect((await refresh(emulator, refresh_token)).json().error).toBe('invalid_grant');
  });

  it('knows an application by form, by Basic and by its tokens', async () => {
    const emulator = await openEmulator();
    emulator.faults.add({ match: { clientId }, effect: { type: 'status', status: 502 } });
    const { access_token } = emulator.signIn();
    const other = emulator.signIn({ clientId: 'logbook-reader-demo' });
    const byBasic = { client_id: undefined, client_secret: undefined };
    expect((await exchange(emulator, { code: 'x' })).statusCode).toBe(502);
    expect((await exchange(emulator, byBasic, { authorization: basic(clientId, clientSecret) })).statusCode).toBe(502);
    expect((await upload(emulator, access_token, anyPng())).statusCode).toBe(502);
    expect(await isTaken(emulator, other.access_token)).toBe(true);
  });

  it('ends when it is removed', async () => {
    const emulator = await openEmulator();
    const { id } = emulator.faults.add({ effect: { type: 'status', status: 500 } });
    emulator.faults.remove(id);
    emulator.faults.add({ effect: { type: 'status', status: 500 } });
    emulator.faults.clear();
    expect(await isTaken(emulator, emulator.signIn().access_token)).toBe(true);
  });
});
