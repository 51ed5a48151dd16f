// Periods that end today. Days are texts such as `2026-10-12`, compared and counted in UTC. Pure.

export const periods = ['28d', '12m', 'year'] as const;
export type Period = (typeof periods)[number];

const DAY_MS = 86_400_000;
export const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
export const addDays = (day: string, days: number) => dayOf(Date.parse(day) + days * DAY_MS);

/** Returns the first day of a period. The end is open, so that a flight dated tomorrow in UTC is not hidden. */
export function periodDays(period: Period, today: string): { from: string; to: null } {
  const [year = '', month = '', day = ''] = today.split('-');
  switch (period) {
    case '28d':
      return { from: addDays(today, -27), to: null };
    case '12m': {
      // The day after today, a year ago. Date.UTC moves a 29 or 30 February that doesn't exist into March.
      const before = Date.UTC(Number(year) - 1, Number(month) - 1, Number(day) + 1);
      return { from: dayOf(before), to: null };
    }
    case 'year':
      return { from: `${year}-01-01`, to: null };
  }
}

/** Returns the first and last day of a calendar year or month, `2026` or `2026-10`. */
export function daysOf(span: string): { from: string; to: string } {
  const [year = '', month] = span.split('-');
  if (month === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` };
  return { from: `${span}-01`, to: dayOf(Date.UTC(Number(year), Number(month), 0)) };
}

/** Returns the calendar year or month that two days span exactly, or null. */
export function spanOf(from: string | null, to: string | null): string | null {
  if (from === null || to === null) return null;
  const [year, month] = [from.slice(0, 4), from.slice(0, 7)];
  return [year, month].find((span) => daysOf(span).from === from && daysOf(span).to === to) ?? null;
}
