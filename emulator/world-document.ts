// The world as one versioned JSON document and back. What is read is parsed: a document that is not exactly a world is
// refused with the place and the reason, never repaired.

import { validateHeaderName, validateHeaderValue } from 'node:http';
import { z } from 'zod';
import { addFlight } from './world.ts';
import type { World } from './world.ts';

const moment = z.number();
const scopes = z.array(z.string());

const isJson = (value: unknown) => value === undefined || z.json().safeParse(value).success;

function isHeader([name, value]: [string, string]): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

/** A fault as it is asked for; what is parsed has its members in the order of the document. */
export const faultRequestSchema = z.strictObject({
  match: z
    .strictObject({
      method: z.string().optional(),
      path: z.string().optional(),
      grantType: z.string().optional(),
      clientId: z.string().optional(),
      pilot: z.string().optional(),
    })
    .default({}),
  skip: z.int().nonnegative().default(0),
  times: z.int().nonnegative().nullable().default(null),
  probability: z.number().min(0).max(1).default(1),
  effect: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('status'),
      status: z.int().min(200).max(599),
      body: z
        .unknown()
        .refine((body) => isJson(body), 'a body is a text or JSON')
        .optional(),
      headers: z
        .record(z.string(), z.string())
        .refine(
          (headers) => Object.entries(headers).every(isHeader),
          'a header with such a name or value cannot be sent',
        )
        .optional(),
    }),
    z.strictObject({ type: z.literal('latency'), ms: z.number().nonnegative() }),
    z.strictObject({ type: z.literal('drop'), when: z.enum(['before', 'after']) }),
    z.strictObject({ type: z.literal('cut'), afterBytes: z.int().nonnegative() }),
    z.strictObject({ type: z.literal('garbage') }),
    z.strictObject({ type: z.literal('throttle'), bytesPerSecond: z.number().positive() }),
  ]),
});

/** What the checks find, as `flights/record.ts` describes it. */
export const figuresSchema = z.strictObject({
  aircraft: z.string(),
  icao_out: z.string(),
  icao_in: z.string(),
  total_ft: z.number(),
  en_route: z.number(),
  pax: z.number(),
  cargo_kg: z.number(),
  delay_min: z.number(),
  rating_contribution: z.number(),
  season_points: z.number(),
  date: z.string().nullable(),
});

const schema = z.strictObject({
  format: z.literal('pilot-flight-service-emulator'),
  version: z.literal(1),
  /** The service's moment at which this was written. */
  atMs: moment,
  pageKey: z.string().min(1),
  nextFlightId: z.int().positive(),
  nextFaultId: z.int().positive(),
  applications: z.array(
    z.strictObject({
      clientId: z.string().min(1),
      name: z.string(),
      secretDigest: z.string(),
      redirectUris: z.array(z.string()),
      writeEnabled: z.boolean(),
      disabledAtMs: moment.nullable(),
    }),
  ),
  pilots: z.array(z.strictObject({ id: z.string().min(1), name: z.string() })),
  consents: z.array(
    z.strictObject({
      id: z.string().min(1),
      clientId: z.string(),
      pilotId: z.string(),
      scopes,
      grantedAtMs: moment,
      revokedAtMs: moment.nullable(),
      revokedBecause: z.string().nullable(),
    }),
  ),
  codes: z.array(
    z.tuple([
      z.string(),
      z.strictObject({
        consentId: z.string(),
        redirectUri: z.string(),
        challenge: z.string(),
        issuedAtMs: moment,
        expiresAtMs: moment,
        used: z.boolean(),
      }),
    ]),
  ),
  accessTokens: z.array(z.tuple([z.string(), z.strictObject({ consentId: z.string(), scopes, expiresAtMs: moment })])),
  refreshTokens: z.array(
    z.tuple([z.string(), z.strictObject({ consentId: z.string(), expiresAtMs: moment, rotated: z.boolean() })]),
  ),
  flights: z.array(
    z.strictObject({
      id: z.int().positive(),
      pilotId: z.string(),
      clientId: z.string(),
      createdAtMs: moment,
      fileName: z.string(),
      sizeBytes: z.int(),
      sha256: z.string(),
      figures: figuresSchema,
      needsModerator: z.boolean(),
      automatedChecked: z.boolean(),
      moderatorChecked: z.boolean(),
      isArchived: z.boolean(),
      dueAtMs: moment.nullable(),
    }),
  ),
  usage: z.array(
    z.tuple([
      z.string(),
      z.strictObject({
        requestsAtMs: z.array(moment),
        waitFromMs: moment.nullable(),
        lastFlightId: z.int().positive().nullable(),
      }),
    ]),
  ),
  faults: z.array(faultRequestSchema.extend({ id: z.int().positive(), seen: z.int(), fired: z.int() })),
});

/** The document's text: the same world at the same moment gives the same bytes. */
export function writeDocument(world: World, atMs: number): string {
  const document: z.input<typeof schema> = {
    format: 'pilot-flight-service-emulator',
    version: 1,
    atMs,
    pageKey: world.pageKey,
    nextFlightId: world.nextFlightId,
    nextFaultId: world.nextFaultId,
    applications: [...world.applications.values()],
    pilots: [...world.pilots.values()],
    consents: [...world.consents.values()],
    codes: [...world.codes],
    accessTokens: [...world.accessTokens],
    refreshTokens: [...world.refreshTokens],
    flights: [...world.flights.values()],
    usage: [...world.usage],
    faults: world.faults,
  };
  return `${JSON.stringify(document)}\n`;
}

export type ReadDocument = { ok: true; world: World; atMs: number } | { ok: false; reason: string };

export function readDocument(text: string): ReadDocument {
  const json = parseJson(text);
  if (json === undefined) return { ok: false, reason: 'it is not JSON' };
  const version: unknown = typeof json === 'object' && json !== null && 'version' in json ? json.version : undefined;
  if (typeof version === 'number' && version > 1) {
    return { ok: false, reason: `it is of version ${version}, and this emulator reads version 1` };
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) {
    return { ok: false, reason: firstIssue(parsed.error) };
  }
  const { atMs, applications, pilots, consents, codes, accessTokens, refreshTokens, flights, usage, ...rest } =
    parsed.data;
  const world: World = {
    applications: new Map(applications.map((application) => [application.clientId, application])),
    pilots: new Map(pilots.map((pilot) => [pilot.id, pilot])),
    consents: new Map(consents.map((consent) => [consent.id, consent])),
    codes: new Map(codes),
    accessTokens: new Map(accessTokens),
    refreshTokens: new Map(refreshTokens),
    flights: new Map(),
    flightIdsByPilot: new Map(),
    usage: new Map(usage),
    faults: rest.faults,
    nextFlightId: rest.nextFlightId,
    nextFaultId: rest.nextFaultId,
    pageKey: rest.pageKey,
  };
  for (const flight of flights) addFlight(world, flight);
  return { ok: true, world, atMs };
}

/** Where a value is not what it should be, and why. */
export const firstIssue = ({ issues: [issue] }: z.ZodError): string =>
  `${issue?.path.join('.') || 'the whole'}: ${issue?.message}`;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
