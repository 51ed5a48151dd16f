// Days and months as the record has them, `2026-10-12` and `2026-10`: never converted between time zones.
import { locale } from '../text.ts';

const style = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
const styles = {
  /** `20 Nov`. */
  short: style({ day: '2-digit', month: 'short' }),
  /** `20 Nov 2026`. */
  full: style({ day: 'numeric', month: 'short', year: 'numeric' }),
  /** `Friday, 20 November 2026`. */
  long: style({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  month: style({ month: 'long', year: 'numeric' }),
  shortMonth: style({ month: 'short' }),
  weekday: style({ weekday: 'short' }),
};

/** Writes a day; text that is no day as it came. */
export function dayText(day: string, as: keyof typeof styles = 'full'): string {
  const at = Date.parse(day);
  return Number.isNaN(at) ? day : styles[as].format(at);
}

/** `October 2026`. */
export const monthText = (month: string) => dayText(`${month}-01`, 'month');
/** `Oct`. */
export const shortMonthText = (month: string) => dayText(`${month}-01`, 'shortMonth');

/** Minutes as a logbook writes them: `6:47`. */
export const clockTime = (minutes: number) => {
  const whole = Math.round(Math.abs(minutes));
  return `${minutes < 0 ? '-' : ''}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};
