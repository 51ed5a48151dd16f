// Tests wait for requests and flights instead of polling; a failed wait lists the nearest misses.

import { describe, expect, it, vi } from 'vitest';
import { createEmulator, EmulatorError } from '../../../emulator/emulator.ts';
import type { RequestMatch } from '../../../emulator/emulator.ts';
import { anyPng, upload } from '../images.ts';
import { clientId, openEmulator } from '../open-emulator.ts';
import { callControl } from './call-control.ts';

/** Two uploads, of which the second is too fast. */
async function twoUploads() {
  const emulator = await openEmulator();
  const { access_token } = emulator.signIn({ pilot: 'demo' });
  await upload(emulator, access_token, anyPng(1));
  await upload(emulator, access_token, anyPng(2));
  return emulator;
}

describe('a request matches by', () => {
  it.each([
    ['method', { method: 'post' }, 2],
    ['path', { path: '/api/v1/flights' }, 2],
    ['the beginning of a path', { path: '/api/*' }, 2],
    ['another path', { path: '/api' }, 0],
    ['status', { status: 429 }, 1],
    ['class of statuses', { status: '2xx' }, 1],
    ['outcome', { outcome: 'answered' }, 2],
    ['application', { clientId }, 2],
    ['pilot', { pilot: 'second' }, 0],
    ['rule', { rule: 'TOO_FAST' }, 1],
    ['header', { headers: { 'Content-Type': 'multipart/form-data' } }, 2],
    ['a header that is missing', { headers: { 'x-none': '' } }, 0],
    ['body', { body: 'report.png' }, 1],
    ['response', { response: '"id":4700' }, 1],
    ['several together', { method: 'POST', status: 429, response: 'too_fast' }, 1],
    ['nothing', {}, 2],
  ] satisfies [string, RequestMatch, number][])('%s', async (_name, match, count) => {
    const emulator = await twoUploads();
    const found = await emulator.journal.expect(match).toHaveCount(count, { timeout: 0 });
    expect(found).toHaveLength(count);
  });
});

describe('journal.waitFor', () => {
  it('resolves with a request that comes later, in real time too', async () => {
    await using emulator = await createEmulator();
    const waiting = emulator.journal.waitFor({ path: '/nowhere' });
    await emulator.inject('/elsewhere');
    await emulator.inject('/nowhere');
    expect(await waiting).toMatchObject({ path: '/nowhere', status: 404 });
  });

  it('ignores requests before a given one', async () => {
    const emulator = await twoUploads();
    const waiting = emulator.journal.waitFor({ path: '/api/*' }, { after: 2 });
    await emulator.inject('/api/v1/flights');
    expect(await waiting).toMatchObject({ id: 3, status: 401 });
  });

  it('ignores an open request unless included', async () => {
    const emulator = await openEmulator();
    emulator.faults.add({ effect: { type: 'latency', ms: 1000 } });
    const request = emulator.inject('/nowhere');
    const open = emulator.journal.waitFor({ outcome: 'open' });
    const over = emulator.journal.waitFor({ path: '/nowhere' });
    expect(await open).toMatchObject({ path: '/nowhere', status: null });
    await emulator.clock.advance(1000);
    await request;
    expect(await over).toMatchObject({ status: 404, fault: 1 });
  });

  it('names the nearest misses when the time is over', async () => {
    const emulator = await twoUploads();
    const error = await emulator.journal
      .waitFor({ method: 'POST', path: '/api/*', status: 200, pilot: 'second' }, { timeout: '20ms' })
      .catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(EmulatorError);
    expect(error).toMatchObject({
      kind: 'unmet',
      message:
        'Expected at least 1 matching request, got 0 within 20ms. Nearest: request 1 POST /api/v1/flights 200 (pilot demo instead of second); request 2 POST /api/v1/flights 429 (status 429 instead of 200, pilot demo instead of second). The clock is frozen, and the next event is due at 2026-05-12T12:00:20.000Z: advance it.',
    });
  });

  it('ends with the emulator', async () => {
    const emulator = await createEmulator({ clock: 'virtual' });
    const waiting = emulator.journal.waitFor({ path: '/nowhere' }).catch((cause: Error) => cause.message);
    await emulator[Symbol.asyncDispose]();
    expect(await waiting).toContain('The emulator or its world has ended');
  });
});

