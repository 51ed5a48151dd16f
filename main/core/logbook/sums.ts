// What the logbook sums up over the flights of a filter: totals, months, statistics, the map, and what can be chosen.
// The database groups; figures.ts does the rest.
import type { LogbookChoices, LogbookMap, LogbookStatistics, LogbookTotals } from '../../contract/logbook.ts';
import type { Airports } from './airports.ts';
import * as figures from './figures.ts';
import { distanceSql } from './filter-sql.ts';
import { keysOf, type FlightKey, type Flights } from './rows.ts';

/** Points of archived flights don't count. */
const countedPoints = 'CASE WHEN status = 2 THEN 0 ELSE points END';

/** The days with flights, ascending. */
export const daysOf = (flights: Flights): figures.DayFigures[] =>
  flights(
    `day, COUNT(*), TOTAL(minutes), TOTAL(${countedPoints})`,
    'AND day IS NOT NULL GROUP BY day ORDER BY day',
  ).map(([day, count, minutes, points]) => ({
    day: String(day),
    flights: Number(count),
    minutes: Number(minutes),
    points: Number(points),
  }));

const delaysOf = (flights: Flights): figures.DelayFigures[] =>
  flights('delay_min, COUNT(*)', 'AND delay_min IS NOT NULL GROUP BY 1 ORDER BY 1').map(([delayMin, count]) => ({
    delayMin: Number(delayMin),
    flights: Number(count),
  }));

/** An airport that is not known is an empty text. */
const routesOf = (flights: Flights): figures.RouteFigures[] =>
  flights("IFNULL(icao_out, ''), IFNULL(icao_in, ''), COUNT(*), TOTAL(minutes)", 'GROUP BY icao_out, icao_in').map(
    ([from, to, count, minutes]) => ({
      from: String(from),
      to: String(to),
      flights: Number(count),
      minutes: Number(minutes),
    }),
  );
const hasBothEnds = ({ from, to }: figures.RouteFigures) => from !== '' && to !== '';

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
  const sum = (column: string) => `TOTAL(${column}), COUNT(${column})`;
  const [[...values] = []] = flights(
    `COUNT(*), ${sum('minutes')}, ${sum(countedPoints)}, ${sum('pax')}, ${sum('cargo_kg')},
     MIN(day), MAX(day), COUNT(day)`,
  );
  const count = Number(values[0]);
  const sumAt = (index: number) => ({ sum: Number(values[index]), unknown: count - Number(values[index + 1]) });
  const distanceNm = { sum: 0, unknown: 0 };
  const codes = new Set<string>();
  for (const { from, to, flights: flown } of routes) {
    const distance = airports.distanceNm(from, to);
    if (distance === null) distanceNm.unknown += flown;
    else distanceNm.sum += flown * distance;
    codes.add(from).add(to);
  }
  codes.delete('');
  return {
    flights: count,
    minutes: sumAt(1),
    distanceNm,
    points: sumAt(3),
    pax: sumAt(5),
    cargoKg: sumAt(7),
    delay: figures.delayOf(delays),
    airports: codes.size,
    countries: new Set([...codes].flatMap((code) => airports.find(code)?.country ?? [])).size,
    firstDay: textOf(values[9]),
    lastDay: textOf(values[10]),
    withoutDate: count - Number(values[11]),
  };
}
const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** The flight that has most of something; null if none has it. */
type Most = { readonly key: FlightKey; readonly value: number } | null;

type Statistics = Pick<LogbookStatistics, 'days' | 'aircraft' | 'routes' | 'airports' | 'delays'> & {
  readonly totals: Totals;
  readonly months: ReturnType<typeof figures.monthsOf>;
};

export function statisticsOf(flights: Flights, airports: Airports): Statistics {
  const [days, routes, delays] = [daysOf(flights), routesOf(flights), delaysOf(flights)];
  const types = flights(
    'aircraft, COUNT(*), TOTAL(minutes)',
    'AND aircraft IS NOT NULL GROUP BY aircraft ORDER BY 3 DESC, 2 DESC, 1',
  );
  return {
    totals: totalsFrom(flights, routes, delays, airports),
    months: figures.withoutGaps(figures.monthsOf(days)),
    days: days.map(({ day, flights: count }) => ({ day, flights: count })),
    aircraft: figures.topAircraft(
      types.map(([type, count, minutes]) => ({ type: String(type), flights: Number(count), minutes: Number(minutes) })),
    ),
    routes: figures.topRoutes(routes.filter(hasBothEnds)),
    airports: figures.topAirports(routes.filter(hasBothEnds), airports),
    delays: figures.delayBins(delays),
  };
}

/** The records among all flights. @param days with flights, ascending */
export function recordsOf(flights: Flights, days: LogbookStatistics['days']) {
  function most(column: string): Most {
    const [found] = flights(`account_id, id, ${column}`, `AND ${column} > 0 ORDER BY 3 DESC, day, id LIMIT 1`);
    return found ? { key: keysOf([found])[0]!, value: Number(found[2]) } : null;
  }
  return {
    longestMinutes: most('minutes'),
    farthestNm: most(distanceSql),
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
    types: ofAnyType('aircraft, COUNT(*)', 'AND aircraft IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1').map(
      ([type, flights]) => ({ type: String(type), flights: Number(flights) }),
    ),
    airports: airportsOf.map(([code, { flights }]) => ({
      code,
      name: airports.find(code)?.name ?? null,
      city: airports.find(code)?.city ?? null,
      flights,
    })),
    years: all('substr(day, 1, 4), COUNT(*)', 'AND day IS NOT NULL GROUP BY 1 ORDER BY 1 DESC').map(
      ([year, flights]) => ({ year: String(year), flights: Number(flights) }),
    ),
  };
}
