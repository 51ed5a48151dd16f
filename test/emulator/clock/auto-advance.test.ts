// With autoAdvance a frozen clock advances automatically to the end of a delay, or to what a test waits for.

import { expect, it } from 'vitest';
import { anyPng, upload } from '../images.ts';
import { openEmulator } from '../open-emulator.ts';

const begun = Date.UTC(2026, 4, 12, 12);

it('ends a delay immediately and moves the clock by it', async () => {
  const emulator = await openEmulator({ autoAdvance: true });
  emulator.faults.add({ effect: { type: 'latency', ms: '3s' } });
  expect((await emulator.inject('/one')).statusCode).toBe(404);
  expect(emulator.clock.now() - begun).toBe(3000);
  await emulator.inject('/two');
  expect(emulator.clock.now() - begun).toBe(6000);
});

it('lets a throttled upload and its response pass', async () => {
  const emulator = await openEmulator({ autoAdvance: true });
  emulator.faults.add({ effect: { type: 'throttle', bytesPerSecond: '100B' } });
  const answer = await upload(emulator, emulator.signIn().access_token, anyPng());
  expect(answer.statusCode).toBe(200);
  expect(emulator.clock.now() - begun).toBeGreaterThan(5000);
});

it('moves the clock to the check that a test waits for, and no further', async () => {
  const emulator = await openEmulator({ autoAdvance: true, moderationShare: 1 });
  emulator.flights.add({ count: 1 });
  const checked = await emulator.flights.waitFor({ automatedChecked: true });
  expect([emulator.clock.now() - begun, checked.record.moderator_checked]).toEqual([20_000, false]);
  await emulator.flights.waitFor({ moderatorChecked: true });
  expect(emulator.clock.now() - begun).toBe(80_000);
});

it('fires the timers due before it', async () => {
  const emulator = await openEmulator({ autoAdvance: true });
  emulator.flights.add({ count: 1 });
  emulator.faults.add({ effect: { type: 'latency', ms: '30s' } });
  await emulator.inject('/nowhere');
  expect(emulator.flights.read(4700).record.automated_checked).toBe(true);
});

it('can be turned on at run time; until then the journal shows why a request waits', async () => {
  const emulator = await openEmulator();
  emulator.faults.add({ effect: { type: 'latency', ms: 1000 } });
  const held = emulator.inject('/nowhere');
  const open = await emulator.journal.waitFor({ outcome: 'open' });
  expect(open).toMatchObject({
    rule: 'fault 1: delayed while the clock is frozen',
    hint: 'Advance the clock, or set autoAdvance so that delays take no time.',
  });
  emulator.settings.change({ autoAdvance: true });
  await emulator.inject('/elsewhere');
  expect((await held).statusCode).toBe(404);
  expect(await emulator.journal.waitFor({ path: '/nowhere' })).toMatchObject({
    rule: expect.not.stringContaining('frozen'),
  });
});

it('leaves a running clock and waiting requests alone', async () => {
  const emulator = await openEmulator({ autoAdvance: true });
  emulator.flights.add({ count: 1 });
  const waiting = emulator.journal.waitFor({ path: '/nowhere' });
  await emulator.inject('/nowhere');
  await waiting;
  expect(emulator.clock.now()).toBe(begun);
});
