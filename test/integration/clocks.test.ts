// A clock that is set by a day, back or forward, while the companion runs and between two runs: nothing waits longer
// than one poll more than it should, nothing is sent too early or twice. The service's own clock is never set.
import { describe, expect, test } from 'vitest';
import { openFlightDeck, type FlightDeck } from '../support/flight-deck.ts';

const dayMs = 86_400_000;
const set = (deck: FlightDeck, days: number) => deck.clock.setWall(deck.clock.now() + days * dayMs);

describe('a clock that is set by a day', () => {
  test.each([-1, 1])('does not keep a flight from being followed (%i day)', async (days) => {
    const settledAfter = async (isSet: boolean) => {
      await using deck = await openFlightDeck({ hasOwnTime: true, moderationShare: 1 });
      await deck.drop(deck.image('a.png'));
      await deck.until(() => deck.sent().length === 1);
      if (isSet) set(deck, days);
      const began = deck.clock.monotonic();
      await deck.until(async () => (await deck.strips('completed')).length === 1, 900_000);
      return deck.clock.monotonic() - began;
    };
    expect((await settledAfter(true)) - (await settledAfter(false))).toBeLessThanOrEqual(60_000);
  });

  test.each([-1, 1])('moves no pause that the service requested, even over a restart (%i day)', async (days) => {
    for (const isRestart of [false, true]) {
      await using deck = await openFlightDeck({ hasOwnTime: true });
      await deck.pass(2_000);
      deck.addUploadFault({
        type: 'status',
        status: 429,
        body: { detail: 'rate_limit_exceeded' },
        headers: { 'retry-after': '240' },
      });
      await deck.drop(deck.image('a.png'));
      await deck.until(async () => (await deck.state()).runway.pausedUntil !== null);
      const began = deck.clock.monotonic();
      if (isRestart) await deck.stop();
      set(deck, days);
      if (isRestart) await deck.restart();
      await deck.until(() => deck.sent().length === 1, 300_000);
      // After a restart, forward: it cannot be distinguished from a day that has passed, and a request is allowed.
      const leastMs = isRestart && days > 0 ? 0 : 235_000;
      expect(deck.clock.monotonic() - began).toBeGreaterThanOrEqual(leastMs);
      expect(deck.clock.monotonic() - began).toBeLessThanOrEqual(260_000);
    }
  });
});

describe('sleep', () => {
  test('field guide 17: a request in progress when the machine wakes is aborted and looked up, and the queue continues', async () => {
    await using deck = await openFlightDeck();
    await deck.pass(2_000);
    deck.addUploadFault({ type: 'latency', ms: 50_000 });
    await deck.drop(deck.image('a.png'), deck.image('b.png'));
    await deck.until(async () => (await deck.state()).queue.uploading === 1);
    await deck.pass(2_000);
    deck.resume();
    await deck.until(async () => (await deck.state()).queue.uploading === 0, 1_000);
    await deck.until(() => deck.sent().length >= 2, 60_000);
    await deck.pass(60_000);
    expect(deck.sent().toSorted()).toEqual(['a.png', 'b.png']);
  });

  test('field guide 17: a wake-up ends a long wait for the next attempt, and finds files added to a folder meanwhile', async () => {
    await using deck = await openFlightDeck();
    await deck.answer('folders.add', { path: deck.screenshots, existing: false });
    await deck.pass(2_000);
    await deck.emulator.stop();
    await deck.drop(deck.image('a.png'));
    await deck.passQuickly(10 * 60_000);
    await deck.emulator.start();
    deck.copy(deck.image('b.png'), 'b.png');
    deck.resume();
    await deck.until(() => deck.sent().length === 2, 15_000);
  });
});
