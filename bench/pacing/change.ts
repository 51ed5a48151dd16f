// Bounds for a wait that changes in the middle: the greatest share of runs that one strategy can end within a given
// factor of the oracle's time, and from it the least median. The player knows the old wait, between which uploads it
// changes and between which factors the new one lies, each equally likely; latency is constant. Time is counted in old
// waits.

export interface Change {
  uploads: number;
  /** The range of the first upload with the new wait. */
  first: number;
  last: number;
  /** The range of the new wait over the old one. */
  leastFactor: number;
  mostFactor: number;
}

/**
 * The least time within which a share of the runs can end.
 * @param share that can end within a given factor of the oracle's time
 */
export function leastTimes(wanted: number, share: (times: number) => number): number {
  let [impossible, possible] = [1, 4];
  for (let halvings = 0; halvings < 13; halvings += 1) {
    const middle = (impossible + possible) / 2;
    if (share(middle) >= wanted - 1e-9) possible = middle;
    else impossible = middle;
  }
  return impossible;
}

/**
 * A shorter wait shows only when somebody tries less than the old one. Where nothing changes every such try is refused,
 * so a player who may be refused r times has r tries here and can only choose when. After the first accepted try he is
 * told the new wait.
 */
export function shareOfShrunk(times: number, tries: number, change: Change): number {
  const { uploads, first, last } = change;
  const moments = last - first + 1;
  /** By the try that finds them: for the changes up to each upload, how many are won. */
  const sums = new Map<number, number[]>();
  const sumsAt = (at: number) => {
    const sum = [0];
    for (let changed = first; changed <= Math.min(last, at); changed += 1) {
      sum.push(sum.at(-1)! + shareOfFactors(times, changed, at, change));
    }
    sums.set(at, sum);
    return sum;
  };
  /** Of the changes after the previous try. */
  const won = (before: number, at: number) => {
    const sum = sums.get(at) ?? sumsAt(at);
    return sum.at(-1)! - sum[Math.max(0, before - first + 1)]!;
  };
  // By the last try so far, when nothing has changed: the most that can be won. Tries before the range show nothing,
  // and one at its end shows all.
  let best = new Map([[first - 1, 0]]);
  let most = won(first - 1, uploads);
  for (let tried = 0; tried < tries; tried += 1) {
    const next = new Map<number, number>();
    for (let at = first; at <= last; at += 1) {
      let sum = Number.NEGATIVE_INFINITY;
      for (const [before, sumBefore] of best) if (before < at) sum = Math.max(sum, sumBefore + won(before, at));
      if (sum >= 0) next.set(at, sum);
    }
    best = next;
    for (const [at, sum] of best) most = Math.max(most, sum + won(at, uploads));
  }
  return most / moments;
}

/** The share of factors for which a change at one upload, found at another, is within the time. */
function shareOfFactors(times: number, changed: number, found: number, { uploads, leastFactor, mostFactor }: Change) {
  const [old, remaining, late, spare] = [changed - 1, uploads - changed, found - changed, times - 1];
  // (late) × (1 - factor) ≤ (times - 1) × (old + remaining × factor)
  const from = (late - spare * old) / (late + spare * remaining);
  return Math.min(1, Math.max(0, (mostFactor - from) / (mostFactor - leastFactor)));
}

/** The range of the new wait is divided into this many parts, and the player is told which one it is in. */
const defaultParts = 24;

/**
 * A longer wait shows by one refusal, which costs no time. From then on it is a search for the factor with the
 * remaining refusals; the greatest factor is known to be accepted.
 */
export function shareOfGrown(times: number, refusals: number, change: Change, parts = defaultParts): number {
  const { first, last } = change;
  let sum = 0;
  for (let changed = first; changed <= last; changed += 1) sum += wonOfGrown(times, refusals, changed, change, parts);
  return sum / parts / (last - first + 1);
}

/** @returns how many of the parts are won */
function wonOfGrown(times: number, refusals: number, changed: number, change: Change, parts: number) {
  const { uploads, leastFactor, mostFactor } = change;
  const [old, remaining] = [changed - 1, uploads - changed];
  const width = (mostFactor - leastFactor) / parts;
  const factors = Array.from({ length: parts }, (_, part) => leastFactor + (part + 0.5) * width);
  const known = new Map<number, number>();
  /** The first part that is won if every remaining upload takes this long. */
  const firstWon = (eachMs: number, done: number, spent: number) => {
    const waits = done * factors[0]! + spent * width + (remaining - done) * eachMs;
    return Math.ceil(((waits - (times - 1) * old) / (times * remaining) - factors[0]!) / width - 1e-9);
  };

  /**
   * @param until known to be accepted
   * @param done uploads since the change
   * @param spent on them, in parts beyond the least factor
   */
  function most(from: number, until: number, left: number, done: number, spent: number): number {
    const all = until - from + 1;
    let best = Math.max(0, until - Math.max(from, firstWon(factors[until]!, done, spent)) + 1);
    if (left === 0 || done === remaining || all === 1 || best === all) return best;
    const key = (((from * 64 + until) * 8 + left) * 128 + done) * 8_192 + spent;
    const before = known.get(key);
    if (before !== undefined) return before;
    for (let part = until - 1; part >= from; part -= 1) {
      // No part below this one is won, even by a player who knows it.
      const hopeful = Math.max(0, part - Math.max(from, firstHopeful(done + 1, spent + part)) + 1);
      const refused = most(part + 1, until, left - 1, done, spent);
      if (refused + hopeful > best) best = Math.max(best, refused + most(from, part, left, done + 1, spent + part));
    }
    known.set(key, best);
    return best;
  }
  /** The first part that a player would still win who knows it from now on. */
  function firstHopeful(done: number, spent: number): number {
    const soFar = done * factors[0]! + spent * width - (times - 1) * old;
    return factors.findIndex((factor) => soFar + (remaining - done) * factor <= times * remaining * factor + 1e-9);
  }
  return most(0, parts - 1, refusals, 0, 0);
}
