// Timestamps of the control interface.

/** The limit of the clock; lifetimes counted from here are still valid dates. */
export const latestMomentMs = Date.UTC(9000, 0);

/** ISO 8601 in UTC. */
export const isoMoment = (atMs: number): string => new Date(atMs).toISOString();

export const isoMomentOrNull = (atMs: number | null): string | null => (atMs === null ? null : isoMoment(atMs));
