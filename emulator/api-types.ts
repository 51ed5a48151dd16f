// The types of the control interface, over HTTP and in the library; the console uses them too. Times are ISO 8601 in UTC on
// the emulator's clock, durations milliseconds, sizes bytes.

import type { FaultEffect, FaultMatch } from './world/world.ts';
import type { FlightFigures } from './world/world.ts';
import type { OptionKind, OptionValue } from './options/option-kinds.ts';
import type { EmulatorMode, EmulatorSettings } from './options/option-table.ts';

export type Page<Item> = {
  items: Item[];
  /** Pass it as `after` to get the next page; null at the end. */
  next: string | null;
};

export type PageRequest = {
  /** A `next` of an earlier page. */
  after?: string;
  /** From 1 to 1000; 100 by default. */
  limit?: number;
};

export type Health = {
  /** `recording`: requests are forwarded to a real service. */
  status: 'ok' | 'recording';
  /** The version of Pilot Companion. */
  version: string;
  mode: EmulatorMode;
  now: string;
};

export const slices = [
  'clock',
  'faults',
  'journal',
  'limits',
  'consents',
  'flights',
  'applications',
  'pilots',
] as const;

/** The parts that can be reset separately. */
export type Slice = (typeof slices)[number];

export type ResetRequest = {
  /** All by default. */
  slices?: Slice[];
};

export type ClockState = {
  now: string;
  /** True while only `advanceMs` and `set` move the clock. */
  frozen: boolean;
  /** Milliseconds per real millisecond while it is not frozen. */
  scale: number;
  /** When the next scheduled event is due, or null. */
  nextDueAt: string | null;
};

/** Several members apply in this order. */
export type ClockChange = {
  scale?: number;
  freeze?: boolean;
  /** A later time. Everything due happens. */
  set?: string;
  advanceMs?: Duration;
};

export type FaultRequest = {
  /** Omitted members match anything; a path may end in `*`. */
  match?: FaultMatch;
  /** Number of matching requests to let through first; 0 by default. */
  skip?: number;
  /** Number of requests it applies to; null, the default, is all. */
  times?: number | null;
  /** From 0 to 1; 1 by default. Drawn from the seed, so that runs repeat. */
  probability?: number;
  effect: FaultEffect<Duration, number | string>;
};

export type FaultView = {
  effect: FaultEffect;
  id: number;
  /** How many requests matched, and to how many it applied. */
  seen: number;
  fired: number;
} & Required<Omit<FaultRequest, 'effect'>>;

/** A request or a response, with secrets masked. */
export type JournalMessage = {
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Text up to a limit; binary data is described in angle brackets. Null if there was none. */
  body: string | null;
  bodyBytes: number;
};

/** How an exchange ended. `gone`: the client disconnected; `dropped` and `cut`: a fault applied. */
export type JournalOutcome = (typeof journalOutcomes)[number];

export const journalOutcomes = ['answered', 'dropped', 'cut', 'gone', 'open'] as const;

/** One request and its response, as listed. */
export type JournalEntry = {
  /** Grows by one with each request. */
  id: number;
  at: string;
  /** In real time, from the first byte of the request to the end of the response; null while it is open. */
  durationMs: number | null;
  method: string;
  /** Without the query. */
  path: string;
  status: number | null;
  outcome: JournalOutcome;
  clientId: string | null;
  pilot: string | null;
  grantType: string | null;
  /** The rule that decided: `too_fast: 3.2 s after flight 17, minimum 5 s`. */
  rule: string | null;
  /** For a rejected sign-in, what was almost right: `redirect_uri differs in the path`. */
  hint: string | null;
  /** The fault that applied. */
  fault: number | null;
};

export type JournalDetail = {
  /** Without the question mark; empty if there was none. */
  query: string;
  request: JournalMessage;
  /** Null if there was no response. */
  answer: JournalMessage | null;
} & JournalEntry;

