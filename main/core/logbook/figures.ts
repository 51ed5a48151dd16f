// Figures of the logbook from the rows of its queries, as pure functions: months without gaps, the median delay, streaks,
// bins, routes.
import {
  mostRoutesShown,
  onTimeMin,
  type LogbookMap,
  type LogbookMonth,
  type LogbookStatistics,
  type LogbookTotals,
} from '../../contract/logbook.ts';
import { aircraftName } from './aircraft-types.ts';
import type { Airports } from './airports.ts';

export type DayFigures = {
  readonly day: string;
  readonly flights: number;
  readonly minutes: number;
  readonly points: number;
};
export type RouteFigures = {
  readonly from: string;
  readonly to: string;
  readonly flights: number;
  readonly minutes: number;
};
/** How many flights have this delay. Ascending. */
export type DelayFigures = { readonly delayMin: number; readonly flights: number };
export type TypeFigures = { readonly type: string; readonly flights: number; readonly minutes: number };

/** A month of the answer, before it is known whether all of its flights have been read. */
type MonthFigures = Omit<LogbookMonth, 'isFinal'>;

const top = 12;
const binMin = 5;
const binsFrom = -30;
const binsTo = 120;

/** Months with flights, oldest first. */
export function monthsOf(days: readonly DayFigures[]): MonthFigures[] {
  const months = new Map<string, MonthFigures>();
  for (const { day, flights, minutes, points } of days) {
    const month = day.slice(0, 7);
    const known = months.get(month) ?? { month, flights: 0, minutes: 0, points: 0 };
    months.set(month, known);
    known.flights += flights;
    known.minutes += minutes;
    known.points += points;
  }
  return [...months.values()].toSorted((one, other) => (one.month < other.month ? -1 : 1));
}

/** From the first to the last month, with those without flights between them. */
export function withoutGaps(months: readonly MonthFigures[]): MonthFigures[] {
  const all: MonthFigures[] = [];
  for (const month of months) {
    for (let last = all.at(-1); last !== undefined && nextMonth(last.month) < month.month; last = all.at(-1)) {
      all.push({ month: nextMonth(last.month), flights: 0, minutes: 0, points: 0 });
    }
    all.push(month);
  }
  return all;
}

function nextMonth(month: string): string {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  return number === 12
    ? `${String(year + 1).padStart(4, '0')}-01`
    : `${month.slice(0, 4)}-${String(number + 1).padStart(2, '0')}`;
}

export function delayOf(delays: readonly DelayFigures[]): LogbookTotals['delay'] {
  const known = delays.reduce((sum, { flights }) => sum + flights, 0);
  const onTime = delays.reduce((sum, { delayMin, flights }) => sum + (delayMin <= onTimeMin ? flights : 0), 0);
  /** The value of this place in the order, from 0. */
  function at(place: number): number {
    let passed = 0;
    for (const { delayMin, flights } of delays) {
      passed += flights;
      if (place < passed) return delayMin;
    }
    return 0;
  }
  const medianMin = known === 0 ? null : (at(Math.floor((known - 1) / 2)) + at(Math.floor(known / 2))) / 2;
  return { known, onTime, medianMin };
}

/** Every bin from the first to the last, with those without flights. */
export function delayBins(delays: readonly DelayFigures[]): LogbookStatistics['delays'] {
  const bins = Array.from({ length: (binsTo - binsFrom) / binMin + 1 }, (_, index) => ({
    fromMin: binsFrom + index * binMin,
    flights: 0,
  }));
  for (const { delayMin, flights } of delays) {
    const index = Math.floor((delayMin - binsFrom) / binMin);
    bins[Math.min(Math.max(index, 0), bins.length - 1)]!.flights += flights;
  }
  return bins;
}

type Streak = NonNullable<NonNullable<LogbookStatistics['records']>['longestStreak']>;

/** @param days with flights, ascending */
export function longestStreak(days: readonly string[]): Streak | null {
  let longest: Streak | null = null;
  let from = '';
  let length = 0;
  let dayBefore = Number.NaN;
  for (const day of days) {
    const at = Date.parse(day) / 86_400_000;
    length = at === dayBefore + 1 ? length + 1 : 1;
    if (length === 1) from = day;
    dayBefore = at;
    if (longest === null || length > longest.days) longest = { from, to: day, days: length };
  }
  return longest;
}

