// Waits that services keep: people choose round figures, whole seconds mostly, and rounder ones the longer they are. Who
// searches between two waits and tries the round one that lies next meets such a wait to within what the way varies by, and
// loses next to nothing where the wait is another. What it brings: docs/pacing.md.

const USUAL_MS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 45, 50, 60, 90, 120].map(
  (seconds) => seconds * 1_000,
);

/** So far, as a share of the bracket's width as a ratio, it may lie from where the search would try. */
const REACH = 0.1;
/** What the way varies by where it is even: so much longer than the round one is tried, so that it is not missed. */
const MARGIN_MS = 15;
/** Nearer to an end of the bracket there is nothing to be learned. */
const NEAR_LEAST_MS = 40;
const NEAR_MOST = 0.015;
const NEAR_MOST_MS = 10;

/**
 * The round wait next to a try, or the try itself. All in milliseconds, from an answer to the next start.
 * @param leastMs too short
 * @param mostMs known to do
 * @param tripMs what a report takes at its quickest: so much longer is the wait from one arrival to the next
 */
export function roundTry(tryMs: number, leastMs: number, mostMs: number, tripMs: number): number {
  const ratio = (one: number, other: number) => Math.log((one + tripMs) / (other + tripMs));
  const reach = REACH * ratio(mostMs, leastMs);
  let [didYouMean, nearestBy] = [tryMs, reach];
  for (const usualMs of USUAL_MS) {
    const waitMs = usualMs - tripMs + MARGIN_MS;
    if (waitMs <= leastMs + NEAR_LEAST_MS || waitMs >= mostMs * (1 - NEAR_MOST) - NEAR_MOST_MS) continue;
    const by = Math.abs(ratio(waitMs, tryMs));
    if (by < nearestBy) [didYouMean, nearestBy] = [waitMs, by];
  }
  return didYouMean;
}
