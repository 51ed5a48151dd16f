// When to try next, given the belief: the first step of the cheapest search. Costs are shares of the time that the
// whole run takes: time beyond the earliest time that the service accepts, and a price for each refusal.
import { acceptance, mostLikely, readyAt, widthMs } from './belief.ts';
import type { PacerState } from './pacer-state.ts';

/** The cost of a refusal besides its time: the score that pacing is measured with. */
const REFUSAL_PRICE = 0.02;
/** The cost of not knowing the wait for the following reports: by the search that ends it, and while it lasts. */
const UNCERTAINTY = { search: 0.45, meanwhile: 0.02 } as const;
/** The cost of a refusal that restarts the wait, as a part of the time since the earliest try. */
const RESTART = 0.3;
/** A falling wait falls by this much with each report, and by no more than the rest altogether. */
const FALLING = { step: 0.02, rest: 0.3 } as const;
/** Times that are compared. */
const TRIES = 56;
/** This many widths after a hypothesis's time it has accepted almost surely: a try for it is placed there. */
const MARGIN = 2;
/** The minimum duration counted per report: the rate limit binds before a shorter wait does. */
const LEAST_WAIT_MS = 1_000;
/** The minimum duration of a run: without it, a single report risks a refusal for the slightest chance. */
const LEAST_RUN_MS = 5_000;

/**
 * How long after the earliest possible try the next report is to be sent, ms.
 * @param from arrival of a report that is sent as early as possible
 * @param waiting reports, the next one included
 * @param passedMs of the run so far
 */
export function nextTryMs(state: PacerState, from: number, waiting: number, passedMs: number): number {
  const candidates = mostLikely(state).map(([one, weight]) => {
    const { waitMs, restarts, trend } = one;
    const leftMs = Math.max(0, readyAt(one, state) - from);
    const sureMs = leftMs + MARGIN * widthMs(one, state);
    const fallMs = trend < 0 ? ((waiting - 1) / 2) * FALLING.step * waitMs : 0;
    const share = weight / Math.max(LEAST_RUN_MS, passedMs + waiting * Math.max(LEAST_WAIT_MS, waitMs));
    // The expected cost of the following reports, as far as it follows from this one.
    const laterMs = Math.max(Math.min(FALLING.rest * waitMs, sureMs), sureMs - fallMs);
    return { accepts: acceptance(one, state), waitMs, restarts, weight, share, leftMs, sureMs, laterMs };
  });

  // Times at which more candidates accept; the first is now.
  const tries = [0];
  let passed = 0;
  for (const { sureMs, weight } of candidates.toSorted((one, other) => one.sureMs - other.sureMs)) {
    const before = Math.floor(passed * TRIES);
    passed += weight;
    if (Math.floor(passed * TRIES + 1e-9) > before && sureMs > tries.at(-1)! + 1) tries.push(sureMs);
  }
  /** Sums over those that accept by each of the tries, and the cost of a refusal for the others. */
  const sums = tries.map((delayMs) => {
    const sum = { mass: 0, share: 0, leftMs: 0, laterMs: 0, restarting: 0, paceShare: 0 };
    for (const one of candidates) {
      const chance = one.accepts(from + delayMs);
      const share = one.share * chance;
      sum.mass += one.weight * chance;
      sum.share += share;
      sum.leftMs += share * Math.min(delayMs, one.leftMs);
      sum.laterMs += share * Math.min(delayMs, one.laterMs);
      if (one.restarts) sum.restarting += one.share - share;
      sum.paceShare += (one.share - share) * one.waitMs;
    }
    return sum;
  });

  // Backwards: costs[n] is the remaining cost once all tries before the n-th were refused.
  const costs: number[] = [];
  let first = 0;
  for (let at = tries.length - 1; at >= 0; at -= 1) {
    const before = sums[at - 1] ?? { mass: 0, share: 0, leftMs: 0, laterMs: 0 };
    costs[at] = Number.POSITIVE_INFINITY;
    for (let to = at; to < tries.length; to += 1) {
      const [now, delayMs] = [sums[to]!, tries[to]!];
      const mass = Math.max(0, now.mass - before.mass);
      const spentMs = (now.share - before.share) * delayMs;
      const laterLossMs = Math.max(0, spentMs - (now.laterMs - before.laterMs)) * (waiting - 1);
      const cost =
        spentMs -
        (now.leftMs - before.leftMs) +
        UNCERTAINTY.search * Math.sqrt(REFUSAL_PRICE * mass * laterLossMs) +
        UNCERTAINTY.meanwhile * laterLossMs +
        (1 - now.mass) * REFUSAL_PRICE +
        RESTART * now.restarting * delayMs +
        (costs[to + 1] ?? now.paceShare);
      if (cost >= costs[at]!) continue;
      costs[at] = cost;
      if (at === 0) first = to;
    }
  }
  return tries[first]!;
}