/** @param types most hours first */
export function topAircraft(types: readonly TypeFigures[]): LogbookStatistics['aircraft'] {
  const rest = types.slice(top);
  const sum = (key: 'flights' | 'minutes') => rest.reduce((total, one) => total + one[key], 0);
  return {
    top: types.slice(0, top).map((one) => ({ ...one, name: aircraftName(one.type) })),
    others: { types: rest.length, flights: sum('flights'), minutes: sum('minutes') },
  };
}

/** Routes by pair, in either direction, most flown first; named in the direction that was flown more often. */
export function pairsOf(routes: readonly RouteFigures[]): RouteFigures[] {
  const pairs = new Map<string, { named: RouteFigures; flights: number; minutes: number }>();
  for (const route of routes) {
    const key = route.from < route.to ? `${route.from} ${route.to}` : `${route.to} ${route.from}`;
    const pair = pairs.get(key) ?? { named: route, flights: 0, minutes: 0 };
    pairs.set(key, pair);
    if (route.flights > pair.named.flights) pair.named = route;
    pair.flights += route.flights;
    pair.minutes += route.minutes;
  }
  return [...pairs.values()]
    .map(({ named: { from, to }, flights, minutes }) => ({ from, to, flights, minutes }))
    .toSorted((one, other) => other.flights - one.flights || (one.from < other.from ? -1 : 1));
}

export const topRoutes = (routes: readonly RouteFigures[]): LogbookStatistics['routes'] =>
  pairsOf(routes)
    .slice(0, top)
    .map(({ from, to, flights }) => ({ from, to, flights }));

/** `flights`: a flight back to its departure counts once. */
type Visits = { departures: number; arrivals: number; flights: number };
export function visitsOf(routes: readonly RouteFigures[]): [code: string, Visits][] {
  const visits = new Map<string, Visits>();
  const of = (code: string) => {
    const known = visits.get(code) ?? { departures: 0, arrivals: 0, flights: 0 };
    visits.set(code, known);
    return known;
  };
  for (const { from, to, flights } of routes) {
    of(from).departures += flights;
    of(to).arrivals += flights;
    of(from).flights += flights;
    if (to !== from) of(to).flights += flights;
  }
  return [...visits];
}

const byVisits = (one: readonly [string, Visits], other: readonly [string, Visits]) =>
  other[1].departures + other[1].arrivals - one[1].departures - one[1].arrivals || (one[0] < other[0] ? -1 : 1);

export const topAirports = (routes: readonly RouteFigures[], airports: Airports): LogbookStatistics['airports'] =>
  visitsOf(routes)
    .toSorted(byVisits)
    .slice(0, top)
    .map(([code, { departures, arrivals }]) => ({
      code,
      name: airports.find(code)?.name ?? null,
      city: airports.find(code)?.city ?? null,
      visits: departures + arrivals,
    }));

/** @param routes with both ends */
export function mapOf(
  routes: readonly RouteFigures[],
  withoutRoute: number,
  airports: Airports,
  mostRoutes = mostRoutesShown,
): LogbookMap {
  const visits = visitsOf(routes).toSorted(byVisits);
  const places = new Map<string, number>();
  const shown: LogbookMap['airports'] = [];
  const unknown: LogbookMap['unknown'] = [];
  for (const [code, { departures, arrivals, flights }] of visits) {
    const airport = airports.find(code);
    if (airport) places.set(code, shown.push({ ...airport, departures, arrivals }) - 1);
    else unknown.push({ code, flights });
  }
  const drawn = pairsOf(routes).flatMap(({ from, to, flights, minutes }) => {
    const [a, b] = [places.get(from), places.get(to)];
    if (a === undefined || b === undefined) return [];
    return [{ a, b, flights, minutes, distanceNm: airports.distanceNm(from, to) ?? 0 }];
  });
  return { airports: shown, routes: drawn.slice(0, mostRoutes), unknown, withoutRoute, routeCount: drawn.length };
}
