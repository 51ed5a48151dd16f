// What a new pilot sees first: a few reports, added together.
import { expect, test } from 'vitest';
import { allUploadedAt, plannedAt } from '../../../main/contract/upload-plan.ts';
import { openFlightDeck } from '../../support/flight-deck.ts';

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
