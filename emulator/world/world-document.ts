// The world as one versioned JSON document. An invalid document, or one with dangling references, is rejected with the place
// and the reason.

import { z } from 'zod';
import { parseJson } from '../http/json.ts';
import { flagsError } from './flight-checks.ts';
import {
  accessTokenSchema,
  addFlight,
  applicationSchema,
  codeSchema,
  consentSchema,
  faultSchema,
  flightSchema,
  pairKey,
  partiesOf,
  pilotSchema,
  refreshTokenSchema,
  timeMs,
  usageSchema,
} from './world.ts';
import type { Flight, PairUsage, World } from './world.ts';

const documentFormat = 'pilot-flight-service-emulator';
const documentVersion = 2;

/** Whether a key has the form of `pairKey`. */
function isPairKey(key: string): boolean {
  try {
    return pairKey(...partiesOf(key)) === key;
  } catch {
    return false;
  }
}

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
  usage: z.array(z.tuple([z.string().refine(isPairKey, { error: 'not an application and a pilot' }), usageSchema])),
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
  const error = integrityError(parsed.data, world);
  return error === null ? { ok: true, world, atMs } : { ok: false, reason: error };
}

const firstIssue = ({ issues: [issue] }: z.ZodError): string =>
  `${issue?.path.join('.') || 'document'}: ${issue?.message}`;

// The references within a world: a token has a consent, a consent a pilot and an application. A document with dangling
// references is rejected; after a partial reset they are dropped.

const named = ['applications', 'pilots', 'consents', 'codes', 'accessTokens', 'refreshTokens', 'usage'] as const;

/** Returns the first violation, or null. */
function integrityError(lists: z.output<typeof documentSchema>, world: World): string | null {
  const faultIds = lists.faults.map(({ id }) => id);
  const twice = named.find((name) => world[name].size < lists[name].length);
  if (twice !== undefined) return `${twice}: duplicate entry`;
  if (new Set(faultIds).size < faultIds.length) return 'faults: duplicate entry';
  for (const [name, key, missing] of danglingIn(world)) return `${name} ${key}: its ${missing} is missing`;
  const isLost = ({ lastFlightId }: PairUsage) => lastFlightId !== null && !world.flights.has(lastFlightId);
  if ([...world.usage.values()].some(isLost)) return 'usage: its last flight is missing';
  const flightIds = lists.flights.map(({ id }) => id);
  if (flightIds.some((id, index) => index > 0 && id <= flightIds[index - 1]!)) return 'flights: IDs are not ascending';
  const odd = lists.flights.find((flight) => flightError(flight) !== null);
  if (odd !== undefined) return `flights ${odd.id}: ${flightError(odd)}`;
  if ((flightIds.at(-1) ?? 0) >= lists.nextFlightId) return 'nextFlightId: already used by a flight';
  return faultIds.some((id) => id >= lists.nextFaultId) ? 'nextFaultId: already used by a fault' : null;
}

function flightError(flight: Flight): string | null {
  const isDone = flight.isArchived || flight.moderatorChecked || (flight.automatedChecked && !flight.needsModerator);
  return isDone && flight.dueAtMs !== null ? 'dueAtMs is set, but nothing is due' : flagsError(flight);
}

/** Entries whose application, pilot or consent no longer exists; those of a consent that is deleted meanwhile as well. */
function* danglingIn(world: World) {
  const hasParties = (clientId: string, pilotId: string) =>
    world.applications.has(clientId) && world.pilots.has(pilotId);
  for (const name of ['consents', 'flights'] as const) {
    for (const [key, { clientId, pilotId }] of world[name]) {
      if (!hasParties(clientId, pilotId)) yield [name, key, 'application or pilot'] as const;
    }
  }
  for (const name of ['codes', 'accessTokens', 'refreshTokens'] as const) {
    for (const [key, { consentId }] of world[name]) {
      if (!world.consents.has(consentId)) yield [name, key, 'consent'] as const;
    }
  }
  for (const key of world.usage.keys()) {
    if (!hasParties(...partiesOf(key))) yield ['usage', key, 'application or pilot'] as const;
  }
}

export function dropDangling(world: World): void {
  for (const [name, key] of danglingIn(world)) (world[name] as Map<string | number, unknown>).delete(key);
  for (const [pilotId, ids] of world.flightIdsByPilot) {
    const left = ids.filter((id) => world.flights.has(id));
    if (left.length === 0) world.flightIdsByPilot.delete(pilotId);
    else world.flightIdsByPilot.set(pilotId, left);
  }
  for (const usage of world.usage.values()) {
    if (usage.lastFlightId !== null && !world.flights.has(usage.lastFlightId)) usage.lastFlightId = null;
  }
}

/** After the clock went back: drops the usage that is in the future. */
export function dropFuture(world: World, nowMs: number): void {
  for (const usage of world.usage.values()) {
    usage.requestsAtMs = usage.requestsAtMs.filter((atMs) => atMs <= nowMs);
    if (usage.waitFromMs !== null && usage.waitFromMs > nowMs) usage.waitFromMs = null;
  }
}
