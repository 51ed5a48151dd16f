// The two limits of the service as pure functions: requests in a sliding window, and the wait between uploads.

import type { PairUsage } from '../world/world.ts';

/** A11: the length of the sliding window. */
export const windowMs = 60_000;

/** Documented: 60 requests a minute with the subscription, 10 reads without. */
export const requestsWithSubscription = 60;
export const readsWithoutSubscription = 10;

export type Decision = { allowed: true } | { allowed: false; waitMs: number };

export const freshUsage = (): PairUsage => ({ requestsAtMs: [], waitFromMs: null, lastFlightId: null });

/**
 * Decides whether another request is allowed, and counts it. A11: only authenticated requests get here; rejected ones
 * count only with `countRefused`.
 */
export function takeRequest(
  usage: PairUsage,
  nowMs: number,
  { limit, countRefused }: { limit: number; countRefused: boolean },
): Decision {
  // The machine's clock may have been set back: nothing has happened later than now.
  if (usage.requestsAtMs.at(-1)! > nowMs) usage.requestsAtMs = usage.requestsAtMs.map((atMs) => Math.min(atMs, nowMs));
  const firstInside = usage.requestsAtMs.findIndex((atMs) => atMs > nowMs - windowMs);
  usage.requestsAtMs.splice(0, firstInside === -1 ? usage.requestsAtMs.length : firstInside);
  const inside = usage.requestsAtMs;
  const isFull = inside.length >= limit;
  if (!isFull || countRefused) inside.push(nowMs);
  // The request that has to leave the window first.
  const leaving = inside[inside.length - limit];
  return isFull && leaving !== undefined ? { allowed: false, waitMs: leaving + windowMs - nowMs } : { allowed: true };
}

/** A10: whether the wait since the last accepted upload is over. A11: with `restarts`, a rejection restarts it. */
export function mayUpload(
  usage: PairUsage,
  nowMs: number,
  { minGapMs, restarts }: { minGapMs: number; restarts: boolean },
): Decision {
  if (usage.waitFromMs !== null) usage.waitFromMs = Math.min(usage.waitFromMs, nowMs);
  const readyAtMs = usage.waitFromMs === null ? nowMs : usage.waitFromMs + minGapMs;
  if (nowMs >= readyAtMs) return { allowed: true };
  if (!restarts) return { allowed: false, waitMs: readyAtMs - nowMs };
  usage.waitFromMs = nowMs;
  return { allowed: false, waitMs: minGapMs };
}
