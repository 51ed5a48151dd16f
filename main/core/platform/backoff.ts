// Pauses after failures: our own, which grow, and those requested by a service.

/**
 * The pause after this many failures in a row: `leastMs` after the first, doubled by each further one up to `mostMs`.
 */
export const backoffMs = (failures: number, leastMs: number, mostMs: number) =>
  Math.min(mostMs, leastMs * 2 ** Math.max(0, failures - 1));

/** A longer pause is not trusted: the service is tried again after this. */
export const maxPauseMs = 3_600_000;

export type Refusal = { readonly endedAt: number; readonly retryAfterMs: number | null };

/** The trusted part of a `Retry-After`; null without one. */
export const believedMs = (retryAfterMs: number | null) =>
  retryAfterMs === null ? null : Math.min(maxPauseMs, Math.max(0, retryAfterMs));

/**
 * The pause requested by the service, once; if that was too short (Retry-After: 0, a wrong clock), at least `ownMs`.
 */
export function pausedUntil({ endedAt, retryAfterMs }: Refusal, inARow: number, ownMs: number): number {
  const askedMs = believedMs(retryAfterMs);
  return endedAt + (askedMs !== null && inARow === 1 ? askedMs : Math.max(askedMs ?? 0, ownMs));
}
