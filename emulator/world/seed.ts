// The initial state: two applications (one without the write-access subscription) and two pilots. The secrets are public
// on purpose; they work with emulators only.

import { digestOf, randomSecret } from '../http/digest.ts';
import type { World } from './world.ts';

const firstFlightId = 4700;

const applications = [
  {
    clientId: 'pilot-companion-demo',
    secret: 'demo-secret-for-the-emulator-only',
    name: 'Pilot Companion',
    redirectUris: ['http://127.0.0.1/callback/emulator'],
    writeEnabled: true,
  },
  {
    clientId: 'logbook-reader-demo',
    secret: 'reader-secret-for-the-emulator-only',
    name: 'Logbook Reader',
    redirectUris: ['http://127.0.0.1/callback/emulator'],
    writeEnabled: false,
  },
];

const pilots = [
  { id: 'demo', name: 'Demo Pilot' },
  { id: 'second', name: 'Second Pilot' },
];

export function createSeededWorld(): World {
  return {
    applications: new Map(
      applications.map(({ clientId, name, secret, redirectUris, writeEnabled }) => [
        clientId,
        {
          clientId,
          name,
          secretDigest: digestOf(secret),
          redirectUris: [...redirectUris],
          writeEnabled,
          disabledAtMs: null,
        },
      ]),
    ),
    pilots: new Map(pilots.map((pilot) => [pilot.id, { ...pilot }])),
    consents: new Map(),
    codes: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    flights: new Map(),
    flightIdsByPilot: new Map(),
    usage: new Map(),
    faults: [],
    nextFlightId: firstFlightId,
    nextFaultId: 1,
    pageKey: randomSecret(),
  };
}

/** The public secrets by client ID; the world contains digests only. */
export const seededSecrets = (): Map<string, string> =>
  new Map(applications.map(({ clientId, secret }) => [clientId, secret]));
