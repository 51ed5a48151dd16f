// What the calls of the control interface answer, over HTTP and in the library; the console uses it too. Each is a zod schema:
// the type and the OpenAPI description follow from it, and a test compares it with what the call returns. Times are ISO 8601
// in UTC on the emulator's clock, durations milliseconds, sizes bytes.

import { z } from 'zod';
import { optionNames, optionTable } from './options/option-table.ts';
import type { EmulatorSettings } from './options/option-table.ts';
import type { FaultEffect, FaultMatch } from './world/fault-schema.ts';
import { figuresSchema } from './world/world.ts';

const text = z.string();
const flag = z.boolean();
const integer = z.int();
const number = z.number();
const dateTime = z.string().meta({ format: 'date-time' });
const texts = z.array(text);
const headers = z.record(text, text);

/** A component of the description. */
const view = <Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) => z.strictObject(shape).meta({ id });

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), next: text.nullable().describe('Pass it as `after` to get the next page.') });

export type Page<Item> = {
  items: Item[];
  /** Pass it as `after` to get the next page; null at the end. */
  next: string | null;
};

export const healthView = view('Health', {
  /** `recording`: requests are forwarded to a real service. */
  status: z.enum(['ok', 'recording']),
  version: text,
  mode: z.enum(optionTable.mode.choices),
  now: dateTime,
});
export type Health = z.output<typeof healthView>;

/** The parts that can be reset separately. */
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
export type Slice = (typeof slices)[number];

export const clockView = view('Clock', {
  now: dateTime,
  /** True while only `advanceMs` and `set` move the clock. */
  frozen: flag,
  /** Milliseconds per real millisecond while it is not frozen. */
  scale: number,
  /** When the next scheduled event is due, or null. */
  nextDueAt: dateTime.nullable(),
});
export type ClockState = z.output<typeof clockView>;

export const settingView = view('Setting', {
  name: z.enum(optionNames),
  flag: text.nullable(),
  kind: text,
  choices: texts.nullable(),
  /** Times in milliseconds, sizes in bytes. */
  value: z.union([text, number, flag, texts as z.ZodType<readonly string[]>]).nullable(),
  /** The value in the notation of the command line. */
  text,
  assumption: text.nullable(),
  help: text,
  isLive: flag,
});
export type SettingView = z.output<typeof settingView>;

/** Live settings by name: numbers as in `value`, or texts as in `text`. */
export type SettingsChange = { [name in keyof EmulatorSettings]?: EmulatorSettings[name] | string };

export const faultView = view('Fault', {
  id: integer,
  match: (z.looseObject({}) as z.ZodType<FaultMatch>).describe('As it was added.'),
  skip: integer,
  times: integer.nullable(),
  probability: number,
  effect: (z.looseObject({ type: text }) as unknown as z.ZodType<FaultEffect>).describe('As it was added.'),
  /** How many requests matched. */
  seen: integer,
  /** To how many it applied. */
  fired: integer,
});
export type FaultView = z.output<typeof faultView>;

/** How an exchange ended. `gone`: the client disconnected; `dropped` and `cut`: a fault applied. */
export const journalOutcomes = ['answered', 'dropped', 'cut', 'gone', 'open'] as const;
export type JournalOutcome = (typeof journalOutcomes)[number];

const messageView = view('JournalMessage', {
  /** Names in lower case. */
  headers,
  /** Text up to a limit; binary data is described in angle brackets. Null if there was none. */
  body: text.nullable(),
  bodyBytes: integer,
});
/** A request or a response, with secrets masked. */
export type JournalMessage = z.output<typeof messageView>;

const entry = {
  /** Grows by one with each request. */
  id: integer,
  at: dateTime,
  /** In real time, from the first byte of the request to the end of the response; null while it is open. */
  durationMs: number.nullable(),
  method: text,
  /** Without the query. */
  path: text,
  status: integer.nullable(),
  outcome: z.enum(journalOutcomes),
  clientId: text.nullable(),
  pilot: text.nullable(),
  grantType: text.nullable(),
  /** The rule that decided: `too_fast: 3.2 s after flight 17, minimum 5 s`. */
  rule: text.nullable(),
  /** For a rejected sign-in, what was almost right: `redirect_uri differs in the path`. */
  hint: text.nullable(),
  fault: integer.nullable(),
};
export const entryView = view('JournalEntry', entry);
/** One request and its response, as listed. */
export type JournalEntry = z.output<typeof entryView>;

