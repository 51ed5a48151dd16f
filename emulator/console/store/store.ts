// The state of the console for one emulator, kept up to date by its events, and what changes it. Validation is left to the
// emulator.
import type { EmulatorEvent, JournalEntry, SignedIn } from '../../api-types.ts';
import { CallError, createClient, rootOf } from '../client/client.ts';
import type { CallInput, CallName, Client } from '../client/client.ts';
import { createServiceClock } from './clock.ts';
import { createJournal } from './journal.ts';
import { createLiveLink } from './live-link.ts';
import type { LinkState } from './live-link.ts';
import { after } from './machine-time.ts';

// The parts of the emulator's state that the console shows, and how each is read.

/** The most that the emulator lists at once. */
export const mostAtOnce = 1000;
const all = { limit: mostAtOnce };

const newest = { ...all, newestFirst: true };

const createReads = ({ call }: Client) => ({
  health: () => call('health'),
  clock: () => call('clock.read'),
  faults: () => call('faults.list', all),
  flights: () => call('flights.list', newest),
  applications: () => call('applications.list', all),
  pilots: () => call('pilots.list', all),
  consents: () => call('consents.list', newest),
  tokens: () => call('tokens.list', { ...newest, status: 'live' }),
  limits: () => call('limits.list', all),
  settings: () => call('settings.list'),
  scenario: () => call('scenario.read'),
  offers: () => call('scenario.list'),
  worlds: () => call('worlds.list'),
});

type Reads = ReturnType<typeof createReads>;
export type PartName = keyof Reads;
/** Null before it was read. */
export type Parts = { readonly [Name in PartName]: Awaited<ReturnType<Reads[Name]>> | null };

/** About a recent action; it disappears after a while. */
type Notice = { readonly id: number; readonly kind: 'done' | 'refused'; readonly text: string };

type State = Parts & {
  readonly link: LinkState;
  /** Oldest first. */
  readonly journal: readonly JournalEntry[];
  readonly notices: readonly Notice[];
  /** The last sign-in of this console; the emulator keeps only digests of the tokens. */
  readonly signedIn: (SignedIn & { readonly pilot: string | undefined }) | null;
};

export type Store = ReturnType<typeof createStore>;

const noticeMs = { done: 4000, refused: 12_000 };
/** A part is read again at most this often. */
const readAgainMs = 200;

/** @param base the URL of the control interface, with a trailing slash */
export function createStore(base: string, token: string) {
  const client = createClient(base, token);
  const clock = createServiceClock();
  const reads = createReads(client);
  const partNames = Object.keys(reads) as PartName[];

  let state: State = {
    ...(Object.fromEntries(partNames.map((name) => [name, null])) as Parts),
    link: { kind: 'connecting' },
    journal: [],
    notices: [],
    signedIn: null,
  };
  const listeners = new Set<() => void>();
  const set = (change: Partial<State>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  // Parts are read while they are shown, and again after a change.
  const shown = new Map<PartName, number>();
  const stale = new Set<PartName>(partNames);
  const busy = new Set<PartName>();
  const readIfStale = (name: PartName) => {
    if (busy.has(name) || !stale.has(name) || (shown.get(name) ?? 0) === 0) return;
    stale.delete(name);
    busy.add(name);
    reads[name]()
      .then(
        (value) => {
          if (name === 'clock') clock.update(value as NonNullable<Parts['clock']>);
          set({ [name]: value });
        },
        (cause: unknown) => {
          // The banner says that the emulator is unreachable; the old value stays.
          if (!(cause instanceof CallError)) throw cause;
        },
      )
      .finally(() =>
        after(readAgainMs, () => {
          busy.delete(name);
          readIfStale(name);
        }),
      );
  };
  const refresh = (...names: PartName[]) => {
    for (const name of names) {
      stale.add(name);
      readIfStale(name);
    }
  };
  const show = (name: PartName, change: 1 | -1) => {
    shown.set(name, (shown.get(name) ?? 0) + change);
    readIfStale(name);
  };

  const journal = createJournal({
    read: (from) => client.call('journal.list', { limit: mostAtOnce, after: from }),
    show: (entries) => set({ journal: entries }),
  });
  const handleEvent = (event: EmulatorEvent) => {
    if (event.type === 'request') return journal.update(event.entry);
    if (event.type === 'clock') return clock.update(event.clock);
    // The next due event may have changed with any part.
    refresh('clock', ...event.what.filter((part) => part !== 'journal'));
    return event.what.includes('journal') ? journal.readAll() : undefined;
  };
  const live = createLiveLink({
    client,
    onState: (link) => set({ link }),
    onOpen() {
      refresh(...partNames);
      journal.readAll();
    },
    onEvent: handleEvent,
  });

  let lastNotice = 0;
  const dismiss = (id: number) => set({ notices: state.notices.filter((notice) => notice.id !== id) });
  const notify = (kind: Notice['kind'], text: string) => {
    const id = (lastNotice += 1);
    set({ notices: [...state.notices.filter((notice) => notice.text !== text).slice(-2), { id, kind, text }] });
    after(noticeMs[kind], () => dismiss(id));
  };
  /** Resolves with null, and shows a notice, if it fails with a `CallError`. */
  const attempt = async <T>(does: () => Promise<T>): Promise<T | null> => {
    try {
      return await does();
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      notify('refused', cause.message);
      return null;
    }
  };

  return {
    ...client,
    clock,
    /** The URL of the control interface, with a trailing slash. */
    base,
    /** The URL of the service. */
    address: rootOf(base),
    controlToken: token,
    state: () => state,
    subscribe,
    /** Keeps a part up to date until the returned function is called. */
    showPart(name: PartName, listener: () => void) {
      const stop = subscribe(listener);
      show(name, 1);
      return () => {
        stop();
        show(name, -1);
      };
    },
    refresh,
    start() {
      // Shown in every view.
      show('clock', 1);
      live.start();
    },
    retryNow: live.retryNow,
    end: live.end,
    notify,
    dismiss,
    attempt,
    /** Makes a call and shows a notice. Resolves with null if it failed. */
    act: <Name extends CallName>(name: Name, input: CallInput<Name> | Record<string, never> = {}, done?: string) =>
      attempt(async () => {
        const answer = await client.call(name, input);
        if (done !== undefined) notify('done', done);
        return answer;
      }),
    /** Saves what a call answers as a file. */
    async save(name: CallName, fileName: string) {
      const blob = await attempt(() => client.download(name));
      if (blob !== null) saveFile(blob, fileName);
    },
    async signIn(input: CallInput<'signIn'>) {
      const signedIn = await client.call('signIn', input);
      // The first pilot is the default.
      set({ signedIn: { ...signedIn, pilot: input.pilot ?? state.pilots?.items[0]?.id } });
    },
  };
}

/** Downloads a file in the browser. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
