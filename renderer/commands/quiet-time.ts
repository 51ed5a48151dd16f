// For how long notifications can be turned off, such as during a flight.
const HOUR_MS = 3_600_000;

export const quietHours = [1, 4] as const;

/** `now`: epoch ms. */
export const quietUntil = (hours: number, now: number): number => Math.round(now + hours * HOUR_MS);
