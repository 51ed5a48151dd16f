// The queries that the sums of the logbook are made from, one for each grouping.
import type { DayFigures, DelayFigures, RouteFigures } from './figures.ts';
import type { Query } from './query-thread.ts';
import type { Condition } from './search/filter-sql.ts';

/** Points of archived flights don't count. */
export const countedPoints = 'CASE WHEN status = 2 THEN 0 ELSE points END';

export const delaysOf = async (query: Query, where: Condition): Promise<DelayFigures[]> =>
  (
    await query(
      `SELECT delay_min, COUNT(*) FROM flight_facts WHERE ${where.sql} AND delay_min IS NOT NULL GROUP BY 1 ORDER BY 1`,
      where.params,
    )
  ).map(([delayMin, flights]) => ({ delayMin: Number(delayMin), flights: Number(flights) }));

export const daysOf = async (query: Query, where: Condition): Promise<DayFigures[]> =>
  (
    await query(
      `SELECT day, COUNT(*), TOTAL(minutes), TOTAL(${countedPoints}) FROM flight_facts
       WHERE ${where.sql} AND day IS NOT NULL GROUP BY day ORDER BY day`,
      where.params,
    )
  ).map(([day, flights, minutes, points]) => ({
    day: String(day),
    flights: Number(flights),
    minutes: Number(minutes),
    points: Number(points),
  }));

export const routesOf = async (query: Query, where: Condition): Promise<RouteFigures[]> =>
  (
    await query(
      `SELECT icao_out, icao_in, COUNT(*), TOTAL(minutes) FROM flight_facts
       WHERE ${where.sql} AND icao_out IS NOT NULL AND icao_in IS NOT NULL GROUP BY icao_out, icao_in`,
      where.params,
    )
  ).map(([from, to, flights, minutes]) => ({
    from: String(from),
    to: String(to),
    flights: Number(flights),
    minutes: Number(minutes),
  }));
