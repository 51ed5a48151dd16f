// When a refresh token may be sent: pure rules over ages and counts (25, 26).

/** The document shows 900 s; used where an answer does not say, and outranked by a 401. */
export const documentedLifetimeMs = 900_000;

export type Freshness = 'fresh' | 'due' | 'expired';

const dueAfterMs = (lifetimeMs: number) => Math.floor((lifetimeMs * 2) / 3);

export function freshnessOf(lifetimeMs: number, ageMs: number): Freshness {
  if (ageMs >= lifetimeMs) return 'expired';
  return ageMs >= dueAfterMs(lifetimeMs) ? 'due' : 'fresh';
}

/** After a lost answer once more, and only when there is nothing left to lose: used twice, it ends the whole consent. */
export function mayRefresh(freshness: Freshness, refreshesUnconfirmed: number): 'yes' | 'later' | 'never' {
  if (refreshesUnconfirmed >= 2) return freshness === 'expired' ? 'never' : 'later';
  if (refreshesUnconfirmed === 1) return freshness === 'expired' ? 'yes' : 'later';
  return freshness === 'fresh' ? 'later' : 'yes';
}

/** No pause of our own is longer; one that the service asks for may be. */
export const maxBackoffMs = 120_000;

/**
 * Pause before the next try after an answer that did nothing: 5 s doubling to 2 minutes (reports that
 * wait for a token wait no longer than those that wait for the way), or what the service asked.
 */
export const retryBackoffMs = (triesInVain: number, askedMs: number | null) =>
  Math.max(askedMs ?? 0, Math.min(5_000 * 2 ** Math.max(0, triesInVain - 1), maxBackoffMs));

/**
 * When the next renewal falls due by itself, in ms of age. In doubt only at the end of the lifetime (25). A lifetime of
 * seconds is not kept up for nobody: then whoever needs a token asks for it.
 */
export const refreshesAtMs = (lifetimeMs: number, refreshesUnconfirmed: number) =>
  refreshesUnconfirmed > 0 ? lifetimeMs : Math.max(dueAfterMs(lifetimeMs), leastTimeBetweenMs);

const leastTimeBetweenMs = 10_000;
