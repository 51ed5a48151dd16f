// What a new pilot sees first: a few reports, added together.
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allUploadedAt, plannedAt } from '../../../main/contract/upload-plan.ts';
import { openFlightDeck, pngOf } from '../../support/flight-deck.ts';

test('the first five reports upload without a refusal, one every five seconds', async () => {
  await using deck = await openFlightDeck();
  const from = deck.clock.now();
  await deck.drop(...[1, 2, 3, 4, 5].map((one) => deck.image(`${one}.png`)));
  await deck.until(async () => (await deck.state()).bays.queue === 0, 60_000);
  expect((await deck.state()).runway.past.map(({ outcome }) => outcome)).toEqual(Array(5).fill('accepted'));
  expect(deck.clock.now() - from).toBeLessThan(30_000);
});

test('no planned time is ever in the past, and the rows have the times of the runway', async () => {
  await using deck = await openFlightDeck();
  await deck.drop(...[1, 2, 3, 4].map((one) => deck.image(`${one}.png`)));
  for (let step = 0; step < 60; step += 1) {
    await deck.pass(500);
    const state = await deck.state();
    const waiting = (await deck.strips('queue')).filter(({ stage }) => stage === 'waiting');
    if (state.runway.nextAt === null) continue;
    expect(state.runway.nextAt).toBeGreaterThanOrEqual(state.now);
    const planned = waiting.map((_strip, place) => plannedAt(state, state.now, place)!);
    waiting.forEach(({ uploadsAt }, place) => expect(Math.abs(uploadsAt! - planned[place]!)).toBeLessThan(1_000));
    expect(allUploadedAt(state, state.now)).toBeGreaterThanOrEqual(planned.at(-1) ?? state.now);
  }
});

const mb = 1024 * 1024;

test('a file that is larger than the maximum size is never uploaded as another pilot who signs in, unless that pilot chooses to', async () => {
  await using deck = await openFlightDeck();
  await deck.answer('settings.change', { maxFileBytes: mb });
  const path = deck.image('large.png');
  writeFileSync(path, pngOf('large', 2 * mb));
  await deck.drop(path);
  await deck.answer('account.signOut', {});
  deck.emulator.signIn({ pilot: 'second' });
  await deck.signInAs('second');
  const [others] = await deck.strips('queue');
  expect(others).toMatchObject({ pilot: { name: 'Demo Pilot' }, reason: { kind: 'file-too-large' } });
  await deck.answer('settings.change', { maxFileBytes: 9.5 * mb });
  await deck.passQuickly(60_000);
  expect(deck.sent()).toEqual([]);
  expect(await deck.strips('queue')).toMatchObject([{ reason: { message: { id: 'failure.otherPilot' } } }]);
  await deck.answer('strips.uploadAsMe', { id: others!.id });
  await deck.until(() => deck.sent().length === 1);
  expect(deck.emulator.flights.list().items.map(({ pilot }) => pilot)).toEqual(['second']);
});