describe('journal.expect', () => {
  it('waits until the count is reached', async () => {
    const emulator = await openEmulator();
    const three = emulator.journal.expect({ path: '/n*' }).toHaveCount(3);
    for (const url of ['/n1', '/n2', '/other', '/n3']) await emulator.inject(url);
    expect((await three).map(({ path }) => path)).toEqual(['/n1', '/n2', '/n3']);
  });

  it('accepts more where it expects at least a number', async () => {
    const emulator = await twoUploads();
    expect(await emulator.journal.expect({ path: '/api/*' }).toHaveAtLeast(1)).toHaveLength(2);
    await expect(emulator.journal.expect({ path: '/api/*' }).toHaveAtLeast(3, { timeout: 10 })).rejects.toThrow(
      'Expected at least 3 matching requests, got 2 within 10ms.',
    );
  });

  it('rejects immediately if there are more', async () => {
    const emulator = await twoUploads();
    const expected = emulator.journal.expect({ path: '/api/*' }).toHaveCount(1, { timeout: '10m' });
    await expect(expected).rejects.toThrow(
      'Expected exactly 1 matching request, got 2. They are: request 1 POST /api/v1/flights 200; request 2 POST /api/v1/flights 429.',
    );
  });

  it('names the request with the most similar path first', async () => {
    const emulator = await twoUploads();
    for (const url of ['/oauth/userinfo', '/oauth/userinfo', '/oauth/userinfo']) await emulator.inject(url);
    const expected = emulator.journal.expect({ path: '/api/v1/flight' }).toHaveCount(1, { timeout: 0 });
    await expect(expected).rejects.toThrow('Nearest: request 2 POST /api/v1/flights 429 (path');
  });

  it('ends before Vitest and Jest end a test after five seconds', async () => {
    vi.useFakeTimers();
    try {
      const emulator = await openEmulator();
      const waiting = emulator.journal.waitFor({ path: '/nowhere' }).catch((cause: Error) => cause.message);
      await vi.advanceTimersByTimeAsync(4000);
      expect(await waiting).toContain('got 0 within 3s');
    } finally {
      vi.useRealTimers();
    }
  });

  it('reports a missing or wrong value, even without types', async () => {
    const emulator = await openEmulator();
    const { journal, clock } = emulator as unknown as Record<string, Record<string, (...given: unknown[]) => never>>;
    const expectation = journal!['expect']!({}) as { toHaveCount(): Promise<unknown> };
    await expect(expectation.toHaveCount()).rejects.toThrow('count: expected a whole number');
    await expect(journal!['waitFor']!({}, 5)).rejects.toThrow('options: expected an object such as');
    await expect(clock!['advance']!()).rejects.toThrow('advanceMs: expected a duration');
  });

  it('reports that there was no request', async () => {
    const emulator = await openEmulator();
    const expected = emulator.journal.expect({ path: '/api/*' }).toHaveCount(1, { timeout: 0 });
    await expect(expected).rejects.toThrow(
      'Expected exactly 1 matching request, got 0 within 0ms. There was no other request.',
    );
  });
});

describe('flights.waitFor', () => {
  it('resolves when the clock has reached the check', async () => {
    const emulator = await openEmulator();
    emulator.flights.add({ count: 2 });
    const waiting = emulator.flights.waitFor({ id: 4701, automatedChecked: true });
    await emulator.clock.advance(20_000);
    expect(await waiting).toMatchObject({ record: { id: 4701, automated_checked: true } });
  });

  it('counts flights exactly, or at least', async () => {
    const emulator = await openEmulator();
    emulator.flights.add({ count: 2 });
    const wait = (input: object) => callControl(emulator, 'POST /wait/flights', { timeout: 10, ...input });
    expect([(await wait({ count: 2 })).status, (await wait({ atLeast: 1 })).status]).toEqual([200, 200]);
    expect((await wait({ count: 1 })).body).toMatchObject({
      error: expect.stringMatching(/^Expected exactly 1 matching flight, got 2\./),
    });
  });

  it('names the nearest flights, and that the clock is frozen', async () => {
    const emulator = await openEmulator();
    emulator.flights.add({ count: 1 });
    await expect(emulator.flights.waitFor({ automatedChecked: true }, { timeout: 10 })).rejects.toThrow(
      'Expected at least 1 matching flight, got 0 within 10ms. Nearest: flight 4700 (automatedChecked false). The clock is frozen, and the next event is due at 2026-05-12T12:00:20.000Z: advance it.',
    );
  });
});
