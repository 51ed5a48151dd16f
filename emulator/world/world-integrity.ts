// What holds between the parts of a world: a token has its consent, a consent its pilot and its application. A document
// that breaks it is refused; where a part is taken out on purpose, what stood on it goes too.

import { obstacleToState } from './flight-checks.ts';
import { pairKey, partiesOf } from './world.ts';
import type { Application, Consent, Fault, Flight, PairUsage, Pilot, World } from './world.ts';

/** A world as its document lists it. */
interface Lists {
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
}

/** What does not hold, or null. */
export function obstacleToOrder(lists: Lists): string | null {
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
  const odd = lists.flights.findIndex((flight) => obstacleToFlight(flight) !== null);
  if (odd !== -1) return `flights.${odd}: ${obstacleToFlight(lists.flights[odd]!)}`;
  if ((flightIds.at(-1) ?? 0) >= lists.nextFlightId) return 'nextFlightId: already used by a flight';
  return faultIds.some((id) => id >= lists.nextFaultId) ? 'nextFaultId: already used by a fault' : null;
}

function obstacleToFlight(flight: Flight): string | null {
  const isDone = flight.isArchived || flight.moderatorChecked || (flight.automatedChecked && !flight.needsModerator);
  return isDone && flight.dueAtMs !== null ? 'dueAtMs is set, but nothing is due' : obstacleToState(flight);
}

/** Null where the key is not written as `pairKey` writes it. */
function pairOf(key: string): [clientId: string, pilotId: string] | null {
  try {
    const [clientId, pilotId] = partiesOf(key);
    return pairKey(clientId, pilotId) === key ? [clientId, pilotId] : null;
  } catch {
    return null;
  }
}

/** Drops whatever names an application, a pilot, a consent or a flight that is not there. */
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

/** After time went back: what has been used of the limits later than now has not been used yet. */
export function dropFuture(world: World, nowMs: number): void {
  for (const usage of world.usage.values()) {
    usage.requestsAtMs = usage.requestsAtMs.filter((atMs) => atMs <= nowMs);
    if (usage.waitFromMs !== null && usage.waitFromMs > nowMs) usage.waitFromMs = null;
  }
}

function keep<Key, Value>(entries: Map<Key, Value>, isKept: (value: Value) => boolean): void {
  for (const [key, value] of entries) if (!isKept(value)) entries.delete(key);
}