export type HarPair = {
  name: string;
  value: string;
};

type HarMessage = {
  httpVersion: string;
  cookies: never[];
  headers: HarPair[];
  headersSize: number;
  bodySize: number;
};

export type HarEntry = {
  startedDateTime: string;
  time: number;
  request: HarMessage & {
    method: string;
    url: string;
    queryString: HarPair[];
    postData?: { mimeType: string; text: string };
  };
  /** The status is 0 if there was no response. */
  response: HarMessage & {
    status: number;
    statusText: string;
    content: { size: number; mimeType: string; text?: string };
    redirectURL: string;
  };
  cache: object;
  timings: { send: number; wait: number; receive: number };
  /** Outcome, rule and hint. */
  comment: string;
};

/** HTTP Archive 1.2. */
export type Har = {
  log: { version: '1.2'; creator: { name: string; version: string }; entries: HarEntry[] };
};

export type JournalRequest = {
  /** Case-insensitive text in method, path, status, application, pilot, rule or hint. */
  contains?: string;
} & PageRequest;

/** Milliseconds, or a text such as `250ms`, `5s` or `2m`. */
export type Duration = number | string;

/** Which requests; omitted members match any. What is contained in a text, and the method, ignore case. */
export type RequestMatch = {
  method?: string;
  /** A `*` at the end matches anything. */
  path?: string;
  /** `429`, or `4xx` for a class. */
  status?: number | string;
  outcome?: JournalOutcome;
  clientId?: string;
  pilot?: string;
  grantType?: string;
  /** The ID of the fault that applied. */
  fault?: number;
  /** Contained in the rule that decided. */
  rule?: string;
  /** Contained in the query. */
  query?: string;
  /** Contained in the request headers of these names. */
  headers?: Record<string, string>;
  /** Contained in the request body as the journal shows it; of an upload, the names and types of its parts. */
  body?: string;
  /** Contained in the body of the response. */
  response?: string;
};

export type WaitOptions = {
  /** In real time, also with a virtual clock; 3 s by default, at most 10 minutes. */
  timeout?: Duration;
  /** Only requests after the one with this ID. */
  after?: number;
};

/** `POST /_emulator/wait/requests`. */
export type JournalWait = {
  match?: RequestMatch;
  /** Wait for this many or more; 1 by default. */
  atLeast?: number;
  /** Wait for exactly this many; more are an error immediately. */
  count?: number;
} & WaitOptions;

/** The requests that a test expects. */
export type RequestExpectation = {
  /** Resolves with them once there are exactly this many; rejects if there are more, or with the nearest misses. */
  toHaveCount(count: number, options?: { timeout?: Duration }): Promise<JournalEntry[]>;
  /** Resolves with them once there are this many or more. */
  toHaveAtLeast(count: number, options?: { timeout?: Duration }): Promise<JournalEntry[]>;
};

/** Which flights; omitted members match any. */
export type FlightMatch = {
  id?: number;
  pilot?: string;
  clientId?: string;
  fileName?: string;
  sha256?: string;
  needsModerator?: boolean;
  automatedChecked?: boolean;
  moderatorChecked?: boolean;
  isArchived?: boolean;
};

/** `POST /_emulator/wait/flights`. */
export type FlightsWait = {
  match?: FlightMatch;
  /** Wait for this many or more; 1 by default. */
  atLeast?: number;
  /** Wait for exactly this many; more are an error immediately. */
  count?: number;
  /** As for requests. */
  timeout?: Duration;
};

/**
 * A request is published when it is complete, and before that as open if it takes longer. `changed` names the parts to
 * reload.
 */
export type EmulatorEvent =
  | { type: 'request'; entry: JournalEntry }
  | { type: 'clock'; clock: ClockState }
  | { type: 'changed'; what: ChangedPart[] };

