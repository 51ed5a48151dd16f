// The references within a world: a token has a consent, a consent a pilot and an application. A document with dangling
// references is rejected; after a partial reset they are dropped.

import { flagsError } from './flight-checks.ts';
import { pairKey, partiesOf } from './world.ts';
import type { Application, Consent, Fault, Flight, PairUsage, Pilot, World } from './world.ts';

/** A world as its document lists it. */
type Lists = {
  applications: Application[];
  pilots: Pilot[];
  consents: Consent[];
  codes: [string, { consentId: string }][];
  accessTokens: [string, { consentId: string }][];
  refreshTokens: [string, { consentId: string }][];
  flights: Flight[];
  usage: [string, PairUsage][];
  faults: Fault[];
  nextFlightId: number;
  nextFaultId: number;
};

/** Returns the first violation, or null. */
export function integrityError(lists: Lists): string | null {
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
