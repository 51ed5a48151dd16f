// The complete state of the service: plain values without behaviour, and their schemas, by which world-document.ts reads a
// document. Secrets, codes and tokens are digests (rule 18).

import { z } from 'zod';
import { digestOf, randomSecret } from '../http/digest.ts';
import { faultRequestSchema } from './fault-schema.ts';

const text = z.string();
const id = z.string().min(1);
const scopes = z.array(text);
const count = z.int().nonnegative();
const flag = z.boolean();

/** Leaves room for adding lifetimes to a valid date. */
const latestTimeMs = 8e15;
export const timeMs = z.number().min(0).max(latestTimeMs);

export const applicationSchema = z.strictObject({
  clientId: id,
  name: text,
  secretDigest: text,
  redirectUris: z.array(text),
  /** Whether it holds the write-access subscription. */
  writeEnabled: flag,
  disabledAtMs: timeMs.nullable(),
});
export type Application = z.output<typeof applicationSchema>;

export const pilotSchema = z.strictObject({ id, name: text });
export type Pilot = z.output<typeof pilotSchema>;

export const consentSchema = z.strictObject({
  id,
  clientId: text,
  pilotId: text,
  scopes,
  grantedAtMs: timeMs,
  revokedAtMs: timeMs.nullable(),
  /** The reason, for developers. */
  revokedBecause: text.nullable(),
});
/** One approval of an application by a pilot. Revoking it invalidates all its tokens. */
export type Consent = z.output<typeof consentSchema>;

export const codeSchema = z.strictObject({
  consentId: text,
  redirectUri: text,
  challenge: text,
  issuedAtMs: timeMs,
  expiresAtMs: timeMs,
  used: flag,
});
type Code = z.output<typeof codeSchema>;

export const accessTokenSchema = z.strictObject({ consentId: text, scopes, expiresAtMs: timeMs });
export type AccessToken = z.output<typeof accessTokenSchema>;

export const refreshTokenSchema = z.strictObject({
  consentId: text,
  expiresAtMs: timeMs,
  /** True once it was used; using it again revokes the consent. */
  rotated: flag,
});
type RefreshToken = z.output<typeof refreshTokenSchema>;

const shown = z.string({ error: 'a text' });
const figure = z.number({ error: 'a number' });

/** For documents and corrections. The messages complete “expected …”. */
export const figuresSchema = z.strictObject({
  aircraft: shown,
  icao_out: shown,
  icao_in: shown,
  /** Total flight time from block to block, in minutes (A6). */
  total_ft: figure,
  /** Minutes in the air (A6). */
  en_route: figure,
  pax: figure,
  cargo_kg: figure,
  /** Minutes late at the gate; negative is early (A6). */
  delay_min: figure,
  rating_contribution: figure,
  season_points: figure,
  /** The report's own time without an offset, in UTC (A7); null if the image has none. */
  date: z.string({ error: 'a text or null' }).nullable(),
});
/** What the checks find out about a flight, under the names of the record. */
export type FlightFigures = z.output<typeof figuresSchema>;

export const flightSchema = z.strictObject({
  id: z.int().positive(),
  pilotId: text,
  clientId: text,
  createdAtMs: timeMs,
  fileName: text,
  sizeBytes: count,
  /** Of the image, in hex, if there is a state file: it contains no images. */
  sha256: text.nullable(),
  /** What the checks find. The record shows it as the flags allow. */
  figures: figuresSchema,
  needsModerator: flag,
  automatedChecked: flag,
  moderatorChecked: flag,
  isArchived: flag,
  /** When the next check is due; null if time changes nothing any more. */
  dueAtMs: timeMs.nullable(),
});
/** Immutable: a change replaces the flight, so caches can compare by identity. */
export type Flight = Readonly<z.output<typeof flightSchema>>;

export const usageSchema = z.strictObject({
  /** Times of the requests that count, oldest first, none older than the window. */
  requestsAtMs: z.array(timeMs),
  /** The time from which the wait between uploads counts. */
  waitFromMs: timeMs.nullable(),
  /** The last accepted upload. */
  lastFlightId: z.int().positive().nullable(),
});
/** What one pair of application and pilot has used of its limits. */
export type PairUsage = z.output<typeof usageSchema>;

export const faultSchema = faultRequestSchema.extend({ id: z.int().positive(), seen: count, fired: count });
export type Fault = z.output<typeof faultSchema>;

export type World = {
  applications: Map<string, Application>;
  pilots: Map<string, Pilot>;
  consents: Map<string, Consent>;
  /** By digest, as are the tokens. */
  codes: Map<string, Code>;
  accessTokens: Map<string, AccessToken>;
  refreshTokens: Map<string, RefreshToken>;
  /** By id, oldest first. */
  flights: Map<number, Flight>;
  /** The IDs of each pilot's flights, oldest first; an index for `flights`. */
  flightIdsByPilot: Map<string, number[]>;
  /** By `pairKey`. */
  usage: Map<string, PairUsage>;
  faults: Fault[];
  nextFlightId: number;
  nextFaultId: number;
  /** Signs the consent page's form. */
  pageKey: string;
};

export const pairKey = (clientId: string, pilotId: string) => JSON.stringify([clientId, pilotId]);

export const partiesOf = (key: string) => JSON.parse(key) as [clientId: string, pilotId: string];

export function addFlight(world: World, flight: Flight): void {
  world.flights.set(flight.id, flight);
  const ids = world.flightIdsByPilot.get(flight.pilotId);
  if (ids === undefined) world.flightIdsByPilot.set(flight.pilotId, [flight.id]);
  else ids.push(flight.id);
}

/** The default of a call: the first application or pilot; empty without one. */
export const firstKey = (entries: ReadonlyMap<string, unknown>): string => entries.keys().next().value ?? '';

// The initial state: two applications (one without the write-access subscription) and two pilots. The secrets are public
// on purpose; they work with emulators only.

const firstFlightId = 4700;

const seededApplications = [
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

const seededPilots = [
  { id: 'demo', name: 'Demo Pilot' },
  { id: 'second', name: 'Second Pilot' },
];

export function createSeededWorld(): World {
  return {
    applications: new Map(
      seededApplications.map(({ clientId, name, secret, redirectUris, writeEnabled }) => [
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
    pilots: new Map(seededPilots.map((pilot) => [pilot.id, { ...pilot }])),
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
  new Map(seededApplications.map(({ clientId, secret }) => [clientId, secret]));
