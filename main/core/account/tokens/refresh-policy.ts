// When a refresh token may be sent: pure rules over ages and counts (25, 26).
import { backoffMs } from '../../platform/backoff.ts';

/** The documented lifetime, 900 s; used if an answer has none, and outranked by a 401. */
export const documentedLifetimeMs = 900_000;

export type Freshness = 'fresh' | 'due' | 'expired';

const dueAfterMs = (lifetimeMs: number) => Math.floor((lifetimeMs * 2) / 3);

export function freshnessOf(lifetimeMs: number, ageMs: number): Freshness {
  if (ageMs >= lifetimeMs) return 'expired';
  return ageMs >= dueAfterMs(lifetimeMs) ? 'due' : 'fresh';
}

/**
 * After a lost answer once more, and only once the access token has expired: a refresh token used twice ends the whole
 * consent.
 */
export function mayRefresh(freshness: Freshness, refreshesUnconfirmed: number): 'yes' | 'later' | 'never' {
  if (refreshesUnconfirmed >= 2) return freshness === 'expired' ? 'never' : 'later';
  if (refreshesUnconfirmed === 1) return freshness === 'expired' ? 'yes' : 'later';
  return freshness === 'fresh' ? 'later' : 'yes';
}

/** Our own longest backoff; the service may request a longer one. */
export const maxBackoffMs = 120_000;

/** The backoff after an answer that did nothing: 5 s, doubling to 2 minutes, or what the service requested. */
export const retryBackoffMs = (triesInVain: number, askedMs: number | null) =>
  Math.max(askedMs ?? 0, backoffMs(triesInVain, 5_000, maxBackoffMs));

/**
 * The age in ms at which the next refresh is due; while an outcome is unknown, only at the end of the lifetime (25). A
 * lifetime of seconds is not kept up: the next caller refreshes it.
 */
export const refreshesAtMs = (lifetimeMs: number, refreshesUnconfirmed: number) =>
  refreshesUnconfirmed > 0 ? lifetimeMs : Math.max(dueAfterMs(lifetimeMs), leastTimeBetweenMs);

const leastTimeBetweenMs = 10_000;
