// The world as one versioned JSON document. world-document.ts reads it back.

import type { World } from './world.ts';

export const documentFormat = 'pilot-flight-service-emulator';
export const documentVersion = 2;

/** The document's text: the same world at the same moment gives the same bytes. */
export function writeDocument(world: World, atMs: number): string {
  const document = {
    format: documentFormat,
    version: documentVersion,
    /** The service's moment at which this was written. */
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