export type ChangedPart =
  | 'applications'
  | 'pilots'
  | 'consents'
  | 'tokens'
  | 'flights'
  | 'faults'
  | 'limits'
  | 'settings'
  | 'journal'
  | 'scenario';

export type FlightView = {
  /** As the service returns it. */
  record: FlightRecord;
  pilot: string;
  clientId: string;
  fileName: string;
  sizeBytes: number;
  /** Of the image, in hex. */
  sha256: string;
  needsModerator: boolean;
  /** The figures found by the checks. */
  figures: FlightFigures;
  /** When the next scheduled check is due, or null. */
  dueAt: string | null;
  /** Whether the image is available; only recent ones are kept. */
  hasImage: boolean;
};

export type FlightsRequest = {
  pilot?: string;
  /** Newest first instead of oldest first. */
  newestFirst?: boolean;
} & PageRequest;

/** Corrected figures; omitted ones stay. */
export type FlightCorrection = Partial<FlightFigures>;

/** A flight to create without an upload. Omitted members get the values of an upload. */
export type FlightSeed = {
  /** The first pilot by default. */
  pilot?: string;
  /** The first application by default. */
  clientId?: string;
  fileName?: string;
  createdAt?: string;
  figures?: Partial<FlightFigures>;
  needsModerator?: boolean;
  automatedChecked?: boolean;
  moderatorChecked?: boolean;
  isArchived?: boolean;
};

/** Identical flights, or individual ones. */
export type FlightsToMake = ({ count: number } & FlightSeed) | { records: FlightSeed[] };

export type ApplicationView = {
  clientId: string;
  name: string;
  redirectUris: string[];
  /** Whether it holds the write-access subscription. */
  writeEnabled: boolean;
  disabled: boolean;
};

export type NewApplication = {
  clientId: string;
  /** The client ID by default. */
  name?: string;
  /** Generated by default. */
  clientSecret?: string;
  redirectUris: string[];
  /** True by default. */
  writeEnabled?: boolean;
};

export type ApplicationChange = {
  disabled?: boolean;
  writeEnabled?: boolean;
  redirectUris?: string[];
  clientSecret?: string;
};

export type PilotView = {
  id: string;
  name: string;
};

/** One approval of an application by a pilot. Revoking it invalidates all its tokens. */
export type ConsentView = {
  id: string;
  clientId: string;
  pilot: string;
  scopes: string[];
  grantedAt: string;
  revokedAt: string | null;
  /** The reason, for developers. */
  revokedBecause: string | null;
};

export type ConsentFilter = {
  pilot?: string;
  clientId?: string;
};

export type ConsentsRequest = {
  /** Newest first instead of oldest first. */
  newestFirst?: boolean;
} & ConsentFilter &
  PageRequest;

export type TokenKind = 'access' | 'refresh' | 'code';

export const tokenStates = ['live', 'expired', 'used', 'revoked'] as const;
export type TokenState = (typeof tokenStates)[number];

export type TokenView = {
  kind: TokenKind;
  /** The start of its digest, as in the journal. */
  fingerprint: string;
  consentId: string;
  clientId: string;
  pilot: string;
  scopes: string[];
  expiresAt: string;
  /** `used`: an exchanged code or a rotated refresh token; `revoked`: its consent was revoked. */
  status: TokenState;
};

export type TokenFilter = {
  /** All kinds by default. */
  kind?: TokenKind;
  consentId?: string;
};

export type TokensRequest = {
  status?: TokenState;
  /** Newest first within each kind, instead of oldest first. */
  newestFirst?: boolean;
} & TokenFilter &
  PageRequest;

export type SignInRequest = {
  /** A pilot ID; the first pilot by default. */
  pilot?: string;
  /** The first application by default. */
  clientId?: string;
  /** All scopes by default. */
  scopes?: readonly string[];
};

export type SignedIn = {
  consentId: string;
} & TokenResponse;

