// When to try next, by what is believed: the first step of the search that costs least. Costs are shares of the time that
// the whole run takes: time beyond the earliest moment that the service accepts, and a price for each refusal.
import {
  allWeights,
  chanceAt,
  hypotheses,
  readyAt,
  significantFrom,
  widthMs,
  type History,
  type Weights,
} from './belief.ts';

/** What a refusal costs besides its time: the score that pacing is measured with. */
const REFUSAL_PRICE = 0.02;
/** How much a doubt about the wait is worth to the reports after this one. 0.45: latency 1.21 instead of 1.16. */
const DOUBT = 0.35;
/** Moments that are compared. 28: two reports 1.28 instead of 1.21. */
const TRIES = 56;
/** So many widths after the moment of a hypothesis it has accepted nearly surely: where a try for it stands. 2: as `NOISE`. */
const MARGIN = 3;
/** A run counts a report at least so long: the rate limit binds before a shorter wait does. 4 s: 1 s 1.27, not 1.15. */
const LEAST_WAIT_MS = 1_000;
/** A run counts at least so long: without it, one report alone risks a refusal for the slightest chance. 10 s: the worst of two reports 2.3. */
const LEAST_RUN_MS = 5_000;

/** A hypothesis at this moment. */
type Candidate = {
  readonly weight: number;
  /** Its weight over the time that the whole run takes, ms. */
  readonly share: number;
  readonly readyMs: number;
  /** From the earliest try to `readyMs`. */
  readonly leftMs: number;
  readonly width: number;
  readonly refusedAt: number;
};
/** Sums over the candidates that accept by some moment. */
type Sums = { readonly mass: number; readonly share: number; readonly leftMs: number; readonly nearMs: number };
const nobody: Sums = { mass: 0, share: 0, leftMs: 0, nearMs: 0 };

/**
 * How long after the earliest possible try the next report is to be sent, ms.
 * @param from arrival of a report that is sent as early as possible
 * @param waiting reports, the next one included
 * @param passedMs of the run so far
 */
export function nextTryMs(weights: Weights, history: History, from: number, waiting: number, passedMs: number): number {
  const all = allWeights(weights);
  const least = significantFrom(all);
  const total = all.reduce((sum, weight) => (weight > least ? sum + weight : sum), 0);
  const candidates: Candidate[] = [];
  let paceShare = 0;
  let restartingShare = 0;
  all.forEach((each, index) => {
    if (each <= least) return;
    const one = hypotheses[index]!;
    const weight = each / total;
    const runMs = passedMs + waiting * Math.max(LEAST_WAIT_MS, one.waitMs);
    const share = weight / Math.max(LEAST_RUN_MS, runMs);
    paceShare += share * one.waitMs;
    if (one.restarts) restartingShare += share;
    const readyMs = readyAt(one, history);
    const refusedAt = one.restarts ? Number.NEGATIVE_INFINITY : history.refusedAt;
    candidates.push({
      weight,
      share,
      readyMs,
      refusedAt,
      leftMs: Math.max(0, readyMs - from),
      width: widthMs(one, history),
    });
  });
  const tries = worthTrying(candidates);
  const sums = tries.map((delayMs) => acceptedBy(candidates, from, delayMs));

  // Backwards over the tries: costs[n] is what is still to pay once all before the n-th were refused.
  const costs: number[] = [];
  let first = 0;
  for (let at = tries.length - 1; at >= 0; at -= 1) {
    const before = sums[at - 1] ?? nobody;
    let least = Number.POSITIVE_INFINITY;
    for (let to = at; to < tries.length; to += 1) {
      const [now, delayMs] = [sums[to]!, tries[to]!];
      const mass = Math.max(1e-12, now.mass - before.mass);
      const share = now.share - before.share;
      const overshoot = Math.max(0, share * delayMs - (now.leftMs - before.leftMs));
      const doubt = Math.max(0, share * delayMs - (now.nearMs - before.nearMs)) * (waiting - 1);
      const refused = 1 - now.mass;
      const cost =
        overshoot +
        DOUBT * Math.sqrt(REFUSAL_PRICE * mass * doubt) +
        refused * (REFUSAL_PRICE + restartingShare * delayMs) +
        (costs[to + 1] ?? refused * paceShare);
      if (cost < least) {
        least = cost;
        if (at === 0) first = to;
      }
    }
    costs[at] = least;
  }
  return tries[first]!;
}

/** Delays at which another part of the candidates accepts; the first is none at all. */
function worthTrying(candidates: readonly Candidate[]): number[] {
  const sureMs = ({ leftMs, width }: Candidate) => leftMs + MARGIN * width;
  const tries = [0];
  let passed = 0;
  let next = 0;
  for (const candidate of candidates.toSorted((one, other) => sureMs(one) - sureMs(other))) {
    passed += candidate.weight;
    if (passed * TRIES < next - 1e-9) continue;
    if (sureMs(candidate) > tries.at(-1)! + 1) tries.push(sureMs(candidate));
    next = Math.floor(passed * TRIES) + 1;
  }
  return tries;
}

function acceptedBy(candidates: readonly Candidate[], from: number, delayMs: number): Sums {
  let { mass, share, leftMs, nearMs } = nobody;
  for (const one of candidates) {
    const chance = chanceAt(from + delayMs, one.readyMs, one.width, one.refusedAt);
    mass += one.weight * chance;
    share += one.share * chance;
    leftMs += one.share * chance * Math.min(delayMs, one.leftMs);
    // So near to the moment nothing more can be found out.
    nearMs += one.share * chance * Math.min(delayMs, one.leftMs + MARGIN * one.width);
  }
  return { mass, share, leftMs, nearMs };
}
