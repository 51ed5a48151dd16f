// What the window and `status` show of pacing: when the next reports are to be uploaded, and the believed kind of
// service. The first upload time is the decision itself; the others follow from the same belief.
import {
  afterCounted,
  LONGEST_WAIT_MS,
  mostLikely,
  readyAt,
  widthMs,
  type Hypothesis,
  type Likely,
} from './rule/belief.ts';
import { earliestUpload } from './rule/pacer.ts';
import type { PacerState } from './rule/pacer-state.ts';

/** This many upload times are planned with every hypothesis, later ones with the usual interval. */
const PLANNED_EXACTLY = 30;
/** A belief is shown once this share of the hypotheses supports it. */
const SURE = 0.8;

/**
 * Upload times of the next `count` of `waiting` reports: the first is the decision itself. `withinLimit(ends, at)`
 * applies the rate limit: the earliest time at or after `at`, given the ends of earlier requests.
 */
export function uploadTimes(
  state: PacerState,
  count: number,
  waiting: number,
  now: number,
  ends: readonly number[],
  withinLimit: (ends: readonly number[], at: number) => number,
  usualUploadMs = 0,
): number[] {
  const likely = mostLikely(state);
  const waitMs = usualWaitMs(state);
  const known = [...ends];
  const times: number[] = [];
  let planned = state;
  let at = earliestUpload(state, now, waiting);
  for (let index = 0; index < count; index += 1) {
    at = withinLimit(known, at);
    times.push(at);
    known.push(at + usualUploadMs);
    const arrivesAt = at + usualUploadMs / 2;
    let nextAt = arrivesAt + waitMs;
    if (index < PLANNED_EXACTLY) {
      const then = afterCounted(planned, arrivesAt);
      planned = then;
      nextAt = medianBy(likely, (one) => readyAt(one, then) + 2 * widthMs(one, then));
    }
    at = Math.max(at + usualUploadMs, nextAt - usualUploadMs / 2);
  }
  return times;
}

/** From one arrival to the next in the long run. */
export const usualWaitMs = (state: PacerState) => Math.round(medianBy(mostLikely(state), (one) => one.waitMs));

/**
 * The believed kind of service: bursts of `capacity`, then one every `waitMs`. Null while it is unknown, and for a wait
 * that is longer than any hypothesis.
 */
export function believedService(state: PacerState): { waitMs: number; capacity: number } | null {
  if (state.accepted.length === 0 && state.weights === '') return null;
  const likely = mostLikely(state);
  // Accepted reports cannot show whether the wait falls meanwhile: that does not weaken the belief.
  const lasting = likely.filter(([one]) => one.trend >= 0);
  const capacity = medianBy(lasting, (one) => one.capacity);
  const waitMs = medianBy(lasting, (one) => one.waitMs);
  if (waitMs >= LONGEST_WAIT_MS) return null;
  const isSo = (one: Hypothesis) => {
    const offMs = one.waitMs - waitMs;
    return one.capacity > 1 === capacity > 1 && (one.trend < 0 ? offMs : Math.abs(offMs)) <= 500 + waitMs * 0.25;
  };
  const share = likely.reduce((sum, [one, weight]) => sum + (isSo(one) ? weight : 0), 0);
  return share >= SURE ? { waitMs, capacity } : null;
}

/** The weighted median. */
function medianBy(likely: readonly Likely[], valueOf: (one: Hypothesis) => number): number {
  const half = likely.reduce((sum, [, weight]) => sum + weight, 0) / 2;
  let passed = 0;
  const sorted = likely.map(([one, weight]) => [valueOf(one), weight] as const).sort(([one], [other]) => one - other);
  return sorted.find(([, weight]) => (passed += weight) >= half - 1e-9)?.[0] ?? 0;
}
