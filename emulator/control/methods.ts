// The controls as methods of an emulator. Each goes through the table of calls, so that a method and a call over HTTP
// take and answer the same.

import type { FlightsToMake } from '../api-types.ts';
import type {
  ApplicationChange,
  ApplicationView,
  ClockChange,
  ClockState,
  ConsentFilter,
  ConsentsRequest,
  ConsentView,
  EmulatorEvent,
  FaultRequest,
  FaultView,
  FlightCorrection,
  FlightsRequest,
  FlightView,
  Health,
  JournalDetail,
  JournalEntry,
  JournalRequest,
  LimitView,
  NewApplication,
  Page,
  PageRequest,
  PilotView,
  ResetRequest,
  ScenarioState,
  ScenarioSummary,
  SettingsChange,
  SettingView,
  SignedIn,
  SignInRequest,
  TokenFilter,
  TokensRequest,
  TokenView,
} from '../api-types.ts';
import { endedRefusal } from '../emulator-error.ts';
import { calls, runCall } from './calls.ts';
import type { CallAnswer, CallName } from './calls.ts';
import type { Controls } from './controls.ts';
import type { Image } from '../context.ts';

/** What the rules do not allow throws an `EmulatorError` with one sentence. */
export interface EmulatorMethods {
  health(): Health;
  /** Back to the beginning: everything, or these parts. */
  reset(request?: ResetRequest): void;
  clock: {
    /** In milliseconds since 1970 UTC. */
    now(): number;
    /** Moves time forward; resolves when all that fell due on the way has happened. */
    advance(delayMs: number): Promise<void>;
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
    clear(): void;
    /** Everything that is told as it happens; the answer ends it. */
    listen(listener: (event: EmulatorEvent) => void): () => void;
  };
  flights: {
    /** Oldest first. */
    list(request?: FlightsRequest): Page<FlightView>;
    add(wanted: FlightsToMake): Page<FlightView>;
    read(id: number): FlightView;
    check(id: number, figures?: FlightCorrection): FlightView;
    moderate(id: number, figures?: FlightCorrection): FlightView;
    archive(id: number): FlightView;
    /** The uploaded image, as long as it is kept. */
    image(id: number): Image;
  };
  applications: {
    list(request?: PageRequest): Page<ApplicationView>;
    /** With its secret, this once. */
    add(application: NewApplication): ApplicationView & { clientSecret: string };
    update(clientId: string, change: ApplicationChange): ApplicationView;
  };
  pilots: {
    list(request?: PageRequest): Page<PilotView>;
    add(pilot: PilotView): PilotView;
  };
  consents: {
    list(request?: ConsentsRequest): Page<ConsentView>;
    /** By its id, or all that the filter names; answers those that it revoked. */
    revoke(which: string | ConsentFilter): Page<ConsentView>;
  };
  tokens: {
    list(request?: TokensRequest): Page<TokenView>;
    /** Lets them expire now; answers how many. */
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
    /** The whole world as the text of one document. */
    export(): string;
    /** The text of such a document, or its value. */
    import(document: string | object): Promise<void>;
  };
  scenario: {
    read(): ScenarioState | null;
    list(): Promise<Page<ScenarioSummary>>;
    /** One that comes with the emulator by its name, or one's own as a document. */
    load(nameOrDocument: string | object): Promise<ScenarioState>;
  };
  /** A pilot's consent and its tokens at once, without a browser. */
  signIn(request?: SignInRequest): SignedIn;
}

/** @param hasEnded whether the emulator is gone: then it can still be read, and nothing changes it any more. */
export function createMethods(controls: Controls, now: () => number, hasEnded: () => boolean): EmulatorMethods {
  const call = <Name extends CallName>(name: Name, input: unknown = {}): CallAnswer<Name> => {
    if (hasEnded() && calls[name].method !== 'GET') throw endedRefusal();
    return runCall(controls, name, given(input));
  };

  return {
    health: () => call('health'),
    reset: (request) => call('reset', request),
    clock: {
      now,
      advance: async (advanceMs) => void (await call('clock.change', { advanceMs })),
      read: () => call('clock.read'),
      change: async (change) => call('clock.change', change),
    },
    faults: {
      list: (request) => call('faults.list', request),
      add: (request) => call('faults.add', request),
      remove: (id) => call('faults.remove', { id }),
      clear: () => call('faults.clear'),
    },
    journal: {
      list: (request) => call('journal.list', request),
      read: (id) => call('journal.read', { id }),
      clear: () => call('journal.clear'),
      listen: (listener) => controls.journal.listen(listener),
    },
    flights: {
      list: (request) => call('flights.list', request),
      add: (wanted) => call('flights.add', wanted),
      read: (id) => call('flights.read', { id }),
      check: (id, figures) => call('flights.check', { ...figures, id }),
      moderate: (id, figures) => call('flights.moderate', { ...figures, id }),
      archive: (id) => call('flights.archive', { id }),
      image: (id) => call('flights.image', { id }),
    },
    applications: {
      list: (request) => call('applications.list', request),
      add: (application) => call('applications.add', application),
      update: (clientId, change) => call('applications.update', { ...change, clientId }),
    },
    pilots: {
      list: (request) => call('pilots.list', request),
      add: (pilot) => call('pilots.add', pilot),
    },
    consents: {
      list: (request) => call('consents.list', request),
      revoke: (which) => call('consents.revoke', typeof which === 'string' ? { id: which } : which),
    },
    tokens: {
      list: (request) => call('tokens.list', request),
      expire: (filter) => call('tokens.expire', filter),
    },
    limits: { list: (request) => call('limits.list', request) },
    settings: {
      list: () => call('settings.list'),
      change: (change) => call('settings.change', change),
    },
    state: {
      export: () => call('state.export'),
      // A text goes as it is: damaged JSON is one more thing that a document can be.
      import: async (document) => {
        if (hasEnded()) throw endedRefusal();
        return typeof document === 'string' ? controls.state.import(document) : call('state.import', document);
      },
    },
    scenario: {
      read: () => call('scenario.read'),
      list: async () => call('scenario.list'),
      load: async (which) => call('scenario.load', typeof which === 'string' ? { name: which } : { document: which }),
    },
    signIn: (request) => call('signIn', request),
  };
}

/** A member that is undefined has not been given. */
function given(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}