/** The rate limits used by one pair of application and pilot. */
export type LimitView = {
  clientId: string;
  pilot: string;
  /** Requests allowed in the sliding window of `windowMs`. */
  limit: number;
  windowMs: number;
  used: number;
  /** The times of the requests in the window, oldest first. */
  requestsAt: string[];
  /** When the next request is allowed; now, if it already is. */
  mayRequestAt: string;
  /** The upload that started the wait. */
  lastFlightId: number | null;
  minGapMs: number;
  /** When the next upload is allowed. */
  mayUploadAt: string;
};

/** An option with its current value. */
export type SettingView = {
  name: keyof EmulatorSettings;
  flag: string;
  kind: OptionKind;
  choices: string[] | null;
  /** Times in milliseconds, sizes in bytes. */
  value: OptionValue | null;
  /** The value in the notation of the command line. */
  text: string;
  assumption: string | null;
  help: string;
  /** Whether it can be changed at run time. */
  isLive: boolean;
};

/** Live settings by name: numbers as in `value`, or texts as in `text`. */
export type SettingsChange = { [name in keyof EmulatorSettings]?: EmulatorSettings[name] | string };

/** A separate emulator next to the others, under `/w/ID`. */
export type NewWorld = {
  /** Random by default. */
  id?: string;
  /** Removed after this much real time without a request; 10 minutes by default. */
  idle?: Duration;
  /** That of the emulator by default. */
  clock?: 'system' | 'virtual';
  /** That of the emulator by default. */
  mode?: EmulatorMode;
  /** The name of a built-in scenario, or a document; none by default. */
  scenario?: string | object;
  /** Options that differ from those of the emulator. */
  settings?: Record<string, unknown>;
};

export type WorldView = {
  id: string;
  /** The base URL. Its console and control interface are below it, with the same token. */
  url: string;
  idleMs: number;
  /** The applications whose secret is known. */
  clients: { client_id: string; client_secret: string; redirect_uris: string[] }[];
  pilots: PilotView[];
};

export type ScenarioSummary = {
  name: string;
  title: string;
  about: string;
};

/** A built-in scenario, or a document. */
export type ScenarioRequest = { name: string } | { document: unknown };

export type ScenarioState = {
  name: string;
  title: string;
  /** A description in a few sentences. */
  about: string;
  /** In the order in which they are due. */
  steps: { at: string; message: string; done: boolean; error: string | null }[];
};

export type Nullable = number | string | null;

export type FlightRecord = {
  id: number;
  date: string;
  aircraft: string;
  icao_out: string;
  icao_in: string;
  total_ft: Nullable;
  en_route: Nullable;
  pax: Nullable;
  cargo_kg: Nullable;
  delay_min: Nullable;
  moderator_checked: boolean;
  automated_checked: boolean;
  rating_contribution: Nullable;
  season_points: Nullable;
  is_archived: boolean;
  created_at: string;
};

/** The documented token response. */
export type TokenResponse = {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
};

/** What the traffic shows about an assumption. `not-visible`: no traffic can show it. */
export type AssumptionVerdict = (typeof assumptionVerdicts)[number];

export const assumptionVerdicts = ['holds', 'differs', 'not-seen', 'not-visible'] as const;

/** An assumption of docs/emulator/assumptions.md, judged by what was recorded. */
export type JudgedAssumption = {
  /** `A1` to `A34`. */
  number: string;
  /** What the emulator does, as far as traffic can show it. */
  claim: string;
  verdict: AssumptionVerdict;
  /** The requests that show it. */
  evidence: { request: number; shows: string }[];
  /** What would show it, why nothing can, or what the evidence leaves open; otherwise null. */
  note: string | null;
};

/** `GET /_emulator/recording`. */
export type RecordingReport = {
  /** The URL of the service that requests are forwarded to. */
  service: string;
  /** The number of forwarded requests. */
  requests: number;
  assumptions: JudgedAssumption[];
};
