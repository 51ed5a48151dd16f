// Moments as the control interface writes them.

/** Beyond this the clock does not go: lifetimes counted from here still have a date. */
export const latestMomentMs = Date.UTC(9000, 0);

/** ISO 8601 in UTC. */
export const isoMoment = (atMs: number): string => new Date(atMs).toISOString();

export const isoMomentOrNull = (atMs: number | null): string | null => (atMs === null ? null : isoMoment(atMs));
