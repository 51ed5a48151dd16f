// Dates and times in UTC. `Z` is the aviation sign of UTC, written by the messages.
import { locale } from './number.ts';

const format = (options: Intl.DateTimeFormatOptions): ((ms: number) => string) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format;

/** `14:02:11` */
export const clockTime = format({ timeStyle: 'medium' });

/** `14:02:11.043` */
export const clockTimeExactly = format({
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** `12 May 2026` */
export const day = format({ dateStyle: 'medium' });

/** `12 May 2026, 14:02:11` */
export const dateTime = format({ dateStyle: 'medium', timeStyle: 'medium' });

/** `12 May 2026, 14:02:11.043` */
export const dateTimeExactly = format({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** The time only on the same day, otherwise with the date. */
export const shortDateTime = (ms: number, nowMs: number): string =>
  day(ms) === day(nowMs) ? clockTime(ms) : dateTime(ms);
