// The two limits of the service as rules over values: requests in a sliding window, and the wait between uploads. They
// know neither the clock nor the world; whoever asks brings the moment.

import type { PairUsage } from '../world/world.ts';

/** A11: the window slides; a request leaves it exactly this long after it came. */
export const windowMs = 60_000;

/** Documented: 60 requests a minute of any kind with the subscription, 10 reads without. */
export const requestsWithSubscription = 60;
export const readsWithoutSubscription = 10;

export type Decision = { allowed: true } | { allowed: false; waitMs: number };

export const freshUsage = (): PairUsage => ({ requestsAtMs: [], waitFromMs: null, lastFlightId: null });

/**
 * Whether one more request fits, and counts it if so. A11: only what passed authentication gets here; what the window
 * itself refuses counts only with `countRefused`.
 */
export function takeRequest(
  usage: PairUsage,
  nowMs: number,
  { limit, countRefused }: { limit: number; countRefused: boolean },
): Decision {
  const firstInside = usage.requestsAtMs.findIndex((atMs) => atMs > nowMs - windowMs);
  usage.requestsAtMs.splice(0, firstInside === -1 ? usage.requestsAtMs.length : firstInside);
  const inside = usage.requestsAtMs;
  const isFull = inside.length >= limit;
  if (!isFull || countRefused) inside.push(nowMs);
  // Room comes when so many have left that the limit holds with the new one.
  const leaving = inside[inside.length - limit];
  return isFull && leaving !== undefined ? { allowed: false, waitMs: leaving + windowMs - nowMs } : { allowed: true };
}

/** A10: whether the wait since the last accepted upload is over. A11: with `restarts` a refusal begins it anew. */
export function mayUpload(
  usage: PairUsage,
  nowMs: number,
  { minGapMs, restarts }: { minGapMs: number; restarts: boolean },
): Decision {
  const readyAtMs = usage.waitFromMs === null ? nowMs : usage.waitFromMs + minGapMs;
  if (nowMs >= readyAtMs) return { allowed: true };
  if (!restarts) return { allowed: false, waitMs: readyAtMs - nowMs };
  usage.waitFromMs = nowMs;
  return { allowed: false, waitMs: minGapMs };
}
