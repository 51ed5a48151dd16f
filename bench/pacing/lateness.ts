// The bound for varying latency: a game against chance, solved backwards. The player knows the wait, the least latency,
// its variation, when the upload before arrived, and, once refused, this upload's latency, but not the latency of the
// next upload before it is sent. Starting late enough for the least latency loses the rest; starting earlier loses
// less, but is sometimes refused.

export interface Ways {
  /** Least latency to the service, and its variation, uniformly distributed. */
  quickestMs: number;
  rangeMs: number;
  /** Least latency back. */
  backMs: number;
}

const parts = 100;

/** Below this wait, the limit of 60 a minute allows to catch up. */
const fromMs = 1_000;

/** The least expected time over the oracle's for this many waits, with at most this many refusals. */
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
  // By refusals left: the cost of the remaining waits.
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
