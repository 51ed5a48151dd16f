// The world as one versioned JSON document. An invalid document, or one with dangling references, is rejected with the place
// and the reason.

import { z } from 'zod';
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
import type { Flight, World } from './world.ts';

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

// The references within a world: a token has a consent, a consent a pilot and an application. A document with dangling
// references is rejected; after a partial reset they are dropped.

type Lists = z.output<typeof documentSchema>;

/** Returns the first violation, or null. */
function integrityError(lists: Lists): string | null {
  const clientIds = lists.applications.map(({ clientId }) => clientId);
  const pilotIds = lists.pilots.map(({ id }) => id);
  const consentIds = lists.consents.map(({ id }) => id);
  const flightIds = lists.flights.map(({ id }) => id);
  const faultIds = lists.faults.map(({ id }) => id);
  const pairs = lists.usage.map(([key]) => key);
  const { codes, accessTokens, refreshTokens } = lists;

  const clients = new Set(clientIds);
  const pilots = new Set(pilotIds);
  const consents = new Set(consentIds);
  const flights = new Set(flightIds);
  const isPair = (key: string) => pairOf(key)?.every((id, index) => (index === 0 ? clients : pilots).has(id)) === true;

  for (const [name, ids] of Object.entries({
    applications: clientIds,
    pilots: pilotIds,
    consents: consentIds,
    codes: codes.map(([digest]) => digest),
    accessTokens: accessTokens.map(([digest]) => digest),
    refreshTokens: refreshTokens.map(([digest]) => digest),
    usage: pairs,
    faults: faultIds,
  })) {
    if (new Set<unknown>(ids).size < ids.length) return `${name}: duplicate entry`;
  }
  for (const [name, owned] of Object.entries({ consents: lists.consents, flights: lists.flights })) {
    const lost = owned.findIndex(({ clientId, pilotId }) => !clients.has(clientId) || !pilots.has(pilotId));
    if (lost !== -1) return `${name}.${lost}: its application or pilot is missing`;
  }
  for (const [name, tokens] of Object.entries({ codes, accessTokens, refreshTokens })) {
    const lost = tokens.findIndex(([, { consentId }]) => !consents.has(consentId));
    if (lost !== -1) return `${name}.${lost}: its consent is missing`;
  }
  const stray = pairs.findIndex((key) => !isPair(key));
  if (stray !== -1) return `usage.${stray}: its application or pilot is missing`;
  const lost = lists.usage.findIndex(([, { lastFlightId }]) => lastFlightId !== null && !flights.has(lastFlightId));
  if (lost !== -1) return `usage.${lost}: its last flight is missing`;
  if (flightIds.some((id, index) => index > 0 && id <= flightIds[index - 1]!)) return 'flights: IDs are not ascending';
  const odd = lists.flights.findIndex((flight) => flightError(flight) !== null);
  if (odd !== -1) return `flights.${odd}: ${flightError(lists.flights[odd]!)}`;
  if ((flightIds.at(-1) ?? 0) >= lists.nextFlightId) return 'nextFlightId: already used by a flight';
  return faultIds.some((id) => id >= lists.nextFaultId) ? 'nextFaultId: already used by a fault' : null;
}

function flightError(flight: Flight): string | null {
  const isDone = flight.isArchived || flight.moderatorChecked || (flight.automatedChecked && !flight.needsModerator);
  return isDone && flight.dueAtMs !== null ? 'dueAtMs is set, but nothing is due' : flagsError(flight);
}

/** Returns null if the key does not have the form of `pairKey`. */
function pairOf(key: string): [clientId: string, pilotId: string] | null {
  try {
    const [clientId, pilotId] = partiesOf(key);
    return pairKey(clientId, pilotId) === key ? [clientId, pilotId] : null;
  } catch {
    return null;
  }
}

/** Drops entries whose application, pilot, consent or flight no longer exists. */
export function dropDangling(world: World): void {
  const hasParties = ({ clientId, pilotId }: { clientId: string; pilotId: string }) =>
    world.applications.has(clientId) && world.pilots.has(pilotId);
  const hasConsent = ({ consentId }: { consentId: string }) => world.consents.has(consentId);

  keep(world.consents, hasParties);
  keep(world.codes, hasConsent);
  keep(world.accessTokens, hasConsent);
  keep(world.refreshTokens, hasConsent);
  keep(world.flights, hasParties);
  for (const [pilotId, ids] of world.flightIdsByPilot) {
    const left = ids.filter((id) => world.flights.has(id));
    if (left.length === 0) world.flightIdsByPilot.delete(pilotId);
    else world.flightIdsByPilot.set(pilotId, left);
  }
  for (const [key, usage] of world.usage) {
    const [clientId, pilotId] = partiesOf(key);
    if (!hasParties({ clientId, pilotId })) world.usage.delete(key);
    else if (usage.lastFlightId !== null && !world.flights.has(usage.lastFlightId)) usage.lastFlightId = null;
  }
}

/** After the clock went back: drops the usage that is in the future. */
export function dropFuture(world: World, nowMs: number): void {
  for (const usage of world.usage.values()) {
    usage.requestsAtMs = usage.requestsAtMs.filter((atMs) => atMs <= nowMs);
    if (usage.waitFromMs !== null && usage.waitFromMs > nowMs) usage.waitFromMs = null;
  }
}

function keep<Key, Value>(entries: Map<Key, Value>, isKept: (value: Value) => boolean): void {
  for (const [key, value] of entries) if (!isKept(value)) entries.delete(key);
}
