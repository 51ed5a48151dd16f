// Pauses after failures: our own, which grow, and those that a service asks for.

/** The pause after so many failures in a row: `leastMs` after the first, doubled by each further one up to `mostMs`. */
export const backoffMs = (failures: number, leastMs: number, mostMs: number) =>
  Math.min(mostMs, leastMs * 2 ** Math.max(0, failures - 1));

/** A longer pause than this is not believed at once: then the service is asked again. */
export const MAX_PAUSE_MS = 3_600_000;

export type Refusal = { readonly endedAt: number; readonly retryAfterMs: number | null };

/** What of a `Retry-After` is believed; null without one. */
export const believedMs = (retryAfterMs: number | null) =>
  retryAfterMs === null ? null : Math.min(MAX_PAUSE_MS, Math.max(0, retryAfterMs));

/** What the service asks for, once; where that did not do (Retry-After: 0, a clock that is wrong), `ownMs` at least. */
export function pausedUntil({ endedAt, retryAfterMs }: Refusal, inARow: number, ownMs: number): number {
  const askedMs = believedMs(retryAfterMs);
  return endedAt + (askedMs !== null && inARow === 1 ? askedMs : Math.max(askedMs ?? 0, ownMs));
}
