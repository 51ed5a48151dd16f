// What nobody can do better where the wait changes in the middle: the greatest share of such runs that one strategy can end
// within so many times what the oracle needs, and from it the least median that anybody can have. The player knows the old
// wait, between which uploads it changes and between which factors the new one lies, each equally likely, and every way
// takes as long. Time is counted in old waits.

export interface Change {
  uploads: number;
  /** The first and the last upload that may be the first with the new wait. */
  first: number;
  last: number;
  /** The new wait over the old one. */
  leastFactor: number;
  mostFactor: number;
}

/** The least time within which a share of the runs can be ended. @param share that can be, within so many times the oracle's */
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
 * A wait that shrinks shows only where somebody tries less than it was; each try that comes too early is a refusal, and in
 * a run in which nothing changes every one is. So whoever may be refused so often there has so many tries here: when, is
 * all that there is to choose, as until the first that is accepted all looks the same. From then on he is told the new wait.
 */
export function shareOfShrunk(times: number, tries: number, change: Change): number {
  const { uploads, first, last } = change;
  const moments = last - first + 1;
  /** By the try that finds them: of the changes up to each upload, so many as are won. */
  const sums = new Map<number, number[]>();
  const sumsAt = (at: number) => {
    const sum = [0];
    for (let changed = first; changed <= Math.min(last, at); changed += 1) {
      sum.push(sum.at(-1)! + shareOfFactors(times, changed, at, change));
    }
    sums.set(at, sum);
    return sum;
  };
  /** Of the changes after the try before. */
  const won = (before: number, at: number) => {
    const sum = sums.get(at) ?? sumsAt(at);
    return sum.at(-1)! - sum[Math.max(0, before - first + 1)]!;
  };
  // By the last try so far, at which all is unchanged: what is won at most. Tries before the stretch show nothing, and
  // one at its end shows all.
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

/** Of the factors, the share for which a change at one upload, found at another, is within the time. */
function shareOfFactors(times: number, changed: number, found: number, { uploads, leastFactor, mostFactor }: Change) {
  const [old, anew, late, spare] = [changed - 1, uploads - changed, found - changed, times - 1];
  // (late) × (1 - factor) ≤ (times - 1) × (old + anew × factor)
  const from = (late - spare * old) / (late + spare * anew);
  return Math.min(1, Math.max(0, (mostFactor - from) / (mostFactor - leastFactor)));
}

/** The player is told all of the new wait but which of so many parts of what is possible it lies in. */
const defaultParts = 24;

/**
 * A wait that has grown shows by one refusal, which costs no time. From then on it is a search for the factor, with so many
 * refusals more; the most that it can be is known to do.
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
  const [old, anew] = [changed - 1, uploads - changed];
  const width = (mostFactor - leastFactor) / parts;
  const factors = Array.from({ length: parts }, (_, part) => leastFactor + (part + 0.5) * width);
  const known = new Map<number, number>();
  /** The first of the parts that is won if all that is left takes so long each. */
  const firstWon = (eachMs: number, done: number, spent: number) => {
    const waits = done * factors[0]! + spent * width + (anew - done) * eachMs;
    return Math.ceil(((waits - (times - 1) * old) / (times * anew) - factors[0]!) / width - 1e-9);
  };

  /**
   * @param until known to do
   * @param done uploads since the change
   * @param spent on them, in parts beyond the least factor
   */
  function most(from: number, until: number, left: number, done: number, spent: number): number {
    const all = until - from + 1;
    let best = Math.max(0, until - Math.max(from, firstWon(factors[until]!, done, spent)) + 1);
    if (left === 0 || done === anew || all === 1 || best === all) return best;
    const key = (((from * 64 + until) * 8 + left) * 128 + done) * 8_192 + spent;
    const before = known.get(key);
    if (before !== undefined) return before;
    for (let part = until - 1; part >= from; part -= 1) {
      // Nobody below this part is won if not even who knows them would.
      const hopeful = Math.max(0, part - Math.max(from, firstHopeful(done + 1, spent + part)) + 1);
      const refused = most(part + 1, until, left - 1, done, spent);
      if (refused + hopeful > best) best = Math.max(best, refused + most(from, part, left, done + 1, spent + part));
    }
    known.set(key, best);
    return best;
  }
  /** The first of the parts that would still be won by who knows it from now on. */
  function firstHopeful(done: number, spent: number): number {
    const soFar = done * factors[0]! + spent * width - (times - 1) * old;
    return factors.findIndex((factor) => soFar + (anew - done) * factor <= times * anew * factor + 1e-9);
  }
  return most(0, parts - 1, refusals, 0, 0);
}
