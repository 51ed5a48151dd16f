// What nobody can save where the way to the service takes now more, now less: a game against chance, solved backwards. The
// player knows the wait, what the way takes at its quickest and by how much it varies, when the upload before arrived, and,
// once refused, what this upload's way takes. What he does not know is how long the next one is under way before it has
// left. Starting so that it is in time even on the quickest way loses what it takes longer; starting earlier loses less,
// and is now and then a refusal.

export interface Ways {
  /** There, at the quickest, and by how much more it may be: anything up to that, equally likely. */
  quickestMs: number;
  rangeMs: number;
  /** Back, at the quickest. */
  backMs: number;
}

const parts = 100;

/** Below this the limit of 60 a minute lets somebody make up for what was lost. */
const fromMs = 1_000;

/** The least time over the oracle's that so many waits can be expected to cost, with so many refusals at most. */
export function leastLatenessMs(
  waitMs: number,
  { quickestMs, rangeMs, backMs }: Ways,
  waits: number,
  refusals: number,
  restarts: boolean,
): number {
  if (waitMs < fromMs) return 0;
  const wayMs = quickestMs + backMs;
  const mostEarlyMs = Math.min(rangeMs, Math.max(0, waitMs - wayMs));
  const lates = Array.from({ length: parts }, (_, part) => ((part + 0.5) / parts) * rangeMs);
  const tries = Array.from({ length: parts + 1 }, (_, part) => {
    const earlyMs = (part / parts) * mostEarlyMs;
    let [costMs, refused] = [0, 0];
    for (const lateMs of lates) {
      const arrivedMs = Math.max(waitMs - earlyMs, wayMs) + lateMs;
      const oracleMs = Math.max(waitMs, wayMs + lateMs);
      const restartMs = restarts ? arrivedMs + waitMs : Math.max(waitMs, arrivedMs + wayMs + lateMs);
      const isRefused = arrivedMs < waitMs;
      refused += isRefused ? 1 : 0;
      costMs += (isRefused ? restartMs : arrivedMs) - oracleMs;
    }
    return { costMs: costMs / parts, refused: refused / parts };
  });
  // By refusals left: what the waits that are still to come cost.
  let byRefusals = Array.from({ length: refusals + 1 }, () => 0);
  for (let wait = 0; wait < waits; wait += 1) {
    byRefusals = byRefusals.map((ifAccepted, left) => {
      let least = Number.POSITIVE_INFINITY;
      for (const { costMs, refused } of tries) {
        if (refused > 0 && left === 0) break;
        const ifRefused = refused === 0 ? 0 : byRefusals[left - 1]!;
        least = Math.min(least, costMs + (1 - refused) * ifAccepted + refused * ifRefused);
      }
      return least;
    });
  }
  return byRefusals[refusals]!;
}
