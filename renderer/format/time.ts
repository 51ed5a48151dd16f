// Formats times in the zone that the pilot chose (UTC, local time or both), days and months such as `2026-10-12` and
// `2026-10`, which are never converted, and durations.
import { durationMessage } from '../../main/messages/duration.ts';
import { createTimeFormat } from '../../main/messages/time-format.ts';
import { perLocale, text, timeFormat } from '../text.ts';

/** `14:02:16Z`. */
export const clockText = (at: number) => timeFormat().second(at);

/** `12 May 2026, 14:02:16Z`. */
export const fullDateTime = (at: number) => timeFormat().full(at);

/** Today `14:02:16Z`, another day `12 May, 14:02Z`, for narrow places. */
export const shortDateTime = (at: number, now: number) => timeFormat().short(at, now);

/** `12 May 2026`. */
export const dateText = (at: number) => timeFormat().day(at);

const inBoth = perLocale((locale) => createTimeFormat(locale, 'both'));

/** `12 May 2026, 14:02:16Z (16:02:16 LT)`, for tooltips, regardless of the chosen zone. */
export const bothZones = (at: number) => inBoth().full(at);

// Formats days and months such as `2026-10-12` and `2026-10`, never converted between time zones.

const styles = {
  /** `20 Nov`. */
  short: { day: '2-digit', month: 'short' },
  /** `20 Nov 2026`. */
  full: { day: 'numeric', month: 'short', year: 'numeric' },
  /** `Friday, 20 November 2026`. */
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  shortMonth: { month: 'short' },
  weekday: { weekday: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
type Style = keyof typeof styles;

const formats = perLocale((locale) => {
  const formatOf = (style: Style) => new Intl.DateTimeFormat(locale, { ...styles[style], timeZone: 'UTC' });
  return Object.fromEntries(Object.keys(styles).map((style) => [style, formatOf(style as Style)])) as Record<
    Style,
    Intl.DateTimeFormat
  >;
});

/** Formats a day. Returns text that isn't a day unchanged. */
export function dayText(day: string, as: Style = 'full'): string {
  const at = Date.parse(day);
  return Number.isNaN(at) ? day : formats()[as].format(at);
}

/** `October 2026`. */
export const monthText = (month: string) => dayText(`${month}-01`, 'month');
/** `Oct`. */
export const shortMonthText = (month: string) => dayText(`${month}-01`, 'shortMonth');

/** On which day a week begins in a locale: 0 is Sunday. A browser that doesn't know begins on Monday. */
export function firstWeekdayIn(locale: string): number {
  const region: Intl.Locale & { getWeekInfo?(): { firstDay: number } } = new Intl.Locale(locale);
  return (region.getWeekInfo?.().firstDay ?? 1) % 7;
}

export const firstWeekday = perLocale(firstWeekdayIn);

/** Formats minutes as in a logbook: `6:47`. */
export const clockTime = (minutes: number) => {
  const whole = Math.round(Math.abs(minutes));
  return `${minutes < 0 ? '-' : ''}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};

// Formats durations in milliseconds.

const secondMs = 1000;
const minuteMs = 60 * secondMs;

const twoDigits = (n: number) => String(n).padStart(2, '0');

/** `0:05`, `12:00`, `1:02:03`; never below zero. Rounded up, so that `0:00` means now. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / secondMs));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return h > 0 ? `${h}:${twoDigits(m)}:${twoDigits(s)}` : `${m}:${twoDigits(s)}`;
}

/** `20 s`, `4 min`, `2 h 10 min`, `3 d 4 h`: the two largest units that matter, rounded down. */
export const span = (ms: number): string => text(durationMessage(ms));

/** The same, rounded up to a minute. */
export const wholeSpan = (ms: number): string => span(Math.ceil(ms / minuteMs) * minuteMs);
