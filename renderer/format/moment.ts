// Moments as pilots read them: UTC with Z and a 24-hour clock on the strip, the pilot's own time on hover.
// All take milliseconds since 1970.
import { perLocale, t } from '../text.ts';

const hourAndMinute = { hour: '2-digit', minute: '2-digit' } as const;
const withSeconds = { ...hourAndMinute, second: '2-digit' } as const;
const dayAndMonth = { day: 'numeric', month: 'short' } as const;

const formatterOf = perLocale(
  (locale) => (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { hourCycle: 'h23', ...options }),
);
const formatter = (options: Intl.DateTimeFormatOptions) => formatterOf()(options);

const utc = perLocale(() => ({
  time: formatter({ ...withSeconds, timeZone: 'UTC' }),
  minute: formatter({ ...hourAndMinute, timeZone: 'UTC' }),
  day: formatter({ ...dayAndMonth, timeZone: 'UTC' }),
  dayAndMinute: formatter({ ...dayAndMonth, ...hourAndMinute, timeZone: 'UTC' }),
  full: formatter({ ...dayAndMonth, year: 'numeric', ...withSeconds, timeZone: 'UTC' }),
}));

/** `14:02:16` in UTC. */
export const utcTime = (at: number) => utc().time.format(at);

/** `14:02` in UTC. */
export const utcMinute = (at: number) => utc().minute.format(at);

/** `20 Nov` in UTC. */
export const utcDay = (at: number) => utc().day.format(at);

/** `20 Nov 2026, 14:02:16Z`. */
export const utcFull = (at: number) => t('window.time.utc', { time: utc().full.format(at) });

/** The pilot's own zone, with its name: `Sat 21 Nov, 15:02:16 CET`. */
export function localMoment(at: number, timeZone?: string): string {
  return formatter({ weekday: 'short', ...dayAndMonth, ...withSeconds, timeZoneName: 'short', timeZone }).format(at);
}

const DAY_MS = 86_400_000;
export const isSameUtcDay = (a: number, b: number) => Math.floor(a / DAY_MS) === Math.floor(b / DAY_MS);

/** Today as `14:02:16`, another day as `20 Nov, 14:02`; both in UTC. */
export function shortMoment(at: number, now: number): string {
  return isSameUtcDay(at, now) ? utcTime(at) : utc().dayAndMinute.format(at);
}

/** In the pilot's own zone: today `16:02:11`, another day `20 Nov, 16:02`, another year `20 Nov 2025, 16:02`. */
export function localShort(at: number, now: number, timeZone?: string): string {
  const isEqual = (options: Intl.DateTimeFormatOptions) => {
    const format = formatter({ ...options, timeZone });
    return format.format(at) === format.format(now);
  };
  const year = { year: 'numeric' } as const;
  if (isEqual({ ...dayAndMonth, ...year })) return formatter({ ...withSeconds, timeZone }).format(at);
  return formatter({ ...dayAndMonth, ...(!isEqual(year) && year), ...hourAndMinute, timeZone }).format(at);
}

/** The name of the pilot's own zone: `CET`, `GMT+5:30`. */
export function localZone(at: number, timeZone?: string): string {
  const parts = formatter({ timeZoneName: 'short', timeZone }).formatToParts(at);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? 'UTC';
}
