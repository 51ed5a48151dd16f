// Reads the flights of a condition: columns of their facts, or whole rows from the records themselves, where values
// that are not numbers are shown as the service sent them.
import { flightStatuses, type LogbookRow } from '../../contract/logbook.ts';
import type { Flight } from '../../contract/flight.ts';
import { countedOf, withOwn } from '../../contract/own-entry.ts';
import { flightStripId, hintBeside, jobStripId, looksLikeSchema, stageNames } from '../../contract/strip.ts';
import * as z from 'zod/mini';
import type { Database } from '../storage/database/database.ts';
import { settledSql } from '../storage/tables/job.ts';
import {
  readFlight,
  readFlightUnchecked,
  addTextSearch,
  jsonColumnOrNull,
  storedOwnEntrySchema,
} from '../storage/database/stored.ts';
import { aircraftName } from './aircraft-types.ts';
import type { Airports } from './airports.ts';
import type { Condition, SqlParam } from './filter-sql.ts';

/** What is selected of a flight beside its record: its facts, and its report. */
const factsSchema = z.object({
  account: z.number(),
  id: z.number(),
  own: jsonColumnOrNull(storedOwnEntrySchema),
  stage: z.enum(stageNames),
  day: z.nullable(z.string()),
  status: z.number(),
  icaoOut: z.nullable(z.string()),
  icaoIn: z.nullable(z.string()),
  jobId: z.nullable(z.number()),
  file: z.nullable(z.string()),
  looksLike: jsonColumnOrNull(z.nullable(looksLikeSchema)),
});
type Facts = z.infer<typeof factsSchema>;
type StoredFacts = z.input<typeof factsSchema>;

/** Reads columns of the flights of a condition. `rest`: further conditions, grouping and order. */
export type Flights = <Row>(columns: string, rest?: string, params?: readonly SqlParam[]) => Row[];

export type FlightKey = { readonly account: number; readonly id: number };
export const keyColumns = 'account_id AS account, id';
/** A row with the record as the service sent it. */
export type ExportedFlight = { readonly row: LogbookRow; readonly record: Flight };

/** How the rows of several pilots are told apart; null if there is one. */
type NameOf = (account: number) => string | null;

export function createRows(database: Database, airports: Airports) {
  addTextSearch(database);
  const options = { deterministic: true };
  const isRoute = (from: unknown, to: unknown) => typeof from === 'string' && typeof to === 'string';
  database.function('distance_nm', options, (from, to) =>
    isRoute(from, to) ? airports.distanceNm(String(from), String(to)) : null,
  );
  database.function('route_name', options, (from, to) =>
    isRoute(from, to) ? airports.routeName(String(from), String(to)) : null,
  );
  // Many in one statement: a call for each costs twice as much.
  const select = database.prepare(
    `SELECT facts.account_id AS account, facts.id, record, own, stage, day, facts.status, icao_out AS icaoOut,
       icao_in AS icaoIn, jobs.id AS jobId, IIF(${settledSql}, jobs.name, NULL) AS file,
       IIF(${settledSql}, looks_like, NULL) AS looksLike
     FROM json_each(?) AS keys
     CROSS JOIN flight_facts AS facts ON facts.account_id = keys.value ->> 0 AND facts.id = keys.value ->> 1
     CROSS JOIN flights ON flights.account_id = facts.account_id AND flights.id = facts.id
     LEFT JOIN jobs ON jobs.account_id = facts.account_id AND flight_id = facts.id AND removed_at IS NULL
     ORDER BY keys.key`,
  );
  const found = (keys: readonly FlightKey[]) =>
    select.all(JSON.stringify(keys.map(({ account, id }) => [account, id]))) as unknown as (StoredFacts & {
      record: string;
    })[];
  return {
    flightsOf:
      (where: Condition): Flights =>
      <Row>(columns: string, rest = '', params: readonly SqlParam[] = []) =>
        database
          .prepare(`SELECT ${columns} FROM flight_facts WHERE ${where.sql} ${rest}`)
          .all(...where.params, ...params) as Row[],
    /** Without those that were removed meanwhile. */
    rows: (keys: readonly FlightKey[], nameOf: NameOf): LogbookRow[] =>
      found(keys).map((row) => rowOf(readFlight(row.record), factsSchema.parse(row), airports, nameOf(row.account))),
    /** The same for a file of many flights: whose records are not checked. */
    exported: (keys: readonly FlightKey[], nameOf: NameOf): ExportedFlight[] =>
      found(keys).map((row) => {
        const record = readFlightUnchecked(row.record);
        const facts = { ...row, own: factsSchema.shape.own.parse(row.own), looksLike: null };
        return { record, row: rowOf(record, facts, airports, nameOf(row.account)) };
      }),
  };
}

function rowOf(record: Flight, facts: Facts, airports: Airports, pilot: string | null): LogbookRow {
  const { id, own, stage, day, status, icaoOut, icaoIn, jobId, file, looksLike } = facts;
  const [from, to] = [airports.find(icaoOut ?? ''), airports.find(icaoIn ?? '')];
  const counted = withOwn(record, own);
  return {
    ...counted,
    stripId: jobId === null ? flightStripId(id) : jobStripId(jobId),
    id,
    day,
    aircraftName: aircraftName(counted.aircraft),
    from: icaoOut ?? '',
    to: icaoIn ?? '',
    fromName: from?.name ?? null,
    toName: to?.name ?? null,
    fromCity: from?.city ?? null,
    toCity: to?.city ?? null,
    fromAt: from && [from.lon, from.lat],
    toAt: to && [to.lon, to.lat],
    distanceNm: airports.distanceNm(icaoOut ?? '', icaoIn ?? ''),
    status: flightStatuses[status] ?? 'under-review',
    stage,
    file,
    hasImage: file !== null,
    own,
    ownCounted: countedOf(record, own),
    looksLike: hintBeside({ record, own }, looksLike),
    pilot,
  };
}
