import { describe, expect, it } from 'vitest';
import { clientId, openEmulator } from '../open-emulator.ts';
import { anyPng, upload } from '../images.ts';
import { minute, day, stepsOf, setting } from './scenario-files.ts';

it('moves flights from before 1970 to 1970, the earliest time of a state document', async () => {
  const emulator = await openEmulator();
  await emulator.scenario.load(day({ flights: [{ ago: '30000d' }] }));
  expect(emulator.flights.list().items[0]?.record.created_at).toBe('1970-01-01T00:00:00');
  await emulator.state.import(emulator.state.export());
});

describe('the steps of a scenario', () => {
  const steps = [
    { at: '2m', call: 'applications.update', with: { clientId, disabled: true }, message: 'It is over.' },
    { at: '30s', call: 'pilots.add', with: { id: 'third', name: 'Third Pilot' } },
    { at: 0, call: 'settings.change', with: { minGapMs: '12s' } },
  ];

  it('run in order when due on the clock of the service', async () => {
    const emulator = await openEmulator();
    expect(emulator.scenario.read()).toBeNull();
    await emulator.clock.advance(minute);
    const { title, about, name } = await emulator.scenario.load(day({ steps }));
    expect({ title, about, name }).toEqual({ title: 'A day', about: 'What happens.', name: 'scenario' });
    expect(setting(emulator, 'minGapMs')).toBe(12_000);

    await emulator.clock.advance(29_999);
    expect(emulator.pilots.list().items).toHaveLength(2);
    await emulator.clock.advance(1);
    expect(emulator.pilots.list().items).toHaveLength(3);
    expect(stepsOf(emulator)).toEqual([
      { at: '2026-05-12T12:01:00.000Z', message: 'settings.change {"minGapMs":"12s"}', done: true, error: null },
      {
        at: '2026-05-12T12:01:30.000Z',
        message: 'pilots.add {"id":"third","name":"Third Pilot"}',
        done: true,
        error: null,
      },
      { at: '2026-05-12T12:03:00.000Z', message: 'It is over.', done: false, error: null },
    ]);
  });

  it('run between other due timers when time is advanced past several', async () => {
    const emulator = await openEmulator({ moderationShare: 0 });
    await emulator.scenario.load(
      day({
        steps: [
          { at: '10s', call: 'settings.change', with: { checkDelayMs: '1h' } },
          { at: '30s', call: 'flights.archive', with: { id: 4700 } },
          { at: '30s', call: 'pilots.add', with: { id: 'late', name: 'Late Pilot' } },
          { at: '40s', call: 'flights.add', with: { count: 1, pilot: 'late' } },
        ],
      }),
    );
    await upload(emulator, emulator.signIn().access_token, anyPng());
    await emulator.clock.advance(10 * minute);
    expect(emulator.flights.read(4700).record).toMatchObject({ automated_checked: true, is_archived: true });
    expect(emulator.flights.list({ pilot: 'late' }).items).toHaveLength(1);
  });

  it('keep the reason when refused, and the others continue', async () => {
    const emulator = await openEmulator();
    await emulator.scenario.load(
      day({
        steps: [
          { at: '1m', call: 'flights.moderate', with: { id: 4711 } },
          { at: '1m', call: 'consents.revoke', with: { id: 'none' } },
          { at: '1m', call: 'applications.update', with: { clientId, disabled: true } },
        ],
      }),
    );
    await emulator.clock.advance(minute);
    expect(stepsOf(emulator)).toMatchObject([
      { done: true, error: 'Flight 4711 not found.' },
      { done: true, error: 'Consent none not found.' },
      { done: true, error: null },
    ]);
  });

  it('are reported to listeners', async () => {
    const emulator = await openEmulator();
    await emulator.scenario.load(day({ steps }));
    const published: string[] = [];
    emulator.journal.listen((event) => void (event.type === 'changed' && published.push(...event.what)));
    await emulator.clock.advance(2 * minute);
    expect(published).toContain('scenario');
  });
});

describe('replacing a scenario', () => {
  it('uses only the new settings and steps', async () => {
    const emulator = await openEmulator({ checkDelayMs: 1000 });
    await emulator.scenario.load(
      day({ settings: { minGapMs: '30s' }, steps: [{ at: '1m', call: 'pilots.add', with: { id: 'x', name: 'X' } }] }),
    );
    await emulator.scenario.load('slow-moderators');
    expect(emulator.scenario.read()).toMatchObject({ name: 'slow-moderators' });
    expect(['minGapMs', 'checkDelayMs'].map((name) => setting(emulator, name))).toEqual([5000, 20_000]);
    await emulator.clock.advance(minute);
    expect(emulator.pilots.list().items).toHaveLength(2);
  });

  it('keeps clock and journal', async () => {
    const emulator = await openEmulator();
    await emulator.inject('/nowhere');
    await emulator.clock.advance(minute);
    const { steps } = await emulator.scenario.load('subscription-lost');
    expect(steps[0]?.at).toBe('2026-05-12T12:03:00.000Z');
    expect(emulator.journal.list().items).toMatchObject([{ path: '/nowhere' }]);
  });
});

it('importing a world ends the remaining steps until a full reset', async () => {
  const emulator = await openEmulator();
  const document = emulator.state.export();
  await emulator.scenario.load('subscription-lost');
  await emulator.state.import(document);
  await emulator.clock.advance(5 * minute);
  expect(emulator.applications.list().items[0]).toMatchObject({ writeEnabled: true });
  expect(stepsOf(emulator)?.[0]).toMatchObject({ done: false, error: 'another state was imported' });
  emulator.reset();
  await emulator.clock.advance(5 * minute);
  expect(emulator.applications.list().items[0]).toMatchObject({ writeEnabled: false });
});
