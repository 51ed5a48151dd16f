// What the control interface takes and answers, the same over HTTP and in the library. Types only: the console reads
// them too. Moments are ISO 8601 in UTC on the service's clock, durations milliseconds, sizes bytes.

import type { FaultEffect, FaultMatch } from './world/world.ts';
import type { FlightFigures } from './world/world.ts';
import type { EmulatorMode, EmulatorSettings } from './options/option-table.ts';

/** A part of a list. */
export interface Page<Item> {
  items: Item[];
  /** Hand it back as `after` for the items that follow; null at the end. */
  next: string | null;
}

export interface PageRequest {
  /** A `next` of an earlier page. */
  after?: string;
  /** From 1 to 1000; 100 by default. */
  limit?: number;
}

export interface Health {
  status: 'ok';
  /** Of Pilot Companion, which the emulator is a part of. */
  version: string;
  mode: EmulatorMode;
  now: string;
}

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

/** The parts of an emulator that can go back to the beginning on their own. */
export type Slice = (typeof slices)[number];

export interface ResetRequest {
  /** All by default. */
  slices?: Slice[];
}

export interface ClockState {
  now: string;
  /** True while time moves only by `advanceMs` and `set`. */
  frozen: boolean;
  /** How many milliseconds of the service pass in one of the machine's while it is not frozen. */
  scale: number;
  /** When the next thing falls due by itself; null where nothing waits. */
  nextDueAt: string | null;
}

/** Several at once are done in this order. */
export interface ClockChange {
  scale?: number;
  freeze?: boolean;
  /** A later moment; time never runs backwards. Fires what falls due on the way. */
  set?: string;
  advanceMs?: number;
}

export interface FaultRequest {
  /** What is left out matches anything; a path may end in a star. */
  match?: FaultMatch;
  /** So many matching requests pass first; none by default. */
  skip?: number;
  /** So many are touched; null, the default, is all until it is removed. */
  times?: number | null;
  /** From 0 to 1; 1 by default. Drawn from the seed, so that a run repeats. */
  probability?: number;
  effect: FaultEffect;
}

export interface FaultView extends Required<FaultRequest> {
  id: number;
  /** How many requests matched, and how many of them it touched. */
  seen: number;
  fired: number;
}

/** One side of an exchange, as it went over the wire, secrets masked. */
export interface JournalMessage {
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Text up to a limit; an image or another binary part is described in angle brackets. Null where there was none. */
  body: string | null;
  bodyBytes: number;
}

/** How an exchange ended. `gone` is a client that went away; the others after `answered` are faults. */
export type JournalOutcome = 'answered' | 'dropped' | 'cut' | 'gone' | 'open';

/** One request and its answer, as a list shows it. */
export interface JournalEntry {
  /** Grows by one with each request. */
  id: number;
  at: string;
  /** On the machine's clock, from the first byte of the head to the end of the answer; null while it is open. */
  durationMs: number | null;
  method: string;
  /** Without the query. */
  path: string;
  status: number | null;
  outcome: JournalOutcome;
  clientId: string | null;
  pilot: string | null;
  grantType: string | null;
  /** What decided, in words: `too_fast: 3.2 s after flight 17, minimum 5 s`. */
  rule: string | null;
  /** For a refused sign-in, what was nearly right: `redirect_uri differs in the path`. */
  hint: string | null;
  /** The fault that touched it. */
  fault: number | null;
}

export interface JournalDetail extends JournalEntry {
  /** Without the question mark; empty where there was none. */
  query: string;
  request: JournalMessage;
  /** Null where nothing was answered. */
  answer: JournalMessage | null;
}

export interface JournalRequest extends PageRequest {
  /** Text that method, path, status, application, pilot, rule or hint has to contain, whatever its case. */
  contains?: string;
}

/**
 * What is told as it happens. A request is told when it is over; one that takes longer is told as open before.
 * `changed` names what has to be read anew.
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

export interface FlightView {
  /** As the service itself answers it. */
  record: FlightRecord;
  pilot: string;
  clientId: string;
  fileName: string;
  sizeBytes: number;
  /** Of the image, in hex. */
  sha256: string;
  needsModerator: boolean;
  /** What the checks find, or found. */
  figures: FlightFigures;
  /** When time moves it next; null where only a hand does. */
  dueAt: string | null;
  /** Whether the image can be had: only the latest ones are kept. */
  hasImage: boolean;
}

export interface FlightsRequest extends PageRequest {
  pilot?: string;
  /** Newest first instead of oldest first. */
  newestFirst?: boolean;
}