export const detailView = view('JournalDetail', {
  ...entry,
  /** Without the question mark; empty if there was none. */
  query: text,
  request: messageView,
  /** Null if there was no response. */
  answer: messageView.nullable(),
});
export type JournalDetail = z.output<typeof detailView>;

/** HTTP Archive 1.2, which journal/as-har.ts writes. */
export const harView = z.object({ log: z.looseObject({ version: text, entries: z.array(z.looseObject({})) }) });

/** Milliseconds, or a text such as `250ms`, `5s` or `2m`. */
export type Duration = number | string;

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

/** A7: UTC, without an offset. */
const timestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)
  .describe('Timestamp in ISO 8601 form without a zone offset.');
/** A6: numbers, or strings with --nullable-as-strings. */
const nullAtFirst = z.union([number, text]).nullable().describe('null right after upload.');
const falseAtFirst = flag.describe('false right after upload.');
const emptyAtFirst = text.describe('Empty string right after upload.');

/** In the words of the document of the service (test/emulator/contract/document.test.ts). */
export const flightRecord = view('FlightRecord', {
  id: integer.describe('Identifier of the flight record.'),
  date: timestamp,
  aircraft: text.describe('Holds the text UNKNOWN right after upload.'),
  icao_out: emptyAtFirst,
  icao_in: emptyAtFirst,
  total_ft: nullAtFirst,
  en_route: nullAtFirst,
  pax: nullAtFirst,
  cargo_kg: nullAtFirst,
  delay_min: nullAtFirst,
  moderator_checked: falseAtFirst,
  automated_checked: falseAtFirst,
  rating_contribution: nullAtFirst,
  season_points: nullAtFirst,
  is_archived: falseAtFirst,
  created_at: timestamp,
});
export type FlightRecord = z.output<typeof flightRecord>;

export const flightView = view('Flight', {
  /** As the service returns it. */
  record: flightRecord,
  pilot: text,
  clientId: text,
  fileName: text,
  sizeBytes: integer,
  /** Of the image, in hex; null if neither it nor its hash is kept. */
  sha256: text.nullable(),
  needsModerator: flag,
  /** The figures found by the checks. */
  figures: figuresSchema,
  /** When the next scheduled check is due, or null. */
  dueAt: dateTime.nullable(),
  /** Whether the image is available; only recent ones are kept. */
  hasImage: flag,
});
export type FlightView = z.output<typeof flightView>;

const application = {
  clientId: text,
  name: text,
  redirectUris: texts,
  /** Whether it holds the write-access subscription. */
  writeEnabled: flag,
  disabled: flag,
};
export const applicationView = view('Application', application);
export type ApplicationView = z.output<typeof applicationView>;
export const newApplicationView = view('NewApplication', { ...application, clientSecret: text });

export const pilotView = view('Pilot', { id: text, name: text });
export type PilotView = z.output<typeof pilotView>;

export const consentView = view('Consent', {
  id: text,
  clientId: text,
  pilot: text,
  scopes: texts,
  grantedAt: dateTime,
  revokedAt: dateTime.nullable(),
  /** The reason, for developers. */
  revokedBecause: text.nullable(),
});
/** One approval of an application by a pilot. Revoking it invalidates all its tokens. */
export type ConsentView = z.output<typeof consentView>;

export const tokenKinds = ['access', 'refresh', 'code'] as const;
export type TokenKind = (typeof tokenKinds)[number];

/** `used`: an exchanged code or a rotated refresh token; `revoked`: its consent was revoked. */
export const tokenStates = ['live', 'expired', 'used', 'revoked'] as const;
export type TokenState = (typeof tokenStates)[number];

