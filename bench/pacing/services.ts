// What services accept, in virtual time: rules that pacing is measured with.

/** Each gives the first time, from `atMs` on, at which one more report is accepted. Times are in order. */
export type Rule = {
  earliest(atMs: number): number;
  accepted(atMs: number): void;
  refused?(atMs: number): void;
};

/** A wait between two reports. @param gap after so many reports and refusals; the latter are forgotten, five reports each */
export function wait(gap: (index: number, refusals: number) => number, restarts = false): Rule {
  let [fromMs, sent, refusals] = [Number.NEGATIVE_INFINITY, 0, 0];
  return {
    earliest: (atMs) => Math.max(atMs, fromMs + gap(sent, refusals)),
    accepted: (atMs) => void ([fromMs, sent, refusals] = [atMs, sent + 1, Math.max(0, refusals - 0.2)]),
    refused(atMs) {
      refusals += 1;
      if (restarts) fromMs = atMs;
    },
  };
}

/** Refills continuously, by one token per `refillMs`. */
export function tokenBucket(capacity: number, refillMs: number): Rule {
  let [tokens, atMs] = [capacity, 0];
  const at = (nowMs: number) => Math.min(capacity, tokens + (nowMs - atMs) / refillMs);
  return {
    earliest: (nowMs) => nowMs + Math.max(0, (1 - at(nowMs)) * refillMs),
    accepted: (nowMs) => void ([tokens, atMs] = [at(nowMs) - 1, nowMs]),
  };
}

export function slidingWindow(count: number, spanMs: number): Rule {
  const arrivals: number[] = [];
  return {
    earliest: (atMs) => Math.max(atMs, (arrivals.at(-count) ?? Number.NEGATIVE_INFINITY) + spanMs),
    accepted: (atMs) => void arrivals.push(atMs),
  };
}

export function fixedWindow(count: number, spanMs: number): Rule {
  let [window, used] = [-1, 0];
  const windowOf = (atMs: number) => Math.floor(atMs / spanMs);
  return {
    earliest: (atMs) => (windowOf(atMs) === window && used >= count ? (window + 1) * spanMs : atMs),
    accepted: (atMs) => void ([window, used] = [windowOf(atMs), windowOf(atMs) === window ? used + 1 : 1]),
  };
}
