// What the logbook sums up over the flights of a filter: totals, months, statistics, the map, and what can be chosen.
// The database groups; figures.ts does the rest.
import type { LogbookChoices, LogbookMap, LogbookStatistics, LogbookTotals } from '../../contract/logbook.ts';
import { statusNumber } from '../storage/database/schema.ts';
import type { Airports } from './airports.ts';
import * as figures from './figures.ts';
import { keyColumns, type FlightKey, type Flights } from './rows.ts';

/** Points of archived flights don't count. */
const countedPoints = `CASE WHEN status = ${statusNumber('archived')} THEN 0 ELSE points END`;

export const countOf = (flights: Flights, what = '*') => flights<{ n: number }>(`COUNT(${what}) AS n`)[0]!.n;

/** The codes that a column has, in their order. */
export const codesOf = (flights: Flights, column: string): string[] =>
  flights<{ code: string }>(`DISTINCT ${column} AS code`, `AND ${column} IS NOT NULL ORDER BY 1`).map(
    ({ code }) => code,
  );

/** The days with flights, ascending. */
export const daysOf = (flights: Flights): figures.DayFigures[] =>
  flights(
    `day, COUNT(*) AS flights, TOTAL(minutes) AS minutes, TOTAL(${countedPoints}) AS points`,
    'AND day IS NOT NULL GROUP BY day ORDER BY day',
  );

const delaysOf = (flights: Flights): figures.DelayFigures[] =>
  flights('delay_min AS delayMin, COUNT(*) AS flights', 'AND delay_min IS NOT NULL GROUP BY 1 ORDER BY 1');

/** An airport that is not known is an empty text. */
const routesOf = (flights: Flights): figures.RouteFigures[] =>
  flights(
    `IFNULL(icao_out, '') AS "from", IFNULL(icao_in, '') AS "to", COUNT(*) AS flights, TOTAL(minutes) AS minutes`,
    'GROUP BY icao_out, icao_in',
  );
const hasBothEnds = ({ from, to }: figures.RouteFigures) => from !== '' && to !== '';

type Summed = 'minutes' | 'points' | 'pax' | 'cargoKg';
/** Sums, and of how many flights each value is known. */
type TotalsRow = Record<'flights' | 'daysKnown' | 'withOwn' | Summed | `${Summed}Known`, number> &
  Record<'firstDay' | 'lastDay', string | null>;

/** Without what depends on which flights have been read. */
type Totals = Omit<LogbookTotals, 'archivedLeftOut' | 'completeness' | 'isFinal'>;

export const totalsOf = (flights: Flights, airports: Airports): Totals =>
  totalsFrom(flights, routesOf(flights), delaysOf(flights), airports);

function totalsFrom(
  flights: Flights,
  routes: readonly figures.RouteFigures[],
  delays: readonly figures.DelayFigures[],
  airports: Airports,
): Totals {
  const sum = (column: string, name: Summed) => `TOTAL(${column}) AS ${name}, COUNT(${column}) AS ${name}Known`;
  const found = flights<TotalsRow>(
    `COUNT(*) AS flights, ${sum('minutes', 'minutes')}, ${sum(countedPoints, 'points')}, ${sum('pax', 'pax')},
     ${sum('cargo_kg', 'cargoKg')}, MIN(day) AS firstDay, MAX(day) AS lastDay, COUNT(day) AS daysKnown, TOTAL(has_own) AS withOwn`,
  )[0]!;
  const sumOf = (name: Summed) => ({ sum: found[name], unknown: found.flights - found[`${name}Known`] });
  const distanceNm = { sum: 0, unknown: 0 };
  const codes = new Set<string>();
  for (const { from, to, flights: flown } of routes) {
    const distance = airports.distanceNm(from, to);
    if (distance === null) distanceNm.unknown += flown;
    else distanceNm.sum += flown * distance;
    codes.add(from).add(to);
  }
  const known = [...codes].flatMap((code) => airports.find(code) ?? []);
  return {
    flights: found.flights,
    minutes: sumOf('minutes'),
    distanceNm,
    points: sumOf('points'),
    pax: sumOf('pax'),
    cargoKg: sumOf('cargoKg'),
    delay: figures.delayOf(delays),
    airports: known.length,
    withOwn: found.withOwn,
    countries: new Set(known.map(({ country }) => country)).size,
    firstDay: found.firstDay,
    lastDay: found.lastDay,
    withoutDate: found.flights - found.daysKnown,
  };
}

type PilotFigures = {
  readonly account: number;
  readonly flights: number;
  readonly minutes: number;
  readonly points: number;
};

