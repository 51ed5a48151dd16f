import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createClock, createEmulator } from '../../../emulator/emulator.ts';
import { clientId, isTaken, newFolder, openEmulator, refresh } from '../open-emulator.ts';
import { anyPng, upload } from '../images.ts';
import { minute, day, stepsOf, setting } from './scenario-files.ts';

async function fileOf(document: object): Promise<string> {
  const path = `${await newFolder()}/a-day.json`;
  await writeFile(path, JSON.stringify(document));
  return path;
}

describe('the start of a scenario', () => {
  const harbour = {
    clientId: 'harbour',
    clientSecret: 'a-secret',
    redirectUris: ['http://127.0.0.1/back'],
    writeEnabled: false,
  };

  it('sets up its pilots, applications, flights, faults and settings', async () => {
    const emulator = await openEmulator();
    await emulator.scenario.load(
      day({
        seed: 'monday',
        settings: { minGapMs: '1m', maxFileBytes: '1MiB', moderationShare: 1 },
        pilots: [{ id: 'maren', name: 'Maren Falk' }],
        applications: [harbour, { clientId: 'quay', redirectUris: ['https://quay.example/back'] }],
        flights: [
          { ago: '2h', count: 2, automatedChecked: true, figures: { pax: 12 } },
          { pilot: 'maren', clientId: 'quay', fileName: 'late.png' },
        ],
        faults: [{ match: { path: '/oauth/*' }, effect: { type: 'status', status: 418 } }],
      }),
    );
    expect(emulator.pilots.list().items).toEqual([{ id: 'maren', name: 'Maren Falk' }]);
    expect(emulator.clients).toMatchObject([
      { client_id: 'harbour', client_secret: 'a-secret' },
      { client_id: 'quay' },
    ]);
    expect(emulator.applications.list().items).toMatchObject([
      { clientId: 'harbour', name: 'harbour', writeEnabled: false },
      { clientId: 'quay', writeEnabled: true },
    ]);
    expect(emulator.flights.list().items).toMatchObject([
      { record: { id: 4700, pax: 12, created_at: '2026-05-12T10:00:00' }, clientId: 'harbour', needsModerator: true },
      { record: { id: 4701, pax: 12 } },
      { record: { id: 4702, automated_checked: false }, clientId: 'quay', fileName: 'late.png' },
    ]);
    expect(emulator.faults.list().items).toMatchObject([{ id: 1, match: { path: '/oauth/*' }, fired: 0 }]);
    expect(
      ['seed', 'minGapMs', 'maxFileBytes', 'moderationShare', 'checkDelayMs'].map((name) => setting(emulator, name)),
    ).toEqual(['monday', minute, 1024 ** 2, 1, 20_000]);
    expect((await emulator.inject('/oauth/authorize')).statusCode).toBe(418);
    await emulator.clock.advance(20_000);
    expect(emulator.flights.read(4702).record).toMatchObject({ automated_checked: true });
  });

  it('keeps the emulator’s pilots and applications when the scenario names none, and nothing else', async () => {
    const emulator = await openEmulator();
    const { access_token } = emulator.signIn();
    await upload(emulator, access_token, anyPng());
    emulator.faults.add({ match: { path: '/nowhere' }, effect: { type: 'status', status: 418 } });
    emulator.applications.update(clientId, { clientSecret: 'changed' });
    await emulator.scenario.load(day());
    expect(emulator.clients.map(({ client_id }) => client_id)).toEqual([clientId, 'logbook-reader-demo']);
    expect(emulator.clients[0]).toMatchObject({ client_secret: 'demo-secret-for-the-emulator-only' });
    expect(emulator.pilots.list().items).toHaveLength(2);
    expect(emulator.flights.list().items).toEqual([]);
    expect(emulator.faults.list().items).toEqual([]);
    expect(await isTaken(emulator, access_token)).toBe(false);
    expect((await refresh(emulator, emulator.signIn().refresh_token)).statusCode).toBe(200);
  });

  it('is what a reset returns to; a full reset runs the steps again', async () => {
    const emulator = await openEmulator();
    const steps = [
      { at: '1m', call: 'applications.update', with: { clientId: 'harbour', writeEnabled: true } },
      { at: '2m', call: 'settings.change', with: { minGapMs: 1 } },
    ];
    await emulator.scenario.load(
      day({
        settings: { minGapMs: '30s' },
        applications: [harbour],
        flights: [{ count: 3 }],
        faults: [{ effect: { type: 'garbage' } }],
        steps,
      }),
    );
    const isWriter = () => emulator.applications.list().items[0]?.writeEnabled;
    await emulator.clock.advance(2 * minute);
    expect([isWriter(), setting(emulator, 'minGapMs')]).toEqual([true, 1]);
    emulator.faults.clear();
    emulator.flights.add({ count: 5 });

    emulator.reset({ slices: ['faults', 'applications'] });
    expect(emulator.faults.list().items).toHaveLength(1);
    expect(emulator.flights.list().items).toHaveLength(8);
    expect(isWriter()).toBe(false);
    expect(stepsOf(emulator)?.map(({ done }) => done)).toEqual([true, true]);

    emulator.reset();
    expect(emulator.flights.list().items).toHaveLength(3);
    expect(setting(emulator, 'minGapMs')).toBe(30_000);
    expect(stepsOf(emulator)?.map(({ done }) => done)).toEqual([false, false]);
    await emulator.clock.advance(minute);
    expect(isWriter()).toBe(true);
    expect(stepsOf(emulator)?.map(({ done }) => done)).toEqual([true, false]);
  });

  it.each([
    [
      day({
        pilots: [
          { id: 'a', name: 'A' },
          { id: 'a', name: 'B' },
        ],
      }),
      'pilots.1: Pilot a already exists.',
    ],
    [day({ applications: [{ ...harbour, redirectUris: ['ftp://x'] }] }), 'applications.0: Can’t register ftp://x'],
    [day({ flights: [{}, { pilot: 'nobody' }] }), 'flights.1: Pilot nobody not found.'],
    [day({ flights: [{ moderatorChecked: true, automatedChecked: false }] }), 'flights.0: Invalid flight'],
    [day({ steps: [{ at: '1m', call: 'scenario.load' }] }), 'steps.0.call: expected one of'],
    [day({ steps: [{ at: '1m', call: 'flights.ad' }] }), '(did you mean flights.add?), got “flights.ad”'],
    [
      day({ steps: [{ at: '1m', call: 'flights.add', with: { records: [{ pilot: 'marren' }] } }] }),
      'steps.0: Pilot marren not found',
    ],
    [
      day({
        steps: [{ at: '1m', call: 'faults.add', with: { match: { clientId: 'x' }, effect: { type: 'garbage' } } }],
      }),
      'steps.0: Application x not found.',
    ],
    ['sunny-day', 'No scenario “sunny-day”.'],
    ['answers-lots', 'No scenario “answers-lots” (did you mean answers-lost?).'],
  ])('is refused when invalid and changes nothing: %j', async (document, sentence) => {
    const emulator = await openEmulator();
    await emulator.scenario.load(
      day({ title: 'Before', pilots: [{ id: 'maren', name: 'Maren Falk' }], flights: [{}] }),
    );
    await expect(emulator.scenario.load(document)).rejects.toThrow(sentence);
    expect(emulator.scenario.read()).toMatchObject({ title: 'Before' });
    expect(emulator.pilots.list().items).toHaveLength(1);
    expect(emulator.flights.list().items).toHaveLength(1);
  });
});

