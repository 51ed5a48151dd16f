import { describe, expect, it } from 'vitest';
import type { FaultEffect } from '../../../emulator/emulator.ts';
import { lastEntry } from '../journal/last-entry.ts';
import {
  basic,
  clientId,
  clientSecret,
  exchange,
  isTaken,
  obtainCode,
  openEmulator,
  refresh,
} from '../open-emulator.ts';
import { anyPng, upload, uploadTo } from '../images.ts';

describe('the effect of a fault', () => {
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
  ])('is refused when it can’t be sent: %o', async (wrong) => {
    const emulator = await openEmulator();
    const add = () => emulator.faults.add({ effect: { type: 'status', status: 503, ...wrong } as FaultEffect });
    expect(add).toThrow(/^effect\.\w+: expected /);
    expect(emulator.faults.list().items).toEqual([]);
  });

  it('delays on the clock of the service', async () => {
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
  ] as const)('drops the connection %s the request takes effect', async (when, flights) => {
    const emulator = await openEmulator();
    const { url } = await emulator.start();
    emulator.faults.add({ match: { method: 'POST' }, effect: { type: 'drop', when } });
    const { access_token } = emulator.signIn();
    await expect(uploadTo(url, access_token)).rejects.toThrow('fetch failed');
    expect(emulator.flights.list().items).toHaveLength(flights);
    await expect(upload(emulator, access_token, anyPng())).rejects.toThrow('response destroyed before completion');
  });

  it.each([
    [{ status: 200, body: '<h1>Hotel</h1>', headers: { 'content-type': 'text/html' } }, 'text/html', '<h1>Hotel</h1>'],
    [{ status: 404, body: { detail: 'not_found' } }, 'application/json; charset=utf-8', '{"detail":"not_found"}'],
    [{ status: 303, headers: { location: '/elsewhere' } }, undefined, ''],
    [{ status: 204 }, undefined, ''],
    [{ status: 503 }, undefined, ''],
  ] as [{ status: number; body?: unknown; headers?: Record<string, string> }, string | undefined, string][])(
    'processes the upload, then answers %o',
    async (answer, type, text) => {
      const emulator = await openEmulator();
      emulator.faults.add({ effect: { type: 'done-then', ...answer } });
      const got = await upload(emulator, emulator.signIn().access_token, anyPng());
      expect([got.statusCode, got.headers['content-type'], got.body]).toEqual([answer.status, type, text]);
      expect(got.headers['location']).toBe(answer.headers?.['location']);
      expect(emulator.flights.list().items).toHaveLength(1);
      expect(lastEntry(emulator)).toMatchObject({ status: answer.status, fault: 1, rule: 'accepted: flight 4700' });
    },
  );

  it('processes the upload, then cuts the response', async () => {
    const emulator = await openEmulator();
    emulator.faults.add({ effect: { type: 'done-then', status: 500, body: 'something', afterBytes: 4 } });
    await expect(upload(emulator, emulator.signIn().access_token, anyPng())).rejects.toThrow('destroyed');
    expect(emulator.flights.list().items).toHaveLength(1);
    expect(lastEntry(emulator)).toMatchObject({ status: 500, outcome: 'cut', answer: { body: 'some' } });
  });

  it.each(['authorization_code', 'refresh_token'] as const)(
    'processes a grant of %s, then answers with a page: the credential is used up',
    async (grantType) => {
      const emulator = await openEmulator({ autoConsent: true });
      const effect = { type: 'done-then', status: 200, body: '<p>', headers: { 'content-type': 'text/html' } } as const;
      const { refresh_token } = emulator.signIn();
      const code = await obtainCode(emulator);
      const isRenewal = grantType === 'refresh_token';
      const ask = () => (isRenewal ? refresh(emulator, refresh_token) : exchange(emulator, { code }));
      emulator.faults.add({ match: { grantType }, times: 1, effect });
      expect((await ask()).body).toBe('<p>');
      expect((await ask()).json().error).toBe('invalid_grant');
    },
  );

  it('recognizes an application by form, Basic and token', async () => {
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

  it('ends when the fault is removed', async () => {
    const emulator = await openEmulator();
    const { id } = emulator.faults.add({ effect: { type: 'status', status: 500 } });
    emulator.faults.remove(id);
    emulator.faults.add({ effect: { type: 'status', status: 500 } });
    emulator.faults.clear();
    expect(await isTaken(emulator, emulator.signIn().access_token)).toBe(true);
  });
});
