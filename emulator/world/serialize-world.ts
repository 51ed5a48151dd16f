// The world as one versioned JSON document. world-document.ts reads it back.

import type { Flight, World } from './world.ts';

export const documentFormat = 'pilot-flight-service-emulator';
export const documentVersion = 2;

/** Deterministic: the same world at the same time gives the same bytes. */
export const writeDocument = (world: World, atMs: number): string =>
  `${beforeFlights(world, atMs)}${listed([...world.flights.values()])}${afterFlights(world)}`;

/** Flights per cached block. */
const blockFlights = 500;

type Block = {
  flights: readonly Flight[];
  bytes: Uint8Array;
};

/**
 * Writes the same bytes repeatedly, and caches unchanged blocks of flights, which take most of the time.
 */
export function createDocumentWriter(world: World): (atMs: number) => Iterable<Uint8Array> {
  let kept: readonly Block[] = [];
  return (atMs) => {
    const flights = [...world.flights.values()];
    kept = Array.from({ length: Math.ceil(flights.length / blockFlights) }, (_, index) => {
      const block = flights.slice(index * blockFlights, (index + 1) * blockFlights);
      const known = kept[index];
      return known !== undefined && isSame(known.flights, block)
        ? known
        : { flights: block, bytes: Buffer.from(`${index === 0 ? '' : ','}${listed(block)}`) };
    });
    return [
      Buffer.from(beforeFlights(world, atMs)),
      ...kept.map(({ bytes }) => bytes),
      Buffer.from(afterFlights(world)),
    ];
  };
}

/** Flights are immutable (world.ts), so identity suffices. */
const isSame = (known: readonly Flight[], flights: readonly Flight[]): boolean =>
  known.length === flights.length && known.every((flight, index) => flight === flights[index]);

const listed = (flights: readonly Flight[]): string => JSON.stringify(flights).slice(1, -1);

function beforeFlights(world: World, atMs: number): string {
  const members = {
    format: documentFormat,
    version: documentVersion,
    /** The time on the emulator's clock. */
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
  };
  return `${JSON.stringify(members).slice(0, -1)},"flights":[`;
}

const afterFlights = ({ usage, faults }: World): string =>
  `],${JSON.stringify({ usage: [...usage], faults }).slice(1)}\n`;