/** Figures that a check finds in place of its own; one that is left out stays. */
export type FlightCorrection = Partial<FlightFigures>;

/** A flight to make without an upload. What is left out comes as an upload would bring it. */
export interface FlightSeed {
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
}

/** So many alike, or these. */
export type FlightsToMake = ({ count: number } & FlightSeed) | { records: FlightSeed[] };

export interface ApplicationView {
  clientId: string;
  name: string;
  redirectUris: string[];
  /** Whether it holds the write-access subscription. */
  writeEnabled: boolean;
  disabled: boolean;
}

export interface NewApplication {
  clientId: string;
  /** The client id by default. */
  name?: string;
  /** Made and answered once by default. */
  clientSecret?: string;
  redirectUris: string[];
  /** True by default. */
  writeEnabled?: boolean;
}

export interface ApplicationChange {
  disabled?: boolean;
  writeEnabled?: boolean;
  redirectUris?: string[];
  clientSecret?: string;
}

export interface PilotView {
  id: string;
  name: string;
}

/** One approval by one pilot of one application. All tokens of it live and die with it. */
export interface ConsentView {
  id: string;
  clientId: string;
  pilot: string;
  scopes: string[];
  grantedAt: string;
  revokedAt: string | null;
  /** Why, in words for a developer. */
  revokedBecause: string | null;
}

export interface ConsentFilter {
  pilot?: string;
  clientId?: string;
}

export interface ConsentsRequest extends ConsentFilter, PageRequest {
  /** Newest first instead of oldest first. */
  newestFirst?: boolean;
}

export type TokenKind = 'access' | 'refresh' | 'code';

export const tokenStates = ['live', 'expired', 'used', 'revoked'] as const;
export type TokenState = (typeof tokenStates)[number];

export interface TokenView {
  kind: TokenKind;
  /** The beginning of its digest, the same as the journal shows in its place. */
  fingerprint: string;
  consentId: string;
  clientId: string;
  pilot: string;
  scopes: string[];
  expiresAt: string;
  /** `used` is an exchanged code or a rotated refresh token; `revoked` has lost its consent. */
  status: TokenState;
}

export interface TokenFilter {
  /** All kinds by default. */
  kind?: TokenKind;
  consentId?: string;
}

export interface TokensRequest extends TokenFilter, PageRequest {
  status?: TokenState;
  /** Newest first within each kind, instead of oldest first. */
  newestFirst?: boolean;
}

export interface SignInRequest {
  /** A pilot's id; the first pilot by default. */
  pilot?: string;
  /** The first application by default. */
  clientId?: string;
  /** All scopes by default. */
  scopes?: readonly string[];
}

export interface SignedIn extends TokenResponse {
  consentId: string;
}

/** What one pair of application and pilot has used of its limits, and when it may go on. */
export interface LimitView {
  clientId: string;
  pilot: string;
  /** Requests in the window of `windowMs` that slides. */
  limit: number;
  windowMs: number;
  used: number;
  /** When the requests in the window came, oldest first. */
  requestsAt: string[];
  /** When the next request fits; the present where it does already. */
  mayRequestAt: string;
  /** The upload from which the wait counts. */
  lastFlightId: number | null;
  minGapMs: number;
  /** When the next upload is not too fast. */
  mayUploadAt: string;
}

/** One option of the emulator and what it is set to now. */
export interface SettingView {
  name: keyof EmulatorSettings;
  flag: string;
  kind: 'choice' | 'port' | 'switch' | 'duration' | 'size' | 'share' | 'scale' | 'text' | 'file' | 'count';
  choices: string[] | null;
  /** Times in milliseconds, sizes in bytes. */
  value: string | number | boolean | null;
  /** The value as the command line writes it. */
  text: string;
  assumption: string | null;
  help: string;
  /** Whether it can be changed while the emulator runs. */
  isLive: boolean;
}

/** Live settings by name: numbers as in `value`, or texts as in `text`. */
export type SettingsChange = { [name in keyof EmulatorSettings]?: EmulatorSettings[name] | string };

export interface ScenarioSummary {
  name: string;
  title: string;
  about: string;
}

/** One that comes with the emulator, or one's own as a document. */
export type ScenarioRequest = { name: string } | { document: unknown };

export interface ScenarioState {
  name: string;
  title: string;
  /** What it stands for, in a few sentences. */
  about: string;
  /** In the order in which they fall due. */
  steps: { at: string; message: string; done: boolean; refusal: string | null }[];
}

export type Nullable = number | string | null;

export interface FlightRecord {
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
}

/** The documented token response. */
export interface TokenResponse {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
}
