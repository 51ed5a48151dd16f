// A fake of the companion's port: a small real state machine in memory, with strips that move through their stages on
// a clock. It talks the contract, parses what arrives and knows no service; the window cannot tell the difference.
import { commands } from '../../main/contract/commands.ts';
import type { CommandName, IntakeAnswer } from '../../main/contract/commands.ts';
import type { CompanionEvent } from '../../main/contract/events.ts';
import { failed, ok } from '../../main/contract/failure.ts';
import type { Failure, Result } from '../../main/contract/failure.ts';
import { defaultSettings } from '../../main/contract/settings.ts';
import type { AppState, FolderState } from '../../main/contract/state.ts';
import type { Bay, Happening, Source, Strip } from '../../main/contract/strip.ts';
import type { Companion } from '../../main/core/companion.ts';
import type { Clock } from '../../main/core/ports.ts';
import { emptyAppState } from './fake-state.ts';
import { makeStrip } from './fake-strips.ts';

const GAP_MS = 5_000;
const CHECK_MS = 40_000;

export type FakeOptions = {
  readonly clock: Clock;
  readonly begun?: boolean;
  /** What the app's state differs in from an empty one. */
  readonly state?: (state: AppState) => AppState;
  readonly strips?: readonly Strip[];
  readonly histories?: Readonly<Record<string, readonly Happening[]>>;
  /** A file that stands for every picture. */
  readonly picturePath?: string;
};

export type FakeCompanion = Companion & {
  /** Every command that arrived, in order. */
  readonly calls: { readonly name: string; readonly input: unknown }[];
  state(): AppState;
  change(edit: (state: AppState) => AppState): void;
  put(...strips: readonly Strip[]): void;
  emit(event: CompanionEvent): void;
};

