// A clock that is set by a day at random times while six reports are uploaded, while the companion runs and between two
// runs: nothing waits longer than one poll more than it should, and nothing is uploaded too early or twice.
import { describe, expect, test } from 'vitest';
import { fc } from '../support/fast-check.ts';
import { openFlightDeck, type FlightDeck } from '../support/flight-deck.ts';

const dayMs = 86_400_000;
/** Delays on a busy machine count here as well: compared with a day they are nothing. */
const checkMs = 30_000;
const sent = (deck: FlightDeck) => deck.emulator.flights.list().items.map((flight) => flight.fileName);
const set = (deck: FlightDeck, days: number) => deck.clock.setWall(deck.clock.now() + days * dayMs);
const refusals = async (deck: FlightDeck) =>
  (await deck.state()).runway.past.filter((one) => one.outcome === 'too-fast' || one.outcome === 'rate-limited').length;

type Step = { readonly atMs: number; readonly days: number; readonly isRestart: boolean };

/** Lets time pass, but not during an upload: its real duration must not count. */
async function steadily(deck: FlightDeck, isDone: () => boolean, limitMs: number) {
  for (let left = limitMs; left > 0 && !isDone(); left -= 250) {
    for (let turn = 0; turn < 40 && (await deck.state()).queue.uploading > 0; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await deck.pass(Math.min(250, left));
  }
}

/** How long six reports take, with the clock set at these times. */
async function sixReports(mode: 'strict' | 'extended', steps: readonly Step[]) {
  await using deck = await openFlightDeck({ mode, hasOwnTime: true });
  await steadily(deck, () => false, 2_000);
  const began = deck.clock.monotonic();
  await deck.drop(...[1, 2, 3, 4, 5, 6].map((one) => deck.image(`${one}.png`)));
  let rejected = 0;
  for (const step of steps.toSorted((one, other) => one.atMs - other.atMs)) {
    await steadily(deck, () => false, Math.max(0, began + step.atMs - deck.clock.monotonic()));
    if (step.isRestart) await deck.stop();
    set(deck, step.days);
    if (step.isRestart) await deck.restart();
    rejected = Math.max(rejected, await refusals(deck));
  }
  await steadily(deck, () => sent(deck).length === 6, 300_000);
  const tookMs = deck.clock.monotonic() - began;
  await deck.pass(30_000);
  expect(sent(deck).toSorted()).toEqual(['1.png', '2.png', '3.png', '4.png', '5.png', '6.png']);
  expect((await deck.state()).queue).toMatchObject({ waiting: 0, unconfirmed: 0, held: 0, rejected: 0 });
  return { tookMs, rejected: Math.max(rejected, await refusals(deck)) };
}

describe('a clock that is set by a day', () => {
  test.each(['strict', 'extended'] as const)('moves no upload by more than one probe, in %s mode', async (mode) => {
    const unset = await sixReports(mode, []);
    const days = fc.constantFrom(-1, 1);
    const step = fc.record({ atMs: fc.integer({ min: 0, max: 24_000 }), days, isRestart: fc.constant(false) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        const { tookMs, rejected } = await sixReports(mode, steps);
        // Too early would be rejected by the service; others are the pacer's own search, and one report teaches it
        // nothing.
        expect(rejected).toBeLessThanOrEqual(unset.rejected + 1);
        expect(tookMs - unset.tookMs).toBeLessThanOrEqual(checkMs);
      }),
      { numRuns: 3, seed: 5 },
    );
  });

  test('between two runs it costs one poll, and one refusal at most', async () => {
    const unset = await sixReports('extended', []);
    for (const days of [-1, 1]) {
      const { tookMs, rejected } = await sixReports('extended', [{ atMs: 7_000, days, isRestart: true }]);
      expect(rejected).toBeLessThanOrEqual(unset.rejected + 1);
      expect(tookMs - unset.tookMs).toBeLessThanOrEqual(checkMs);
    }
  });
});
