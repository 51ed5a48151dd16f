// The world as one versioned JSON document. An invalid document, or one with dangling references, is rejected with the place
// and the reason.

import { z } from 'zod';
import { integrityError } from './world-integrity.ts';
import {
  accessTokenSchema,
  addFlight,
  applicationSchema,
  codeSchema,
  consentSchema,
  faultSchema,
  flightSchema,
  pilotSchema,
  refreshTokenSchema,
  timeMs,
  usageSchema,
} from './world.ts';
import type { World } from './world.ts';

const documentFormat = 'pilot-flight-service-emulator';
const documentVersion = 2;

/** The entries of a map. */
const entriesOf = <Value extends z.ZodType>(value: Value) => z.array(z.tuple([z.string(), value]));

export const documentSchema = z.strictObject({
  format: z.literal(documentFormat),
  version: z.literal(documentVersion, { error: `only version ${documentVersion} is supported` }),
  atMs: timeMs,
  pageKey: z.string().min(1),
  nextFlightId: z.int().positive(),
  nextFaultId: z.int().positive(),
  applications: z.array(applicationSchema),
  pilots: z.array(pilotSchema),
  consents: z.array(consentSchema),
  codes: entriesOf(codeSchema),
  accessTokens: entriesOf(accessTokenSchema),
  refreshTokens: entriesOf(refreshTokenSchema),
  flights: z.array(flightSchema),
  usage: entriesOf(usageSchema),
  faults: z.array(faultSchema),
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
