// Parses flight records. What the document leaves open (A6) is kept as it came, if it fits.
import * as z from 'zod/mini';
import { emptyFlight, flightFields, type Flight, type FlightFieldKind } from '../../contract/flight.ts';
import { plainText } from '../platform/masking/plain-text.ts';
import { isAircraft, isAirport, isFigure } from '../platform/masking/remote-values.ts';
import { serviceTime } from './times.ts';

const text = z.nullish(z.string());

/** The JSON of each kind of field. A record with anything else is not read. */
const jsonOf = {
  id: z.int(),
  aircraft: text,
  airport: text,
  figure: z.nullish(z.union([z.number(), z.string()])),
  flag: z.nullish(z.boolean()),
  time: text,
  instant: text,
} satisfies Readonly<Record<FlightFieldKind, z.ZodMiniType>>;

const fields = Object.entries(flightFields);
const recordSchema = z.object(Object.fromEntries(fields.map(([, { name, kind }]) => [name, jsonOf[kind]])));

/** No figure of a flight is as large; the digits of a larger one could be anything. */
const maxFigure = 1e12;

/** What is kept of a value; undefined where it is not what the field is for. */
function keptOf(kind: FlightFieldKind, value: string | number | boolean, zone: string) {
  const sent = String(value);
  const code = plainText(sent);
  switch (kind) {
    case 'id':
    case 'flag':
      return value;
    case 'aircraft':
      return isAircraft(code) ? code : undefined;
    case 'airport':
      return isAirport(code) ? code : undefined;
    case 'figure':
      return (typeof value === 'string' ? isFigure(value) : Math.abs(Number(value)) < maxFigure) ? value : undefined;
    case 'time':
      return sent === '' || serviceTime(sent, zone) !== null ? sent : undefined;
    case 'instant':
      return serviceTime(sent, zone);
  }
}

/** Called with the name of a value that does not fit, so that it is left out. */
type OnUnfit = (field: string) => void;

/**
 * Parses one record; null if it has no usable id or a field of an unexpected type. Of its values only those are kept
 * that are codes, numbers and times: any other text of the service is dropped (decision 0021).
 */
export function readRecord(json: unknown, zone: string, onUnfit: OnUnfit = () => {}): Flight | null {
  const parsed = recordSchema.safeParse(json);
  if (!parsed.success) return null;
  const flight: Record<string, unknown> = { ...emptyFlight };
  for (const [member, { name, kind }] of fields) {
    const value = parsed.data[name];
    if (value === null || value === undefined) continue;
    const kept = keptOf(kind, value, zone);
    if (kept === undefined) onUnfit(name);
    else flight[member] = kept;
  }
  return flight as Flight;
}

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
