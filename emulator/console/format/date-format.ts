// Dates and times in UTC.

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `14:02:11` */
export const clockTime = (ms: number): string => new Date(ms).toISOString().slice(11, 19);

/** `14:02:11.043` */
export const clockTimeExactly = (ms: number): string => new Date(ms).toISOString().slice(11, 23);

/** `12 May 2026` */
export function day(ms: number): string {
  const date = new Date(ms);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** The time only on the same day, otherwise with the date. */
export const shortDateTime = (ms: number, nowMs: number): string =>
  day(ms) === day(nowMs) ? clockTime(ms) : `${day(ms)}, ${clockTime(ms)}`;