export function createFakeCompanion(options: FakeOptions): FakeCompanion {
  const { clock } = options;
  const listeners = new Set<(event: CompanionEvent) => void>();
  const strips = new Map((options.strips ?? []).map((strip) => [strip.id, strip]));
  const histories = new Map(Object.entries(options.histories ?? {}));
  const calls: { name: string; input: unknown }[] = [];
  let settings = { ...defaultSettings, hasApplicationSecret: false };
  let state = (options.state ?? ((same) => same))(emptyAppState(clock.now(), options.begun ?? true));
  let lastJob = 100;

  const emit = (event: CompanionEvent) => listeners.forEach((listener) => listener(event));
  const inBay = (bay: Bay) => [...strips.values()].filter((strip) => strip.bay === bay);

  function counted(): AppState {
    const waiting = inBay('outbound').filter((strip) => strip.stage === 'waiting');
    const departing = inBay('outbound').filter((strip) => strip.stage === 'sending');
    const planned = waiting.filter((s) => s.departsAt !== null).map((s) => ({ at: s.departsAt!, stripId: s.id }));
    planned.sort((a, b) => a.at - b.at);
    return {
      ...state,
      now: clock.now(),
      bays: {
        'needs-you': inBay('needs-you').length,
        outbound: inBay('outbound').length,
        'under-review': inBay('under-review').length,
        settled: inBay('settled').length,
      },
      queue: { ...state.queue, waiting: waiting.length, departing: departing.length },
      runway: {
        ...state.runway,
        planned: planned.slice(0, 30),
        nextAt: planned[0]?.at ?? null,
        allAwayAt: planned.at(-1)?.at ?? null,
      },
    };
  }

  function change(edit: (state: AppState) => AppState) {
    state = { ...edit(state), version: state.version + 1 };
    emit({ type: 'state.changed', state: counted() });
  }

  function put(...changed: readonly Strip[]) {
    for (const strip of changed) strips.set(strip.id, strip);
    emit({ type: 'strips.changed', strips: [...changed], removed: [] });
    change((same) => same);
  }

  function remove(id: string) {
    strips.delete(id);
    emit({ type: 'strips.changed', strips: [], removed: [id] });
    change((same) => same);
  }

  function happened(id: string, words: string) {
    histories.set(id, [...(histories.get(id) ?? []), { at: clock.now(), words }]);
  }

  function move(id: string, to: Partial<Strip>, words: string) {
    const strip = strips.get(id);
    if (!strip) return;
    happened(id, words);
    put({ ...strip, since: clock.now(), reason: null, progress: null, departsAt: null, ...to });
  }

  /** waiting → sending → automatic check → settled. */
  function fly(id: string, departsAt: number) {
    const flightId = 4_600 + Number(id.slice(4));
    const later = (at: number, step: () => void) => clock.schedule(at - clock.now(), step);
    later(departsAt, () => {
      const bytes = strips.get(id)?.file?.bytes ?? 1;
      const progress = { sentBytes: Math.floor(bytes / 2), totalBytes: bytes };
      move(id, { ...makeStrip('sending', { progress }) }, 'on its way');
    });
    later(departsAt + 1_000, () => {
      state = {
        ...state,
        runway: { ...state.runway, past: [...state.runway.past, { at: clock.now(), outcome: 'accepted' }] },
      };
      move(id, makeStrip('automatic-check', { flightId }), `sent; the service made it flight ${flightId}`);
    });
    later(departsAt + CHECK_MS, () => move(id, makeStrip('settled', { flightId }), 'settled'));
  }

  function takeOne(name: string, source: Source): IntakeAnswer {
    if (!/\.(png|jpe?g)$/i.test(name))
      return {
        name,
        outcome: 'refused',
        stripId: null,
        words: `${name} is not taken: it is not a picture. The service takes PNG and JPEG pictures.`,
      };
    const twin = [...strips.values()].find((strip) => strip.file?.name === name);
    if (twin) return { name, outcome: 'already-taken', stripId: twin.id, words: `${name} was handed over before.` };
    const id = `job-${(lastJob += 1)}`;
    const last = inBay('outbound').reduce((latest, strip) => Math.max(latest, strip.departsAt ?? 0), clock.now());
    const departsAt = last + GAP_MS;
    const file = { name, bytes: 812_345, source, takenAt: clock.now() };
    happened(id, 'safe in the queue');
    put({
      ...makeStrip('waiting', {}),
      id,
      file,
      departsAt,
      since: clock.now(),
      order: lastJob,
      hasPicture: options.picturePath !== undefined,
    } as Strip);
    fly(id, departsAt);
    return { name, outcome: 'taken', stripId: id, words: `${name} is safe in the queue.` };
  }

  const notFound = (): Failure => ({ kind: 'not-found', words: 'That report is not here (any more).' });
  const withStrip = (id: string, then: (strip: Strip) => void): Result<null> => {
    const strip = strips.get(id);
    if (!strip) return failed(notFound());
    then(strip);
    return ok(null);
  };
  const did = (action: () => void): Result<null> => {
    action();
    return ok(null);
  };
  const signedIn = (name: string): AppState['account'] => ({
    status: 'signed-in',
    name,
    since: clock.now(),
    scopes: ['openid', 'profile', 'flights:read', 'flights:write'],
    mayUpload: true,
    concern: null,
  });
  const resend = (strip: Strip) => {
    const departsAt = clock.now() + GAP_MS;
    move(strip.id, { ...makeStrip('waiting', {}), departsAt }, 'back in the queue');
    fly(strip.id, departsAt);
  };

  type Handlers = { readonly [N in CommandName]: (input: never) => Result<unknown> };
  const handlers: Handlers = {
    'app.state': () => ok(counted()),
    'profile.choose': ({ profile }: { profile: 'demo' | 'service' }) =>
      did(() =>
        change((s) => ({
          ...s,
          begun: true,
          service: {
            ...s.service,
            profile,
            kind: profile,
            name: profile === 'demo' ? 'Demo service' : settings.service.name,
          },
          account: profile === 'demo' ? signedIn('Demo Pilot') : { status: 'none' },
        })),
      ),
    'account.signIn': () =>
      did(() =>
        change((s) => ({
          ...s,
          account: {
            status: 'signing-in',
            step: 'waiting-for-browser',
            address: `${settings.service.address || 'https://service.example'}/oauth/authorize?client_id=abc`,
          },
        })),
      ),
    'account.cancelSignIn': () =>
      did(() => change((s) => ({ ...s, account: { status: 'signed-out', name: null, reason: null } }))),
    'account.pasteAnswer': ({ address }: { address: string }) =>
      address.includes('code=')
        ? did(() => change((s) => ({ ...s, account: signedIn('Anna Aviator') })))
        : failed({ kind: 'wrong-input', words: 'That is not the address the browser ended on.' }),
    'account.signOut': () =>
      did(() => change((s) => ({ ...s, account: { status: 'signed-out', name: 'Demo Pilot', reason: null } }))),
    'account.setApplicationSecret': ({ secret }: { secret: string | null }) =>
      did(() => {
        settings = { ...settings, hasApplicationSecret: secret !== null };
        emit({ type: 'settings.changed' });
      }),
    'uploads.pause': () => did(() => change((s) => ({ ...s, queue: { ...s.queue, paused: true } }))),
    'uploads.resume': () => did(() => change((s) => ({ ...s, queue: { ...s.queue, paused: false } }))),
    'strips.page': ({ bay, after, limit }: { bay: Bay; after: string | null; limit: number }) => {
      const sorted = inBay(bay).sort((a, b) => (bay === 'outbound' ? a.order - b.order : b.order - a.order));
      const from = after === null ? 0 : sorted.findIndex((strip) => strip.id === after) + 1;
      const page = sorted.slice(from, from + limit);
      const next = from + limit < sorted.length ? page.at(-1)!.id : null;
      return ok({ strips: page, next, total: sorted.length });
    },
    'strips.detail': ({ id }: { id: string }) => {
      const strip = strips.get(id);
      return strip ? ok({ strip, history: [...(histories.get(id) ?? [])] }) : failed(notFound());
    },
    'strips.retry': ({ id }: { id: string }) => withStrip(id, resend),
    'strips.sendAgain': ({ id }: { id: string }) => withStrip(id, resend),
    'strips.sendAsMe': ({ id }: { id: string }) => withStrip(id, resend),
    'strips.remove': ({ id }: { id: string }) => withStrip(id, () => remove(id)),
    'strips.markReceived': ({ id }: { id: string }) =>
      withStrip(id, () => move(id, makeStrip('sent', { flightId: 4_900 }), 'marked as sent by you')),
    'strips.showFile': ({ id }: { id: string }) => withStrip(id, () => {}),
    'flights.refresh': () => ok(null),
    'folders.choose': () =>
      failed({ kind: 'not-supported-here', words: 'A window in a browser has no folder dialog. Type the path.' }),
    'folders.add': ({ path }: { path: string }) => {
      if (!path.startsWith('/'))
        return failed({
          kind: 'wrong-input',
          words: `${path} is not a folder. Choose the folder that your screenshots are saved in.`,
        });
      const folder: FolderState = {
        id: path,
        path,
        name: path.split('/').at(-1)!,
        status: 'watching',
        taken: 0,
        growing: 0,
        existing: 3,
        passedOver: [],
        concern: null,
      };
      return did(() => change((s) => ({ ...s, folders: [...s.folders, folder] })));
    },
    'folders.remove': ({ id }: { id: string }) =>
      did(() => change((s) => ({ ...s, folders: s.folders.filter((f) => f.id !== id) }))),
    'folders.takeExisting': ({ id }: { id: string }) =>
      did(() =>
        change((s) => ({
          ...s,
          folders: s.folders.map((f) => (f.id === id ? { ...f, taken: f.taken + f.existing, existing: 0 } : f)),
        })),
      ),
    'settings.read': () => ok(settings),
    'settings.change': (wanted: Partial<typeof settings>) =>
      did(() => {
        settings = { ...settings, ...wanted, service: { ...settings.service, ...wanted.service } };
        emit({ type: 'settings.changed' });
      }),
    'files.explain': () => ok({ lines: [] }),
  };

  return {
    calls,
    state: counted,
    change,
    put,
    emit,
    async handle(name, input) {
      calls.push({ name: String(name), input });
      if (typeof name !== 'string' || !Object.hasOwn(commands, name))
        return failed({ kind: 'wrong-input', words: 'There is no such command.' });
      const parsed = commands[name as CommandName].input.safeParse(input);
      if (!parsed.success) return failed({ kind: 'wrong-input', words: 'That call is not understood.' });
      return handlers[name as CommandName](parsed.data as never);
    },
    takeFiles: async (files, source) => ok(files.map(({ name }) => takeOne(name, source))),
    async picture() {
      if (!options.picturePath) return failed(notFound());
      return ok({
        path: options.picturePath,
        mediaType: options.picturePath.endsWith('.png') ? 'image/png' : 'image/jpeg',
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: async () => listeners.clear(),
  };
}