export const tokenView = view('Token', {
  kind: z.enum(tokenKinds),
  /** The start of its digest, as in the journal. */
  fingerprint: text,
  consentId: text,
  clientId: text,
  pilot: text,
  scopes: texts,
  expiresAt: dateTime,
  status: z.enum(tokenStates),
});
export type TokenView = z.output<typeof tokenView>;

/** In the words of the document of the service. */
export const tokenResponse = view('TokenResponse', {
  access_token: text.describe('Bearer token for the user.'),
  token_type: z.literal('Bearer').describe('Bearer.'),
  expires_in: integer.describe('Lifetime of the access token in seconds. A response shows 900.'),
  refresh_token: text.describe('Used later with grant_type=refresh_token.'),
  scope: text.describe('Space-separated list of granted scopes.'),
});
export type TokenResponse = z.output<typeof tokenResponse>;

export const signedInView = view('SignedIn', { ...tokenResponse.shape, consentId: text });
export type SignedIn = z.output<typeof signedInView>;

export const expiredView = z.strictObject({ expired: integer });

export const limitView = view('Limit', {
  clientId: text,
  pilot: text,
  /** Requests allowed in the sliding window of `windowMs`. */
  limit: integer,
  windowMs: integer,
  used: integer,
  /** The times of the requests in the window, oldest first. */
  requestsAt: z.array(dateTime),
  /** When the next request is allowed; now, if it already is. */
  mayRequestAt: dateTime,
  /** The upload that started the wait. */
  lastFlightId: integer.nullable(),
  minGapMs: number,
  /** When the next upload is allowed. */
  mayUploadAt: dateTime,
});
/** The rate limits used by one pair of application and pilot. */
export type LimitView = z.output<typeof limitView>;

export const worldView = view('World', {
  id: text,
  /** The base URL. Its console and control interface are below it, with the same token. */
  url: text,
  mode: z.enum(optionTable.mode.choices),
  /** The name of the running scenario, or null. */
  scenario: text.nullable(),
  idleMs: number,
  /** The applications whose secret is known. */
  clients: z.array(z.strictObject({ client_id: text, client_secret: text, redirect_uris: texts })),
  pilots: z.array(pilotView),
});
export type WorldView = z.output<typeof worldView>;

export const scenarioSummaryView = view('ScenarioSummary', { name: text, title: text, about: text });
export type ScenarioSummary = z.output<typeof scenarioSummaryView>;

export const scenarioView = view('Scenario', {
  name: text,
  title: text,
  /** A description in a few sentences. */
  about: text,
  /** In the order in which they are due. */
  steps: z.array(z.strictObject({ at: dateTime, message: text, done: flag, error: text.nullable() })),
});
export type ScenarioState = z.output<typeof scenarioView>;

/** What the traffic shows about an assumption. */
export const assumptionVerdicts = ['holds', 'differs', 'not-seen'] as const;
export type AssumptionVerdict = (typeof assumptionVerdicts)[number];

const judged = z.strictObject({
  /** Such as `A10`. */
  number: text,
  /** What the emulator does, as far as traffic can show it. */
  claim: text,
  verdict: z.enum(assumptionVerdicts),
  /** The requests that show it. */
  evidence: z.array(z.strictObject({ request: integer, shows: text })),
  /** What would show it, or what the evidence leaves open; otherwise null. */
  note: text.nullable(),
});
/** An assumption of docs/emulator/assumptions.md, judged by what was recorded. */
export type JudgedAssumption = z.output<typeof judged>;

export const recordingView = view('Recording', {
  /** The URL of the service that requests are forwarded to. */
  service: text,
  requests: integer,
  /** Those that ordinary use of a service shows. */
  assumptions: z.array(judged),
});
export type RecordingReport = z.output<typeof recordingView>;

/** Documents that are inputs as well: the description has their schemas from there (contract/openapi-control.ts). */
export const stateDocument = z.unknown().meta({ id: 'State' });
export const scenarioDocument = z.unknown().meta({ id: 'ScenarioDocument' });
