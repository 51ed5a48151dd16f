// The service's rate limit as a rule: how many requests any 60 seconds may hold, and when the next one may go.
// Pure functions over moments on the monotonic clock.

export const WINDOW_MS = 60_000;

/** Documented limits per pair of application and pilot. */
export const documentedLimits = { withSubscription: 60, readsWithoutSubscription: 10 } as const;

/** Who waits behind a thousand reports still wants to see now and then what became of the others. */
const LEAST_READS = 2;

/**
 * The earliest moment at which one more request keeps every window of 60 s within `limit`.
 * `ends` are the moments at which the answers of earlier requests came, oldest first: the service counted each of them
 * no later than that, so that a request which starts 60 s after the end of the one `limit` places before it is always safe.
 */
export function earliestWithinLimit(ends: readonly number[], limit: number, now: number): number {
  if (limit <= 0) return Number.POSITIVE_INFINITY;
  const blocking = ends[ends.length - limit];
  return blocking === undefined ? now : Math.max(now, blocking + WINDOW_MS);
}

/** How many requests may still go at `now`. */
export const requestsLeft = (ends: readonly number[], limit: number, now: number) =>
  Math.max(0, limit - ends.filter((end) => end + WINDOW_MS > now).length);

/** How many reads a minute may hold so that no report has to wait for one: what the reports cannot use anyway. */
export function readsBeside(reports: { readonly waiting: number; readonly paceMs: number }): number {
  const uploading = Math.min(reports.waiting, Math.ceil(WINDOW_MS / Math.max(1, reports.paceMs)));
  return Math.max(LEAST_READS, documentedLimits.withSubscription - uploading);
}
