// The calls of the control interface that the console uses.
import type {
  ApplicationChange,
  ApplicationView,
  ClockChange,
  ClockState,
  ConsentView,
  FaultRequest,
  FaultView,
  FlightsToMake,
  FlightView,
  Health,
  JournalDetail,
  JournalEntry,
  LimitView,
  NewApplication,
  Page,
  PilotView,
  ScenarioState,
  SettingView,
  SignedIn,
  SignInRequest,
  Slice,
  TokenFilter,
  TokenKind,
  TokenView,
  WorldView,
} from '../../api-types.ts';
import type { ControlClient } from './control-client.ts';

export type Calls = ReturnType<typeof createCalls>;
export type FiguresToSet = Partial<FlightView['figures']>;

/** A built-in scenario. */
export type ScenarioOffer = Pick<ScenarioState, 'name' | 'title' | 'about'>;

/** A new application; only this response contains its secret. */
export type RegisteredApplication = ApplicationView & { clientSecret?: string };

const mostAtOnce = 1000;

/** Joins the first pages of a list. */
async function pagesOf<T>(read: (after?: string) => Promise<Page<T>>, pages: number): Promise<Page<T>> {
  let whole = await read();
  for (let n = 1; n < pages && whole.next !== null; n += 1) {
    const { items, next } = await read(whole.next);
    whole = { items: [...whole.items, ...items], next };
  }
  return whole;
}

export function createCalls({ call, blob }: ControlClient) {
  const get = <T>(path: string, query: Record<string, string | number | boolean | undefined> = {}) => {
    const given = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    );
    return call<T>('GET', given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`);
  };
  const post = <T>(path: string, body: unknown = {}) => call<T>('POST', path, body);
  const page = <T>(path: string, query = {}) => get<Page<T>>(path, { limit: mostAtOnce, ...query });
  const of = (value: string | number) => encodeURIComponent(value);

  return {
    health: () => get<Health>('health'),
    reset: (slices: Slice[]) => post<unknown>('reset', { slices }),
    clock: {
      read: () => get<ClockState>('clock'),
      change: (change: ClockChange) => post<ClockState>('clock', change),
    },
    faults: {
      list: () => page<FaultView>('faults'),
      add: (fault: FaultRequest) => post<FaultView>('faults', fault),
      remove: (id: number) => call<unknown>('DELETE', `faults/${of(id)}`),
      clear: () => call<unknown>('DELETE', 'faults'),
    },
    journal: {
      list: (after?: string) => page<JournalEntry>('journal', { after }),
      read: (id: number) => get<JournalDetail>(`journal/${of(id)}`),
      har: () => blob('journal.har'),
      clear: () => call<unknown>('DELETE', 'journal'),
    },
    flights: {
      list: (limit: number) => page<FlightView>('flights', { limit, newestFirst: true }),
      add: (wanted: FlightsToMake) => post<unknown>('flights', wanted),
      check: (id: number, figures: FiguresToSet = {}) => post<FlightView>(`flights/${of(id)}/check`, figures),
      moderate: (id: number, figures: FiguresToSet = {}) => post<FlightView>(`flights/${of(id)}/moderate`, figures),
      archive: (id: number) => post<FlightView>(`flights/${of(id)}/archive`),
      image: (id: number) => blob(`flights/${of(id)}/image`),
    },
    applications: {
      list: () => page<ApplicationView>('applications'),
      add: (application: NewApplication) => post<RegisteredApplication>('applications', application),
      update: (clientId: string, change: ApplicationChange) =>
        call<ApplicationView>('PATCH', `applications/${of(clientId)}`, change),
    },
    pilots: {
      list: () => page<PilotView>('pilots'),
      add: (pilot: PilotView) => post<PilotView>('pilots', pilot),
    },
    consents: {
      /** Newest first, in pages of 1000. */
      list: (pages: number) => pagesOf((after) => page<ConsentView>('consents', { newestFirst: true, after }), pages),
      revoke: (id: string) => post<unknown>(`consents/${of(id)}/revoke`),
    },
    tokens: {
      /** Live ones, newest first within each kind, in pages of 1000. */
      list: async (pages: number) => {
        const ofKind = (kind: TokenKind) =>
          pagesOf((after) => page<TokenView>('tokens', { kind, status: 'live', newestFirst: true, after }), pages);
        const kinds = await Promise.all([ofKind('access'), ofKind('refresh'), ofKind('code')]);
        return kinds.flatMap(({ items }) => items);
      },
      expire: (filter: TokenFilter) => post<unknown>('tokens/expire', filter),
    },
    limits: () => page<LimitView>('limits'),
    settings: {
      list: () => get<Page<SettingView>>('settings'),
      /** Values in the notation of the command line. */
      change: (change: Record<string, string | boolean>) => call<Page<SettingView>>('PATCH', 'settings', change),
    },
    scenario: {
      offers: () => get<Page<ScenarioOffer>>('scenarios'),
      read: () => get<ScenarioState | null>('scenario'),
      load: (name: string) => post<ScenarioState>('scenario', { name }),
    },
    state: {
      export: () => blob('state'),
      import: (document: unknown) => call<unknown>('PUT', 'state', document),
    },
    worlds: () => get<Page<WorldView>>('worlds'),
    signIn: (request: SignInRequest) => post<SignedIn>('sign-in', request),
  };
}
