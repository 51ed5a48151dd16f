// Parses flight records: documented fields are required; what the document leaves open (A6) is kept unchanged.
import * as z from 'zod/mini';
import type { Flight } from '../../contract/strip.ts';
import { boundedPlainText } from '../platform/masking/plain-text.ts';
import { serviceTime } from './times.ts';

const open = z.pipe(
  z.optional(z.union([z.number(), z.string(), z.null()])),
  z.transform((value) => value ?? null),
);
const text = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => value ?? ''),
);
const flag = z.pipe(
  z.nullish(z.boolean()),
  z.transform((value) => value ?? false),
);

const recordSchema = z.object({
  id: z.int(),
  date: text,
  aircraft: text,
  icao_out: text,
  icao_in: text,
  total_ft: open,
  en_route: open,
  pax: open,
  cargo_kg: open,
  delay_min: open,
  moderator_checked: flag,
  automated_checked: flag,
  rating_contribution: open,
  season_points: open,
  is_archived: flag,
  created_at: text,
});

/** Parses one record; null if it has no usable id or a field of an unexpected type. `clean` bounds its texts. */
export function readRecord(
  json: unknown,
  zone: string,
  clean: (text: string) => string = boundedPlainText,
): Flight | null {
  const parsed = recordSchema.safeParse(json);
  if (!parsed.success) return null;
  const record = parsed.data;
  const figure = (value: number | string | null) => (typeof value === 'string' ? clean(value) : value);
  return {
    id: record.id,
    date: clean(record.date),
    dateAt: serviceTime(record.date, zone),
    aircraft: clean(record.aircraft),
    icaoOut: clean(record.icao_out),
    icaoIn: clean(record.icao_in),
    totalFt: figure(record.total_ft),
    enRoute: figure(record.en_route),
    pax: figure(record.pax),
    cargoKg: figure(record.cargo_kg),
    delayMin: figure(record.delay_min),
    moderatorChecked: record.moderator_checked,
    automatedChecked: record.automated_checked,
    ratingContribution: figure(record.rating_contribution),
    seasonPoints: figure(record.season_points),
    isArchived: record.is_archived,
    createdAtText: clean(record.created_at),
    createdAt: serviceTime(record.created_at, zone),
  };
}

/** The flight under the names of the service's document: what `readRecord` has read. */
export const recordOf = (flight: Flight) => ({
  id: flight.id,
  date: flight.date,
  aircraft: flight.aircraft,
  icao_out: flight.icaoOut,
  icao_in: flight.icaoIn,
  total_ft: flight.totalFt,
  en_route: flight.enRoute,
  pax: flight.pax,
  cargo_kg: flight.cargoKg,
  delay_min: flight.delayMin,
  moderator_checked: flight.moderatorChecked,
  automated_checked: flight.automatedChecked,
  rating_contribution: flight.ratingContribution,
  season_points: flight.seasonPoints,
  is_archived: flight.isArchived,
  created_at: flight.createdAtText,
});

const pageSchema = z.object({ items: z.array(z.unknown()), next_before_id: z.nullish(z.int()) });

/**
 * Parses a listing (A4); null if it is not one. Records that cannot be parsed are left out; `unreadIds` are their ids,
 * or the id of the next newer record (infinity if there is none).
 */
export function readPage(
  json: unknown,
  zone: string,
  clean: (text: string) => string = boundedPlainText,
): { flights: Flight[]; nextBeforeId: number | null; unreadIds: number[] } | null {
  const parsed = pageSchema.safeParse(json);
  if (!parsed.success) return null;
  const flights: Flight[] = [];
  const unreadIds: number[] = [];
  for (const item of parsed.data.items) {
    const flight = readRecord(item, zone, clean);
    if (flight) flights.push(flight);
    else unreadIds.push(numbered.safeParse(item).data?.id ?? flights.at(-1)?.id ?? Number.POSITIVE_INFINITY);
  }
  return { flights, nextBeforeId: parsed.data.next_before_id ?? null, unreadIds };
}

const numbered = z.object({ id: z.int() });
