// Rows of the logbook from the records themselves: values that are not numbers are shown as the service sent them.
import { flightStatuses, type LogbookRow } from '../../contract/logbook.ts';
import { flightStripId, jobStripId, stageNames, type Flight } from '../../contract/strip.ts';
import * as z from 'zod/mini';
import type { Database } from '../storage/database/database.ts';
import { readFlight, readFlightUnchecked } from '../storage/database/stored.ts';
import type { Airports } from './airports.ts';
import type { SqlParam } from './search/filter-sql.ts';
import type { Row } from './query-thread.ts';

/** Beside the record: its stage, day, status and codes, and the id and the file of its report. */
const factsSchema = z.tuple([
  z.enum(stageNames),
  z.nullable(z.string()),
  z.number(),
  z.nullable(z.string()),
  z.nullable(z.string()),
  z.nullable(z.number()),
  z.nullable(z.string()),
]);
type Facts = z.infer<typeof factsSchema>;

/** As it is selected: its place among the keys, account, number and record come first. */
type FoundRow = [place: number, account: number, id: number, record: string, ...facts: unknown[]];

export type FlightKey = { readonly account: number; readonly id: number };
/** A row with the record as the service sent it. */
export type ExportedFlight = { readonly row: LogbookRow; readonly record: Flight };

/** How the rows of several pilots are told apart; null if there is one. */
type NameOf = (account: number) => string | null;

export const keysOf = (rows: readonly Row[]): FlightKey[] =>
  rows.map(([account, id]) => ({ account: Number(account), id: Number(id) }));

export function createRows(database: Database) {
  // Many in one statement: a call for each costs twice as much. Sorted here, where they are already in order.
  const select = database.prepare(
    `SELECT keys.key, facts.account_id, facts.id, record, stage, day, facts.status, icao_out, icao_in, jobs.id, jobs.name
     FROM json_each(?1) AS keys
     CROSS JOIN flight_facts AS facts ON facts.account_id = ?2 AND facts.id = keys.value
     CROSS JOIN flights ON flights.account_id = ?2 AND flights.id = keys.value
     LEFT JOIN jobs ON jobs.account_id = ?2 AND jobs.flight_id = keys.value AND jobs.removed_at IS NULL`,
  );
  select.setReturnArrays(true);
  function found(keys: readonly FlightKey[]): FoundRow[] {
    const accounts = [...new Set(keys.map(({ account }) => account))];
    const rows = accounts.flatMap((account) => {
      // In the place of each flight of another account is null, which no flight has as its number.
      const ids = keys.map((key) => (key.account === account ? key.id : null));
      return select.all(JSON.stringify(ids), account) as unknown as FoundRow[];
    });
    return rows.sort(([one], [other]) => one - other);
  }
  return {
    /** What a query finds whose columns are the account and the number. */
    keys(sql: string, params: readonly SqlParam[]): FlightKey[] {
      const statement = database.prepare(sql);
      statement.setReturnArrays(true);
      return keysOf(statement.all(...params) as unknown as Row[]);
    },
    /** Without those that were removed meanwhile. */
    rows: (keys: readonly FlightKey[], airports: Airports, nameOf: NameOf): LogbookRow[] =>
      found(keys).map(([, account, id, record, ...facts]) =>
        rowOf(id, readFlight(record), factsSchema.parse(facts), airports, nameOf(account)),
      ),
    /** The same for a file of many flights, whose records are not checked. */
    exported: (keys: readonly FlightKey[], airports: Airports, nameOf: NameOf): ExportedFlight[] =>
      found(keys).map(([, account, id, text, ...facts]) => {
        const record = readFlightUnchecked(text);
        return { record, row: rowOf(id, record, facts as Facts, airports, nameOf(account)) };
      }),
  };
}

function rowOf(id: number, record: Flight, facts: Facts, airports: Airports, pilot: string | null): LogbookRow {
  const [stage, day, status, icaoOut, icaoIn, jobId, file] = facts;
  const [from, to] = [airports.find(icaoOut ?? ''), airports.find(icaoIn ?? '')];
  return {
    stripId: jobId === null ? flightStripId(id) : jobStripId(jobId),
    id,
    day,
    dateText: record.date,
    from: icaoOut ?? '',
    to: icaoIn ?? '',
    fromName: from?.name ?? null,
    toName: to?.name ?? null,
    fromCity: from?.city ?? null,
    toCity: to?.city ?? null,
    fromAt: from && [from.lon, from.lat],
    toAt: to && [to.lon, to.lat],
    aircraft: record.aircraft,
    minutes: record.enRoute,
    distanceNm: airports.distanceNm(icaoOut ?? '', icaoIn ?? ''),
    pax: record.pax,
    cargoKg: record.cargoKg,
    delayMin: record.delayMin,
    points: record.seasonPoints,
    rating: record.ratingContribution,
    totalFt: record.totalFt,
    status: flightStatuses[status] ?? 'under-review',
    stage,
    moderatorChecked: record.moderatorChecked,
    automatedChecked: record.automatedChecked,
    createdAt: record.createdAt,
    createdAtText: record.createdAtText,
    file,
    hasImage: jobId !== null,
    pilot,
  };
}
