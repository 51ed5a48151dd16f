// The world as one versioned JSON document. An invalid document, or one with dangling references, is rejected with the place
// and the reason.

import { z } from 'zod';
import { faultRequestSchema } from './fault-schema.ts';
import { integrityError } from './world-integrity.ts';
import { addFlight } from './world.ts';
import type { World } from './world.ts';

const documentFormat = 'pilot-flight-service-emulator';
const documentVersion = 2;

const text = z.string({ error: 'a text' });
const number = z.number({ error: 'a number' });

/** Of a flight, for documents and corrections. The messages complete “expected …”. */
export const figuresSchema = z.strictObject({
  aircraft: text,
  icao_out: text,
  icao_in: text,
  total_ft: number,
  en_route: number,
  pax: number,
  cargo_kg: number,
  delay_min: number,
  rating_contribution: number,
  season_points: number,
  date: z.string({ error: 'a text or null' }).nullable(),
});

/** Leaves room for adding lifetimes to a valid date. */
const latestTimeMs = 8e15;

const timeMs = z.number().min(0).max(latestTimeMs);
const scopes = z.array(z.string());
const count = z.int().nonnegative();

export const documentSchema = z.strictObject({
  format: z.literal(documentFormat),
  version: z.literal(documentVersion, { error: `only version ${documentVersion} is supported` }),
  atMs: timeMs,
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
      disabledAtMs: timeMs.nullable(),
    }),
  ),
  pilots: z.array(z.strictObject({ id: z.string().min(1), name: z.string() })),
  consents: z.array(
    z.strictObject({
      id: z.string().min(1),
      clientId: z.string(),
      pilotId: z.string(),
      scopes,
      grantedAtMs: timeMs,
      revokedAtMs: timeMs.nullable(),
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
        issuedAtMs: timeMs,
        expiresAtMs: timeMs,
        used: z.boolean(),
      }),
    ]),
  ),
  accessTokens: z.array(z.tuple([z.string(), z.strictObject({ consentId: z.string(), scopes, expiresAtMs: timeMs })])),
  refreshTokens: z.array(
    z.tuple([z.string(), z.strictObject({ consentId: z.string(), expiresAtMs: timeMs, rotated: z.boolean() })]),
  ),
  flights: z.array(
    z.strictObject({
      id: z.int().positive(),
      pilotId: z.string(),
      clientId: z.string(),
      createdAtMs: timeMs,
      fileName: z.string(),
      sizeBytes: count,
      sha256: z.string(),
      figures: figuresSchema,
      needsModerator: z.boolean(),
      automatedChecked: z.boolean(),
      moderatorChecked: z.boolean(),
      isArchived: z.boolean(),
      dueAtMs: timeMs.nullable(),
    }),
  ),
  usage: z.array(
    z.tuple([
      z.string(),
      z.strictObject({
        requestsAtMs: z.array(timeMs),
        waitFromMs: timeMs.nullable(),
        lastFlightId: z.int().positive().nullable(),
      }),
    ]),
  ),
  faults: z.array(faultRequestSchema.extend({ id: z.int().positive(), seen: count, fired: count })),
});

/** Deterministic: the same world at the same time gives the same bytes. `atMs` is the time on the emulator's clock. */
export function writeDocument(world: World, atMs: number): string {
  const document: z.input<typeof documentSchema> = {
    format: documentFormat,
    version: documentVersion,
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

export type ReadWorld = { ok: true; world: World; atMs: number } | { ok: false; reason: string };

export function readDocument(text: string): ReadWorld {
  const json = parseJson(text);
  return json === undefined ? { ok: false, reason: 'not JSON' } : readWorld(json);
}

/** The world takes over the value. */
export function readWorld(given: unknown): ReadWorld {
  const parsed = documentSchema.safeParse(given);
  if (!parsed.success) return { ok: false, reason: firstIssue(parsed.error) };
  const { atMs, applications, pilots, consents, codes, accessTokens, refreshTokens, flights, usage, ...rest } =
    parsed.data;
  const error = integrityError(parsed.data);
  if (error !== null) return { ok: false, reason: error };
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

const firstIssue = ({ issues: [issue] }: z.ZodError): string =>
  `${issue?.path.join('.') || 'document'}: ${issue?.message}`;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