/** Most hours first. */
export const pilotsOf = (flights: Flights): PilotFigures[] =>
  flights<PilotFigures>(
    'account_id AS account, COUNT(*) AS flights, TOTAL(minutes) AS minutes, TOTAL(points) AS points',
    'GROUP BY account_id ORDER BY 3 DESC, 2 DESC, 1',
  );

/** The flight that has most of something; null if none has it. */
type Most = { readonly key: FlightKey; readonly value: number } | null;

type Statistics = Pick<LogbookStatistics, 'days' | 'aircraft' | 'routes' | 'airports' | 'delays'> & {
  readonly totals: Totals;
  readonly months: ReturnType<typeof figures.monthsOf>;
  readonly records: () => ReturnType<typeof recordsOf>;
};

export function statisticsOf(flights: Flights, airports: Airports): Statistics {
  const [days, routes, delays] = [daysOf(flights), routesOf(flights), delaysOf(flights)];
  const whole = routes.filter(hasBothEnds);
  const flightsOfDays = days.map(({ day, flights: count }) => ({ day, flights: count }));
  const types = flights<figures.TypeFigures>(
    'aircraft AS type, COUNT(*) AS flights, TOTAL(minutes) AS minutes',
    'AND aircraft IS NOT NULL GROUP BY aircraft ORDER BY 3 DESC, 2 DESC, 1',
  );
  return {
    totals: totalsFrom(flights, routes, delays, airports),
    months: figures.withoutGaps(figures.monthsOf(days)),
    days: flightsOfDays,
    aircraft: figures.topAircraft(types),
    routes: figures.topRoutes(whole),
    airports: figures.topAirports(whole, airports),
    delays: figures.delayBins(delays),
    records: () => recordsOf(flights, flightsOfDays, whole, airports),
  };
}

/** The records among all flights. @param days with flights, ascending */
function recordsOf(
  flights: Flights,
  days: LogbookStatistics['days'],
  routes: readonly figures.RouteFigures[],
  airports: Airports,
) {
  function most(column: string): Most {
    const [found] = flights<FlightKey & { value: number }>(
      `${keyColumns}, ${column} AS value`,
      `AND ${column} > 0 ORDER BY 3 DESC, day, id LIMIT 1`,
    );
    return found ? { key: found, value: found.value } : null;
  }
  function farthest(): Most {
    const distances = routes.map(({ from, to }) => airports.distanceNm(from, to) ?? 0);
    const value = distances.reduce((one, other) => Math.max(one, other), 0);
    if (value === 0) return null;
    const ends = routes.filter((_, index) => distances[index] === value).map(({ from, to }) => [from, to]);
    const [key] = flights<FlightKey>(
      keyColumns,
      `AND (icao_out, icao_in) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?)) ORDER BY day, id LIMIT 1`,
      [JSON.stringify(ends)],
    );
    return key ? { key, value } : null;
  }
  return {
    longestMinutes: most('minutes'),
    farthestNm: farthest(),
    mostPoints: most(countedPoints),
    mostInADay: days.reduce<(typeof days)[number] | null>(
      (best, day) => (best === null || day.flights > best.flights ? day : best),
      null,
    ),
    longestStreak: figures.longestStreak(days.map(({ day }) => day)),
  };
}

export function mapOf(flights: Flights, airports: Airports): LogbookMap {
  const routes = routesOf(flights);
  const without = routes.reduce((sum, route) => sum + (hasBothEnds(route) ? 0 : route.flights), 0);
  return figures.mapOf(routes.filter(hasBothEnds), without, airports);
}

/** `ofAnyType`: the flights of the filter, whatever their type. `all`: every flight of the pilots. */
export function choicesOf(
  { ofAnyType, atAnyAirport, all }: { ofAnyType: Flights; atAnyAirport: Flights; all: Flights },
  airports: Airports,
): Omit<LogbookChoices, 'pilots'> {
  const airportsOf = figures
    .visitsOf(routesOf(atAnyAirport))
    .filter(([code]) => code !== '')
    .toSorted(([one, a], [other, b]) => b.flights - a.flights || (one < other ? -1 : 1));
  return {
    types: ofAnyType('aircraft AS type, COUNT(*) AS flights', 'AND aircraft IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1'),
    airports: airportsOf.map(([code, { flights }]) => ({
      code,
      name: airports.find(code)?.name ?? null,
      city: airports.find(code)?.city ?? null,
      flights,
    })),
    years: all('substr(day, 1, 4) AS year, COUNT(*) AS flights', 'AND day IS NOT NULL GROUP BY 1 ORDER BY 1 DESC'),
  };
}
