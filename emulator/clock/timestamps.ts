// Timestamps of the control interface.

/** The limit of the clock; lifetimes counted from here are still valid dates. */
export const latestTimeMs = Date.UTC(9000, 0);

/** ISO 8601 in UTC. */
export const isoTime = (atMs: number): string => new Date(atMs).toISOString();

export const isoTimeOrNull = (atMs: number | null): string | null => (atMs === null ? null : isoTime(atMs));
