// The controls as methods of an emulator. Each goes through the table of calls, so it is equivalent to the call over HTTP.

import type { z } from 'zod';
import type {
  ApplicationView,
  ClockState,
  ConsentView,
  Duration,
  EmulatorEvent,
  FaultView,
  FlightView,
  Health,
  JournalDetail,
  JournalEntry,
  LimitView,
  Page,
  PilotView,
  RecordingReport,
  ScenarioState,
  ScenarioSummary,
  SettingsChange,
  SettingView,
  SignedIn,
  TokenView,
  WorldView,
} from '../api-types.ts';
import { asGiven, EmulatorError, stoppedError } from '../emulator-error.ts';
import { isObject } from '../http/json.ts';
import type { Call } from './call.ts';
import { calls, runCall } from './calls.ts';
import type { CallAnswer, CallName } from './calls.ts';
import type { ControlContext } from './control-context.ts';
import type { Har } from '../journal/as-har.ts';
import type { Image } from '../journal/recent-uploads.ts';
import type { FlightMatch, RequestMatch } from './waits.ts';

type Input<Name extends CallName> = z.input<(typeof calls)[Name]['input']>;

export type { FlightMatch, RequestMatch } from './waits.ts';
export type PageRequest = Input<'limits.list'>;
export type ResetRequest = Input<'reset'>;
export type ClockChange = Input<'clock.change'>;
export type FaultRequest = Input<'faults.add'>;
export type JournalRequest = Input<'journal.list'>;
export type JournalWait = Input<'journal.wait'>;
export type WaitOptions = Pick<JournalWait, 'after' | 'timeout'>;
export type FlightsRequest = Input<'flights.list'>;
/** Identical flights, or individual ones. */
export type FlightsToMake = Input<'flights.add'>;
/** Corrected figures; omitted ones stay. */
export type FlightCorrection = Omit<Input<'flights.check'>, 'id'>;
export type NewApplication = Input<'applications.add'>;
export type ApplicationChange = Omit<Input<'applications.update'>, 'clientId'>;
export type ConsentsRequest = Input<'consents.list'>;
export type ConsentFilter = Omit<Input<'consents.revoke'>, 'id'>;
export type TokensRequest = Input<'tokens.list'>;
export type TokenFilter = Input<'tokens.expire'>;
export type SignInRequest = Input<'signIn'>;
export type NewWorld = Input<'worlds.add'>;

/** The requests that a test expects. */
export type RequestExpectation = {
  /** Resolves with them once there are exactly this many; rejects if there are more, or with the nearest misses. */
  toHaveCount(count: number, options?: { timeout?: Duration }): Promise<JournalEntry[]>;
  /** Resolves with them once there are this many or more. */
  toHaveAtLeast(count: number, options?: { timeout?: Duration }): Promise<JournalEntry[]>;
};

/** A call that fails throws an `EmulatorError` with one sentence. */
export type EmulatorMethods = {
  health(): Health;
  /** Restores the initial state, completely or in parts. */
  reset(request?: ResetRequest): void;
  clock: {
    /** In milliseconds since 1970 UTC. */
    now(): number;
    /** Advances the clock; resolves when everything due has happened. */
    advance(delay: Duration): Promise<void>;
    read(): ClockState;
    change(change: ClockChange): Promise<ClockState>;
  };
  faults: {
    list(request?: PageRequest): Page<FaultView>;
    add(request: FaultRequest): FaultView;
    remove(id: number): void;
    clear(): void;
  };
  journal: {
    list(request?: JournalRequest): Page<JournalEntry>;
    read(id: number): JournalDetail;
    /** For tools that open HTTP archives; secrets are masked. */
    har(): Har;
    clear(): void;
    /** Resolves with the first request that matches, past or future; rejects with the nearest misses. */
    waitFor(match: RequestMatch, options?: WaitOptions): Promise<JournalEntry>;
    /** Expects a number of requests, past or future. */
    expect(match: RequestMatch, options?: Pick<WaitOptions, 'after'>): RequestExpectation;
    /** Calls back for each event; returns a function that stops it. */
    listen(listener: (event: EmulatorEvent) => void): () => void;
  };
  flights: {
    /** Oldest first. */
    list(request?: FlightsRequest): Page<FlightView>;
    add(wanted: FlightsToMake): Page<FlightView>;
    read(id: number): FlightView;
    /** Resolves with the first flight that matches, now or later. */
    waitFor(match: FlightMatch, options?: Pick<WaitOptions, 'timeout'>): Promise<FlightView>;
    check(id: number, figures?: FlightCorrection): FlightView;
    moderate(id: number, figures?: FlightCorrection): FlightView;
    archive(id: number): FlightView;
    /** The uploaded image, while it is kept in memory. */
    image(id: number): Image;
  };
  applications: {
    list(request?: PageRequest): Page<ApplicationView>;
    /** Only this result contains the secret. */
    add(application: NewApplication): ApplicationView & { clientSecret: string };
    update(clientId: string, change: ApplicationChange): ApplicationView;
  };
  pilots: {
    list(request?: PageRequest): Page<PilotView>;
    add(pilot: PilotView): PilotView;
  };
  consents: {
    list(request?: ConsentsRequest): Page<ConsentView>;
    /** Revokes one by its ID, or all that match; returns those it revoked. */
    revoke(which: string | ConsentFilter): Page<ConsentView>;
  };
  tokens: {
    list(request?: TokensRequest): Page<TokenView>;
    /** Expires them now; returns how many. */
    expire(filter?: TokenFilter): { expired: number };
  };
  limits: {
    list(request?: PageRequest): Page<LimitView>;
  };
  settings: {
    list(): Page<SettingView>;
    change(change: SettingsChange): Page<SettingView>;
  };
  state: {
    /** The complete state as the text of one document. */
    export(): string;
    /** Accepts the text or the value of a document. */
    import(document: string | object): Promise<void>;
  };
  scenario: {
    read(): ScenarioState | null;
    list(): Promise<Page<ScenarioSummary>>;
    /** A built-in scenario by its name, or a document. */
    load(nameOrDocument: string | object): Promise<ScenarioState>;
  };
  /** Emulators side by side under `/w/ID`, for tests in other languages; in one process, create several emulators instead. */
  worlds: {
    list(): Page<WorldView>;
    add(world?: NewWorld): Promise<WorldView>;
    remove(id: string): Promise<void>;
  };
  /** What was recorded with the option `record`; null without it. */
  recording: {
    read(): RecordingReport | null;
    /** The document of a scenario that answers as the service did. */
    scenario(): object | null;
  };
  /** Creates a consent and its tokens, without a browser. */
  signIn(request?: SignInRequest): SignedIn;
};

