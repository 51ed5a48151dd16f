import { fc } from '../../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../../emulator/world/world-document.ts';
import type { Emulator } from '../../../../emulator/emulator.ts';
import { clientId, openEmulator, refresh } from '../../open-emulator.ts';
import { anyPng, upload } from '../../images.ts';
import { callControl } from '../call-control.ts';

/** With one of everything. */
async function lived(): Promise<{ emulator: Emulator; tokens: ReturnType<Emulator['signIn']> }> {
  const emulator = await openEmulator({ autoConsent: true });
  const tokens = emulator.signIn();
  emulator.flights.add({ count: 2, pilot: 'second' });
  await upload(emulator, tokens.access_token, anyPng());
  await emulator.clock.advance(30_000);
  await refresh(emulator, tokens.refresh_token);
  emulator.faults.add({ effect: { ms: 5, type: 'latency' }, times: 1, match: { pilot: 'second', method: 'GET' } });
  return { emulator, tokens };
}

describe('the state document', () => {
  it('keeps its time when imported during an advance', async () => {
    const { emulator } = await lived();
    const document = emulator.state.export();
    const advancing = emulator.clock.advance(3_600_000);
    await new Promise(setImmediate);
    await emulator.state.import(document);
    await advancing;
    expect(emulator.state.export()).toBe(document);
  });

  it('runs its own timers after import, and none of the previous world', async () => {
    const { emulator } = await lived();
    const other = await openEmulator();
    other.flights.add({ count: 1 });
    await other.state.import(emulator.state.export());
    for (const each of [emulator, other]) await each.clock.advance(3_600_000);
    expect(other.state.export()).toBe(emulator.state.export());
    expect(other.clock.read().nextDueAt).toBeNull();
  });

  it('never sets a running clock back, and advances it immediately', async () => {
    const emulator = await openEmulator({ clock: 'system' });
    const early = emulator.clock.now();
    const document = JSON.parse(emulator.state.export());
    await emulator.state.import({ ...document, atMs: early - 60_000 });
    expect(emulator.clock.now()).toBeGreaterThanOrEqual(early);
    await emulator.state.import({ ...document, atMs: early + 3_600_000 });
    expect(emulator.clock.now()).toBeGreaterThanOrEqual(early + 3_600_000);
  });
});

describe('refuses an invalid state document with a reason and changes nothing', () => {
  type Json = Record<string, object[]>;
  const usage = { requestsAtMs: [], waitFromMs: null, lastFlightId: null };
  const pair = JSON.stringify([clientId, 'demo']);
  const twice = (list: object[] = []) => [...list, ...list];
  const changed = (list: object[] = [], by: object) => list.map((one) => ({ ...one, ...by }));
  const unchecked = { moderatorChecked: true, automatedChecked: false, dueAtMs: null };

  it.each<[string, object | ((document: Json) => object), string]>([
    ['of a newer version', { version: 3 }, 'version: only version 2 is supported'],
    ['of no version', { version: 'x' }, 'version: '],
    ['of something else', { format: 'x' }, 'format: '],
    ['with a part left out', { pilots: undefined }, 'pilots: '],
    ['with a part too many', { planes: [] }, 'planes'],
    ['with a moment that no date has', { atMs: 1e300 }, 'atMs: '],
    ['without the consent of a token', { consents: [] }, 'its consent is missing'],
    ['without the pilot of a consent', { pilots: [] }, 'its application or pilot is missing'],
    ['with a pilot twice', ({ pilots }) => ({ pilots: twice(pilots) }), 'pilots: duplicate entry'],
    ['with a token twice', ({ accessTokens }) => ({ accessTokens: twice(accessTokens) }), 'accessTokens: duplicate'],
    ['with flights out of order', ({ flights }) => ({ flights: flights?.toReversed() }), 'IDs are not ascending'],
    ['with a flight twice', ({ flights }) => ({ flights: twice(flights) }), 'flights: IDs are not ascending'],
    ['that would number a flight twice', { nextFlightId: 4700 }, 'nextFlightId: already used by a flight'],
    ['that would number a fault twice', { nextFaultId: 1 }, 'nextFaultId: already used by a fault'],
    ['with limits of an unknown pilot', { usage: [['x', usage]] }, 'usage.0.0: not an application and a pilot'],
    ['with limits after no flight', { usage: [[pair, { ...usage, lastFlightId: 9 }]] }, 'its last flight is missing'],
    [
      'with a flight that nothing leads to',
      ({ flights }) => ({ flights: changed(flights, unchecked) }),
      'only after the automatic check',
    ],
    [
      'with an archived flight that waits',
      ({ flights }) => ({ flights: changed(flights, { isArchived: true, dueAtMs: 5 }) }),
      'dueAtMs is set',
    ],
  ])('%s', async (_name, change, reason) => {
    const { emulator } = await lived();
    const before = emulator.state.export();
    const document = JSON.parse(before) as Json;
    const damaged = { ...document, ...(typeof change === 'function' ? change(document) : change) };
    await expect(emulator.state.import(damaged)).rejects.toThrow(reason);
    expect(await callControl(emulator, 'PUT /state', damaged)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('Nothing has changed') },
    });
    expect(emulator.state.export()).toBe(before);
  });

  it('refuses text that is not JSON', async () => {
    const emulator = await openEmulator();
    await expect(emulator.state.import('{"format"')).rejects.toThrow('not JSON');
  });
});

it('any sequence of actions exports a document that imports as the same bytes', async () => {
  const some = fc.oneof(
    fc.constantFrom(
      'POST /flights {"count":2}',
      'POST /flights {"count":1,"automatedChecked":true,"createdAt":"2026-05-12T11:00:00Z"}',
      'POST /flights/4700/check {}',
      'POST /flights/4700/moderate {}',
      'POST /flights/4701/archive {}',
      'POST /sign-in {}',
      'POST /sign-in {"pilot":"second","clientId":"logbook-reader-demo"}',
      'POST /sign-in {"pilot":"third","clientId":"third"}',
      'POST /pilots {"id":"third","name":"T"}',
      'POST /applications {"clientId":"third","redirectUris":[]}',
      'POST /flights {"count":1,"pilot":"third","clientId":"third"}',
      'POST /faults {"effect":{"type":"latency","ms":0},"probability":0.5}',
      'DELETE /faults/1',
      'POST /consents/revoke {"pilot":"demo"}',
      'POST /tokens/expire {}',
      'POST /clock {"advanceMs":30000}',
      'PATCH /settings {"checkDelayMs":"1s","moderationShare":1}',
      'POST /scenario {"name":"slow-moderators"}',
      'POST /reset {}',
      'UPLOAD',
    ),
    fc
      .subarray(['clock', 'faults', 'journal', 'limits', 'consents', 'flights', 'applications', 'pilots'])
      .map((slices) => `POST /reset ${JSON.stringify({ slices })}`),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(some, { minLength: 3, maxLength: 14 }), async (lines) => {
      const emulator = await openEmulator();
      for (const line of lines) {
        const [method, path, ...body] = line.split(' ');
        if (line === 'UPLOAD') await upload(emulator, emulator.signIn().access_token, anyPng());
        else await callControl(emulator, `${method} ${path}`, body.length === 0 ? undefined : body.join(' '));
      }
      const document = emulator.state.export();
      expect(readDocument(document)).toMatchObject({ ok: true });
      await emulator.state.import(document);
      expect(emulator.state.export()).toBe(document);
    }),
    { numRuns: 20, seed: 4 },
  );
});
