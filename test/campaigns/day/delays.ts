// How late changes are seen, measured in three ways.
//
// The best any schedule could do: an oracle that knows when every flight changes has its request arrive exactly then.
// The answer's way back is 50 ms at its quickest. That is earlier than any schedule within the budget: where more
// flights change than a minute has requests, even the oracle would come later, which is left out in its favour.
//
// A poll: one request of those that a minute allows reads, spread evenly: a second at 60 a minute, six seconds at 10. A
// poll of all: as many requests as the fewest listings of a hundred that hold every open flight. Without knowing which
// flight changes next, all of them are needed: an adversary who always changes a flight on the page that was read
// longest ago makes any schedule that late.
import type { Change } from './day-service.ts';

const quickestWayBackMs = 50;

export type Spread = { readonly median: number; readonly late: number; readonly worst: number };
export type Delays = {
  readonly seconds: Spread;
  readonly polls: Spread;
  readonly pollsOfAll: Spread;
  readonly unseen: number;
};

/** @param endMs changes in the last quarter of an hour may still be unseen, and are excluded */
export function delaysOf(changes: readonly Change[], readsPerMinute: number, endMs: number): Delays {
  const counted = changes.filter((one) => one.atMs < endMs - 15 * 60_000);
  const pollMs = 60_000 / readsPerMinute;
  const late = (one: Change) => (one.seenAtMs ?? Number.POSITIVE_INFINITY) - one.atMs - quickestWayBackMs;
  return {
    seconds: spreadOf(counted.map((one) => late(one) / 1_000)),
    polls: spreadOf(counted.map((one) => late(one) / pollMs)),
    pollsOfAll: spreadOf(counted.map((one) => late(one) / pollMs / Math.max(1, one.pages))),
    unseen: counted.filter((one) => one.seenAtMs === null).length,
  };
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.ceil((sorted.length - 1) * share)] ?? 0;
  return { median: at(0.5), late: at(0.95), worst: at(1) };
}
