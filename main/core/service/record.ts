// Parses flight records. What the document leaves open (A6) is kept as it came, if it fits.
import * as z from 'zod/mini';
import type { Flight } from '../../contract/strip.ts';
import { plainText } from '../platform/masking/plain-text.ts';
import { isAircraft, isAirport, isFigure } from '../platform/masking/remote-values.ts';
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

type FigureField = 'total_ft' | 'en_route' | 'pax' | 'cargo_kg' | 'delay_min' | 'rating_contribution' | 'season_points';

/** No figure of a flight is as large; the digits of a larger one could be anything. */
const maxFigure = 1e12;

/** Called with the name of a value that does not fit, so that it is left out. */
type OnUnfit = (field: string) => void;

/**
 * Parses one record; null if it has no usable id or a field of an unexpected type. Of its values only those are kept
 * that are codes, numbers and times: any other text of the service is dropped (decision 0021).
 */
export function readRecord(json: unknown, zone: string, onUnfit: OnUnfit = () => {}): Flight | null {
  const parsed = recordSchema.safeParse(json);
  if (!parsed.success) return null;
  const record = parsed.data;
  const code = (field: 'aircraft' | 'icao_out' | 'icao_in', fits: (text: string) => boolean) => {
    const value = plainText(record[field]);
    if (fits(value)) return value;
    onUnfit(field);
    return '';
  };
  const figure = (field: FigureField) => {
    const value = record[field];
    if (typeof value === 'string' ? isFigure(value) : Math.abs(value ?? 0) < maxFigure) return value;
    onUnfit(field);
    return null;
  };
  const time = (field: 'date' | 'created_at') => {
    const at = serviceTime(record[field], zone);
    if (at === null && record[field] !== '') onUnfit(field);
    return { text: at === null ? '' : record[field], at };
  };
  const date = time('date');
  const createdAt = time('created_at');
  return {
    id: record.id,
    date: date.text,
    dateAt: date.at,
    aircraft: code('aircraft', isAircraft),
    icaoOut: code('icao_out', isAirport),
    icaoIn: code('icao_in', isAirport),
    totalFt: figure('total_ft'),
    enRoute: figure('en_route'),
    pax: figure('pax'),
    cargoKg: figure('cargo_kg'),
    delayMin: figure('delay_min'),
    moderatorChecked: record.moderator_checked,
    automatedChecked: record.automated_checked,
    ratingContribution: figure('rating_contribution'),
    seasonPoints: figure('season_points'),
    isArchived: record.is_archived,
    createdAtText: createdAt.text,
    createdAt: createdAt.at,
  };
}

/** The service's name of each member; times are written as the service sent them. */
const fieldNames = {
  id: 'id',
  date: 'date',
  aircraft: 'aircraft',
  icaoOut: 'icao_out',
  icaoIn: 'icao_in',
  totalFt: 'total_ft',
  enRoute: 'en_route',
  pax: 'pax',
  cargoKg: 'cargo_kg',
  delayMin: 'delay_min',
  moderatorChecked: 'moderator_checked',
  automatedChecked: 'automated_checked',
  ratingContribution: 'rating_contribution',
  seasonPoints: 'season_points',
  isArchived: 'is_archived',
  createdAtText: 'created_at',
} as const satisfies Record<Exclude<keyof Flight, 'dateAt' | 'createdAt'>, string>;

type FieldNames = typeof fieldNames;
type Fields = { [Member in keyof FieldNames as FieldNames[Member]]: Flight[Member] };

/** The flight under the names of the service's document: what `readRecord` has read. */
export const recordOf = (flight: Flight) =>
  Object.fromEntries(
    Object.entries(fieldNames).map(([member, field]) => [field, flight[member as keyof FieldNames]]),
  ) as Fields;

const pageSchema = z.object({ items: z.array(z.unknown()), next_before_id: z.nullish(z.int()) });

/**
 * Parses a listing (A4); null if it is not one. Records that cannot be parsed are left out; `unreadIds` are their ids,
 * or the id of the next newer record (infinity if there is none).
 */
export function readPage(
  json: unknown,
  zone: string,
  onUnfit: OnUnfit = () => {},
): { flights: Flight[]; nextBeforeId: number | null; unreadIds: number[] } | null {
  const parsed = pageSchema.safeParse(json);
  if (!parsed.success) return null;
  const flights: Flight[] = [];
  const unreadIds: number[] = [];
  for (const item of parsed.data.items) {
    const flight = readRecord(item, zone, onUnfit);
    if (flight) flights.push(flight);
    else unreadIds.push(numbered.safeParse(item).data?.id ?? flights.at(-1)?.id ?? Number.POSITIVE_INFINITY);
  }
  return { flights, nextBeforeId: parsed.data.next_before_id ?? null, unreadIds };
}

const numbered = z.object({ id: z.int() });
