// Groups the days of the last year into weeks for the calendar. Pure.
import type { LogbookStatistics } from '../../../main/contract/logbook.ts';
import { addDays } from '../logbook-address.ts';

type DayCount = LogbookStatistics['days'][number];

type CalendarWeeks = {
  /** The first day. */
  readonly first: string;
  /** From Sunday to Saturday; null before the first and after the last day. */
  readonly weeks: readonly (readonly (DayCount | null)[])[];
  /** The months, each with the index of its first week. */
  readonly months: readonly { readonly week: number; readonly month: string }[];
  readonly flights: number;
  readonly daysFlown: number;
  readonly longestStreak: number;
};

const DAYS = 365;

/** Returns the year that ends with `last`, a day such as `2026-11-20`. */
export function calendarOf(days: readonly DayCount[], last: string): CalendarWeeks {
  const counts = new Map(days.map(({ day, flights }) => [day, flights]));
  const first = addDays(last, 1 - DAYS);
  const sunday = addDays(first, -new Date(first).getUTCDay());
  const weeks: (DayCount | null)[][] = [];
  const months: { week: number; month: string }[] = [];
  let [flights, daysFlown, streak, longestStreak] = [0, 0, 0, 0];
  for (let day = sunday, at = 0; day <= last; day = addDays(day, 1), at += 1) {
    const week = Math.floor(at / 7);
    weeks[week] ??= [];
    if (day < first) {
      weeks[week].push(null);
      continue;
    }
    const count = counts.get(day) ?? 0;
    weeks[week].push({ day, flights: count });
    if (months.at(-1)?.month !== day.slice(0, 7)) months.push({ week, month: day.slice(0, 7) });
    flights += count;
    daysFlown += count > 0 ? 1 : 0;
    streak = count > 0 ? streak + 1 : 0;
    longestStreak = Math.max(longestStreak, streak);
  }
  return { first, weeks, months, flights, daysFlown, longestStreak };
}
