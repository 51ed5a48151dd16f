// The service's rate limit: how many requests any 60 seconds may contain, and when the next one may start. Pure; times
// are monotonic.

export const windowMs = 60_000;

/** Documented limits per application and pilot. */
export const documentedLimits = { withSubscription: 60, readsWithoutSubscription: 10 } as const;

/** Reads that are reserved even behind a thousand waiting reports. */
const leastReads = 2;

/**
 * The earliest time at which one more request keeps every window of 60 s within `limit`. `ends` are the times at which
 * earlier answers came, oldest first: the service counted each request no later than that, so that a request 60 s after
 * the end of the one `limit` places before is always safe.
 */
export function earliestWithinLimit(ends: readonly number[], limit: number, now: number): number {
  if (limit <= 0) return Number.POSITIVE_INFINITY;
  const blocking = ends[ends.length - limit];
  return blocking === undefined ? now : Math.max(now, blocking + windowMs);
}

/** How many requests may still start at `now`. */
export const requestsLeft = (ends: readonly number[], limit: number, now: number) =>
  Math.max(0, limit - ends.filter((end) => end + windowMs > now).length);

type Reports = { readonly waiting: number; readonly paceMs: number };

/** How many of the waiting reports are uploaded within a minute. */
export const uploadsWithinMinute = ({ waiting, paceMs }: Reports) =>
  Math.min(waiting, Math.ceil(windowMs / Math.max(1, paceMs)));

/** How many reads a minute leave all waiting reports their slots. */
export const readsBeside = (reports: Reports) =>
  Math.max(leastReads, documentedLimits.withSubscription - uploadsWithinMinute(reports));

/** A read that would take a report's slot is decided again after this time at the earliest. */
const readAgainMs = 250;

/**
 * The earliest time from `at` on for a read that leaves each planned upload its slot: at the time of each, the read and
 * the uploads up to it fit within `limit` beside what still counts then. At least two reads a minute are possible.
 * @param sent the ends of earlier requests, and of the reads among them, oldest first
 * @param uploads planned times, earliest first
 */
export function earliestReadBeside(
  sent: { readonly ends: readonly number[]; readonly reads: readonly number[] },
  uploads: readonly number[],
  limit: number,
  at: number,
): number {
  const crowded = uploads.findLast(
    (time, before) =>
      time < at + windowMs && sent.ends.filter((end) => end + windowMs > time).length + before + 2 > limit,
  );
  if (crowded === undefined) return at;
  return Math.min(Math.max(crowded, at + readAgainMs), earliestWithinLimit(sent.reads, leastReads, at));
}