/** @param hasEnded once true, the emulator can be read but no longer changed */
export function createMethods(emulator: ControlContext, hasEnded: () => boolean): EmulatorMethods {
  const call = <Name extends CallName>(name: Name, input: unknown = {}): CallAnswer<Name> => {
    if (hasEnded() && calls[name].method !== 'GET') throw stoppedError();
    return runCall(emulator, name, given(input));
  };

  /** A method for each row of the table: a member of the path is its first argument, the others are the last. */
  const methods: Record<string, Record<string, unknown>> = {};
  for (const [name, { path, isLater }] of Object.entries(calls) as [CallName, Pick<Call, 'path' | 'isLater'>][]) {
    const member = /:(\w+)/.exec(path)?.[1];
    const ask = (...[first, rest]: [unknown?, object?]) =>
      call(name, member === undefined ? first : { ...rest, [member]: first });
    const [subject = '', verb] = name.split('.');
    const method = isLater ? async (...input: [unknown?, object?]) => ask(...input) : ask;
    if (verb === undefined) methods[subject] = method as unknown as Record<string, unknown>;
    else (methods[subject] ??= {})[verb] = method;
  }
  const derived = methods as unknown as EmulatorMethods;

  return {
    ...derived,
    clock: {
      ...derived.clock,
      now: () => emulator.clock.now(),
      advance: async (advanceMs) => void (await call('clock.change', { advanceMs: needed(advanceMs) })),
    },
    journal: {
      ...derived.journal,
      waitFor: async (match, options) => (await call('journal.wait', { ...optionsOf(options), match })).items[0]!,
      expect: (match, options) => ({
        toHaveCount: async (count, { timeout } = {}) =>
          (await call('journal.wait', { ...optionsOf(options), match, count: needed(count), timeout })).items,
        toHaveAtLeast: async (count, { timeout } = {}) =>
          (await call('journal.wait', { ...optionsOf(options), match, atLeast: needed(count), timeout })).items,
      }),
      listen: (listener) => emulator.events.listen(listener),
    },
    flights: {
      ...derived.flights,
      waitFor: async (match, options) => (await call('flights.wait', { ...optionsOf(options), match })).items[0]!,
    },
    consents: {
      ...derived.consents,
      revoke: (which) => call('consents.revoke', typeof which === 'string' ? { id: which } : which),
    },
    scenario: {
      ...derived.scenario,
      load: async (which) => call('scenario.load', typeof which === 'string' ? { name: which } : { document: which }),
    },
  };
}

/** For callers without types: a missing value would otherwise count as omitted. */
const needed = <Value>(value: Value): Value | null => value ?? null;

function optionsOf<Options extends object>(options: Options | undefined): Options | undefined {
  if (options === undefined || isObject(options)) return options;
  throw new EmulatorError('option', `options: expected an object such as { timeout: '2s' }, got ${asGiven(options)}.`);
}

function given(input: unknown): unknown {
  if (!isObject(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}
