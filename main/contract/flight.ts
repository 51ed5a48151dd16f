// A flight record of the service. `flightFields` is the one list of its fields: what reads, stores, prints and exports a
// record follows from it.
import * as z from 'zod/mini';

/** A nullable field of the service, as it was sent (A6): a number, text, or not known yet. */
export const serviceValueSchema = z.union([z.number(), z.string(), z.null()]);
export type ServiceValue = z.infer<typeof serviceValueSchema>;

/** The value as a number, null if it is none. The logbook's facts have the same rule (schema.ts). */
export function asNumber(value: ServiceValue): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return value !== null && /^[+-]?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : null;
}

/** Of the calendar: `2026-02-29` is none. */
export function isDay(day: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

const text = { schema: z.string(), missing: '' };

/** What a field holds: the schema of its value, and its value where the service or an older version left it out. */
const kinds = {
  id: { schema: z.number(), missing: 0 },
  aircraft: text,
  airport: text,
  figure: { schema: serviceValueSchema, missing: null },
  flag: { schema: z.boolean(), missing: false },
  /** The service's own text. */
  time: text,
  /** The same time in epoch ms; null where it could not be parsed. */
  instant: { schema: z.nullable(z.number()), missing: null },
};
export type FlightFieldKind = keyof typeof kinds;

/** Each member of our record: the service's name of the field that it is read from, and what it holds. */
export const flightFields = {
  id: { name: 'id', kind: 'id' },
  date: { name: 'date', kind: 'time' },
  dateAt: { name: 'date', kind: 'instant' },
  aircraft: { name: 'aircraft', kind: 'aircraft' },
  icaoOut: { name: 'icao_out', kind: 'airport' },
  icaoIn: { name: 'icao_in', kind: 'airport' },
  totalFt: { name: 'total_ft', kind: 'figure' },
  enRoute: { name: 'en_route', kind: 'figure' },
  pax: { name: 'pax', kind: 'figure' },
  cargoKg: { name: 'cargo_kg', kind: 'figure' },
  delayMin: { name: 'delay_min', kind: 'figure' },
  moderatorChecked: { name: 'moderator_checked', kind: 'flag' },
  automatedChecked: { name: 'automated_checked', kind: 'flag' },
  ratingContribution: { name: 'rating_contribution', kind: 'figure' },
  seasonPoints: { name: 'season_points', kind: 'figure' },
  isArchived: { name: 'is_archived', kind: 'flag' },
  createdAtText: { name: 'created_at', kind: 'time' },
  createdAt: { name: 'created_at', kind: 'instant' },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly kind: FlightFieldKind }>>;

type Fields = typeof flightFields;
type Member = keyof Fields;
const members = Object.keys(flightFields) as Member[];
const kindOf = (member: Member) => kinds[flightFields[member].kind];

type Shape = { [M in Member]: (typeof kinds)[Fields[M]['kind']]['schema'] };
export const flightSchema = z.object(
  Object.fromEntries(members.map((member) => [member, kindOf(member).schema])) as Shape,
);
export type Flight = z.infer<typeof flightSchema>;

/** A record in which everything is missing. */
export const emptyFlight = Object.fromEntries(members.map((member) => [member, kindOf(member).missing])) as Flight;

// The record under the service's names, as it is printed and exported: times are written as the service sent them.

const sent = members.filter((member) => flightFields[member].kind !== 'instant');
type Sent = { [M in Member]: Fields[M]['kind'] extends 'instant' ? never : M }[Member];

export const recordShape = Object.fromEntries(
  sent.map((member) => [flightFields[member].name, kindOf(member).schema]),
) as { [M in Sent as Fields[M]['name']]: Shape[M] };

export const recordOf = (flight: Flight) =>
  Object.fromEntries(sent.map((member) => [flightFields[member].name, flight[member]])) as {
    [M in Sent as Fields[M]['name']]: Flight[M];
  };
