// Which flights to poll next. One listing covers every flight within a hundred records, so that hundreds are followed
// with few requests. Young flights are polled often, old ones rarely, completed ones never.

export type Watched = { readonly id: number; readonly firstSeenAt: number; readonly polledAt: number };

export type Poll =
  | { readonly kind: 'list'; readonly beforeId: number; readonly limit: number; readonly ids: readonly number[] }
  | { readonly kind: 'read'; readonly id: number };

/** The service's longest page (A4). */
export const pageSize = 100;
/** New records that may have appeared in the meantime. */
const margin = 5;

/**
 * How long after its last poll a flight is due again, by its age. With more flights than the rate limit allows, it
 * takes longer.
 */
export function pollEveryMs(ageMs: number): number {
  if (ageMs < 10 * 60_000) return 5_000;
  if (ageMs < 3 * 24 * 3_600_000) return 10_000;
  if (ageMs < 14 * 24 * 3_600_000) return 5 * 60_000;
  return 3_600_000;
}

/** The known records, which estimate how far a page reaches. */
export type KnownRecords = {
  /** The lowest id of this many records from this one downwards. */
  reach(fromId: number, records: number): number;
  /** How many there are from `lowId` to `highId`. */
  between(lowId: number, highId: number): number;
};

/** Flights that one request can poll. */
type Group = { readonly flights: readonly Watched[]; readonly urgency: number };

/**
 * The poll that is most overdue, as a share of its own interval, or how long until one is due.
 * @param open newest first
 */
export function nextPoll(
  open: readonly Watched[],
  now: number,
  records: KnownRecords,
): { readonly poll: Poll } | { readonly inMs: number } {
  let inMs = Number.POSITIVE_INFINITY;
  for (const flight of open) {
    // Polled in the future: the clock was set back since, so the time is meaningless.
    const sinceMs = flight.polledAt > now ? Number.POSITIVE_INFINITY : now - flight.polledAt;
    inMs = Math.min(inMs, pollEveryMs(now - flight.firstSeenAt) - sinceMs);
  }
  if (inMs > 0) return { inMs };
  let most: Group | null = null;
  for (const group of groupsOf(open, now, records)) if (!most || group.urgency > most.urgency) most = group;
  const flights = most!.flights;
  const highId = flights[0]!.id;
  if (flights.length === 1) return { poll: { kind: 'read', id: highId } };
  const span = records.between(flights.at(-1)!.id, highId);
  const limit = Math.min(pageSize, Math.max(span, flights.length) + margin);
  return { poll: { kind: 'list', beforeId: highId + 1, limit, ids: flights.map((flight) => flight.id) } };
}

/** Split from the newest downwards, which makes the fewest pages. */
function groupsOf(open: readonly Watched[], now: number, records: KnownRecords): Group[] {
  const groups: { flights: Watched[]; urgency: number }[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  for (const flight of open) {
    if (flight.id < lowest) {
      lowest = records.reach(flight.id, pageSize);
      groups.push({ flights: [], urgency: 0 });
    }
    const group = groups.at(-1)!;
    group.flights.push(flight);
    // A clock that was set back must not delay a poll.
    const sinceMs = flight.polledAt > now ? Number.POSITIVE_INFINITY : now - flight.polledAt;
    group.urgency = Math.max(group.urgency, sinceMs / pollEveryMs(now - flight.firstSeenAt));
  }
  return groups;
}
