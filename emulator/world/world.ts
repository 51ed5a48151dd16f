// The complete state of the service: plain values without behaviour. world-document.ts writes it as a document and
// reads it. Secrets, codes and tokens are digests (rule 18).

export type Application = {
  clientId: string;
  name: string;
  secretDigest: string;
  redirectUris: string[];
  /** Whether it holds the write-access subscription. */
  writeEnabled: boolean;
  disabledAtMs: number | null;
};

export type Pilot = {
  id: string;
  name: string;
};

/** One approval of an application by a pilot. Revoking it invalidates all its tokens. */
export type Consent = {
  id: string;
  clientId: string;
  pilotId: string;
  scopes: string[];
  grantedAtMs: number;
  revokedAtMs: number | null;
  /** The reason, for developers. */
  revokedBecause: string | null;
};

export type Code = {
  consentId: string;
  redirectUri: string;
  challenge: string;
  issuedAtMs: number;
  expiresAtMs: number;
  used: boolean;
};

export type AccessToken = {
  consentId: string;
  scopes: string[];
  expiresAtMs: number;
};

export type RefreshToken = {
  consentId: string;
  expiresAtMs: number;
  /** True once it was used; using it again revokes the consent. */
  rotated: boolean;
};

/** Immutable: a change replaces the flight, so caches can compare by identity. */
export type Flight = {
  readonly id: number;
  readonly pilotId: string;
  readonly clientId: string;
  readonly createdAtMs: number;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** What the checks find. The record shows it as the flags allow. */
  readonly figures: Readonly<FlightFigures>;
  readonly needsModerator: boolean;
  readonly automatedChecked: boolean;
  readonly moderatorChecked: boolean;
  readonly isArchived: boolean;
  /** When the next check is due; null if time changes nothing any more. */
  readonly dueAtMs: number | null;
};

/** What one pair of application and pilot has used of its limits. */
export type PairUsage = {
  /** Times of the requests that count, oldest first, none older than the window. */
  requestsAtMs: number[];
  /** The time from which the wait between uploads counts. */
  waitFromMs: number | null;
  /** The last accepted upload. */
  lastFlightId: number | null;
};

export type FaultMatch = {
  method?: string;
  path?: string;
  grantType?: string;
  clientId?: string;
  pilot?: string;
  /** Contained in the query, in these headers, or in the name or type of an uploaded file; case is ignored. */
  query?: string;
  headers?: Record<string, string>;
  fileName?: string;
  contentType?: string;
  /** Fields of a URL-encoded form, with exactly these values. */
  form?: Record<string, string>;
};

/** In milliseconds. A list is used in order and starts again. */
export type Delay<Time = number> =
  | Time
  | { normal: { mean: Time; deviation: Time } }
  | { logNormal: { median: Time; sigma: number } }
  | { list: Time[] };

/** As kept, in milliseconds and bytes; requests may have texts such as `5s` and `10KiB`. */
export type FaultEffect<Time = number, Size = number> =
  | { type: 'status'; status: number; body?: unknown; headers?: Record<string, string> }
  | { type: 'latency'; ms: Delay<Time> }
  /** Before: the request is not processed. After: it is processed, and the response is lost. */
  | { type: 'drop'; when: 'before' | 'after' }
  /** The request is processed, then this response is sent; with `afterBytes`, its body breaks off there. */
  | { type: 'done-then'; status: number; body?: unknown; headers?: Record<string, string>; afterBytes?: Size }
  /** The request is processed, and the body of the response breaks off. */
  | { type: 'cut'; afterBytes: Size }
  /** The request is processed, and the body of the response is unreadable. */
  | { type: 'garbage' }
  /** The request is processed, and the response comes slowly. */
  | { type: 'throttle'; bytesPerSecond: Size };

export type Fault = {
  id: number;
  match: FaultMatch;
  /** Number of matching requests to let through first. */
  skip: number;
  /** Number of requests it applies to; null is all. */
  times: number | null;
  /** From 0 to 1, drawn from the seed. */
  probability: number;
  effect: FaultEffect;
  seen: number;
  fired: number;
};

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

/** The application and the pilot of a `pairKey`. */
export const partiesOf = (key: string) => JSON.parse(key) as [clientId: string, pilotId: string];

/** Adds a flight to the world and to its index. */
export function addFlight(world: World, flight: Flight): void {
  world.flights.set(flight.id, flight);
  const ids = world.flightIdsByPilot.get(flight.pilotId);
  if (ids === undefined) world.flightIdsByPilot.set(flight.pilotId, [flight.id]);
  else ids.push(flight.id);
}

/** What the checks find out about a flight, under the names of the record. */
export type FlightFigures = {
  aircraft: string;
  icao_out: string;
  icao_in: string;
  /** Total flight time from block to block, in minutes (A6). */
  total_ft: number;
  /** Minutes in the air (A6). */
  en_route: number;
  pax: number;
  cargo_kg: number;
  /** Minutes late at the gate; negative is early (A6). */
  delay_min: number;
  rating_contribution: number;
  season_points: number;
  /** The report's own time without an offset, in UTC (A7); null if the image has none. */
  date: string | null;
};

/** The default of a call: the first application or pilot; empty without one. */
export const firstKey = (entries: ReadonlyMap<string, unknown>): string => entries.keys().next().value ?? '';
