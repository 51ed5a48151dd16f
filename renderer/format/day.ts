// Formats days and months such as `2026-10-12` and `2026-10`, never converted between time zones.
import { perLocale } from '../text.ts';

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

/** Formats minutes as in a logbook: `6:47`. */
export const clockTime = (minutes: number) => {
  const whole = Math.round(Math.abs(minutes));
  return `${minutes < 0 ? '-' : ''}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};