describe('an emulator started with a scenario', () => {
  it('runs a file', async () => {
    const scenario = await fileOf(day({ settings: { minGapMs: '30s', checkDelayMs: '1m' }, flights: [{}] }));
    const emulator = await openEmulator({ scenario, checkDelayMs: 7000 });
    expect(emulator.scenario.read()).toMatchObject({ name: 'a-day', title: 'A day' });
    // An explicit option takes precedence over the scenario.
    expect(['minGapMs', 'checkDelayMs'].map((name) => setting(emulator, name))).toEqual([30_000, 7000]);
    emulator.reset();
    expect(['minGapMs', 'checkDelayMs'].map((name) => setting(emulator, name))).toEqual([30_000, 7000]);
    expect(emulator.flights.list().items).toHaveLength(1);
  });

  it('refuses a state file as well', async () => {
    const stateFile = `${await newFolder()}/world.json`;
    await expect(createEmulator({ stateFile, scenario: 'service-down' })).rejects.toThrow(
      'A scenario starts from the beginning, but a state file continues; use either --scenario or --state.',
    );
  });

  it('cancels its steps when it ends, on a clock that continues', async () => {
    const clock = createClock({ startMs: 0, scale: 0 });
    const emulator = await openEmulator({ scenario: 'subscription-lost', clock });
    expect(clock.steering.nextDueAtMs).toBe(2 * minute);
    await emulator[Symbol.asyncDispose]();
    expect(clock.steering.nextDueAtMs).toBeNull();
  });
});
