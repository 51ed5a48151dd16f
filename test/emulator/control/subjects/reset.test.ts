import { describe, expect, it } from 'vitest';
import type { Emulator } from '../../../../emulator/emulator.ts';
import { clientId, openEmulator } from '../../open-emulator.ts';
import { anyPng, upload } from '../../images.ts';

/** The document without its random values. */
const worldOf = (emulator: Emulator) => ({ ...JSON.parse(emulator.state.export()), pageKey: '' });

async function lived(): Promise<Emulator> {
  const emulator = await openEmulator({ minGapMs: 1000 });
  emulator.pilots.add({ id: 'third', name: 'Third Pilot' });
  emulator.applications.add({ clientId: 'third', redirectUris: [], clientSecret: 'x' });
  emulator.applications.update(clientId, { writeEnabled: true, clientSecret: 'changed' });
  emulator.signIn({ pilot: 'third', clientId: 'third' });
  emulator.faults.add({ match: { path: '/nowhere' }, effect: { type: 'garbage' } });
  await upload(emulator, emulator.signIn().access_token, anyPng());
  emulator.flights.add({ count: 1, pilot: 'third' });
  emulator.settings.change({ minGapMs: 9000, autoConsent: true });
  await emulator.clock.advance(10_000);
  return emulator;
}

it('resets world, journal, time and settings to the start', async () => {
  const emulator = await lived();
  emulator.reset();
  expect(worldOf(emulator)).toEqual(worldOf(await openEmulator()));
  expect(emulator.journal.list().items).toEqual([]);
  expect(emulator.clock.read()).toEqual({ now: '2026-05-12T12:00:00.000Z', frozen: true, scale: 1, nextDueAt: null });
  const settings = Object.fromEntries(emulator.settings.list().items.map(({ name, value }) => [name, value]));
  expect(settings).toMatchObject({ minGapMs: 1000, autoConsent: false });
  expect(emulator.clients.map(({ client_secret }) => client_secret)).toEqual([
    'demo-secret-for-the-emulator-only',
    'reader-secret-for-the-emulator-only',
  ]);
});

describe('resets one part and leaves the rest', () => {
  it.each([
    ['faults', { faults: [], nextFaultId: 1 }],
    ['limits', { usage: [] }],
    ['consents', { consents: [], accessTokens: [], refreshTokens: [], codes: [] }],
    ['flights', { flights: [], nextFlightId: 4700 }],
  ] as const)('%s', async (slice, empty) => {
    const emulator = await lived();
    const before = worldOf(emulator);
    emulator.reset({ slices: [slice] });
    const expected = { ...before, ...empty };
    // Without a flight, references to the last flight are null.
    if (slice === 'flights') expected.usage[0][1].lastFlightId = null;
    expect(worldOf(emulator)).toEqual(expected);
    expect(emulator.journal.list().items).toHaveLength(1);
  });

  it('resets the journal', async () => {
    const emulator = await lived();
    const before = worldOf(emulator);
    emulator.reset({ slices: ['journal'] });
    expect([emulator.journal.list().items, worldOf(emulator)]).toEqual([[], before]);
  });

  it('resets pilots, with the data of removed ones', async () => {
    const emulator = await lived();
    emulator.reset({ slices: ['pilots'] });
    expect(emulator.pilots.list().items.map(({ id }) => id)).toEqual(['demo', 'second']);
    expect(emulator.consents.list().items.map(({ pilot }) => pilot)).toEqual(['demo']);
    expect(emulator.flights.list().items.map(({ pilot }) => pilot)).toEqual(['demo']);
    expect(emulator.tokens.list({ kind: 'access' }).items).toHaveLength(1);
    expect(emulator.limits.list().items).toHaveLength(1);
  });

  it('resets applications and secrets, with the data of removed ones', async () => {
    const emulator = await lived();
    emulator.reset({ slices: ['applications'] });
    expect(emulator.clients.map(({ client_id, client_secret }) => [client_id, client_secret])).toEqual([
      [clientId, 'demo-secret-for-the-emulator-only'],
      ['logbook-reader-demo', 'reader-secret-for-the-emulator-only'],
    ]);
    expect(emulator.consents.list().items.map((consent) => consent.clientId)).toEqual([clientId]);
  });

  it('resetting time also empties limits used since then', async () => {
    const emulator = await openEmulator();
    const { access_token } = emulator.signIn();
    await emulator.clock.advance(600_000);
    await upload(emulator, access_token, anyPng());
    emulator.reset({ slices: ['clock'] });
    expect(emulator.limits.list().items).toMatchObject([{ used: 0, mayUploadAt: '2026-05-12T12:00:00.000Z' }]);
    expect((await upload(emulator, access_token, anyPng(1))).statusCode).toBe(200);
  });
});

it('resets to the start of the running scenario', async () => {
  const emulator = await openEmulator({ scenario: 'slow-moderators' });
  const began = worldOf(emulator);
  await emulator.clock.advance(7_200_000);
  emulator.faults.add({ effect: { type: 'garbage' } });
  emulator.reset();
  expect(worldOf(emulator)).toEqual(began);
  expect(emulator.scenario.read()?.steps.some(({ done }) => done)).toBe(false);
});
