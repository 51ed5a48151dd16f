// Rows of the logbook from the records themselves: what is not a number is drawn as the service sent it.
import { flightStatuses, type LogbookRow } from '../../contract/logbook.ts';
import { flightSchema, flightStripId, jobStripId, stageNames, type Flight } from '../../contract/strip.ts';
import { z } from 'zod';
import type { Database } from '../storage/database.ts';
import type { Airports } from './airports.ts';

const storedSchema = z.object({
  record: z.string().transform((text) => flightSchema.parse(JSON.parse(text))),
  stage: z.enum(stageNames),
  day: z.string().nullable(),
  status: z.number(),
  icaoOut: z.string().nullable(),
  icaoIn: z.string().nullable(),
  jobId: z.number().nullable(),
  file: z.string().nullable(),
});

type Stored = z.infer<typeof storedSchema>;

export type FlightKey = { readonly account: number; readonly id: number };
/** A row with the record as the service sent it. */
export type ExportedFlight = { readonly row: LogbookRow; readonly record: Flight };

export function createRows(database: Database) {
  const select = database.prepare(
    `SELECT record, stage, day, facts.status, icao_out AS icaoOut, icao_in AS icaoIn, jobs.id AS jobId, jobs.name AS file
     FROM flight_facts AS facts JOIN flights USING (account_id, id)
     LEFT JOIN jobs ON jobs.account_id = facts.account_id AND jobs.flight_id = facts.id AND jobs.removed_at IS NULL
     WHERE facts.account_id = ? AND facts.id = ?`,
  );
  return {
    /** Null where it was removed meanwhile. `pilot`: shown where the flights of several are. */
    row({ account, id }: FlightKey, airports: Airports, pilot: string | null): LogbookRow | null {
      const found = select.get(account, id);
      return found === undefined ? null : rowOf(id, storedSchema.parse(found), airports, pilot);
    },
    /** The same for a file of many flights: what this program stored is not parsed once more. */
    exported({ account, id }: FlightKey, airports: Airports, pilot: string | null): ExportedFlight | null {
      const found = select.get(account, id);
      if (found === undefined) return null;
      const record = JSON.parse(String(found['record'])) as Flight;
      return { record, row: rowOf(id, { ...(found as unknown as Stored), record }, airports, pilot) };
    },
  };
}

function rowOf(id: number, stored: Stored, airports: Airports, pilot: string | null): LogbookRow {
  const { record, stage, day, status, icaoOut, icaoIn, jobId, file } = stored;
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
