// A fake of the companion's port: a small real state machine in memory, with strips that move through their stages on
// a clock. It talks the contract, parses what arrives and knows no service; the window cannot tell the difference.
import { commands } from '../../main/contract/commands.ts';
import type { CommandName, IntakeAnswer } from '../../main/contract/commands.ts';
import type { CompanionEvent } from '../../main/contract/events.ts';
import type { DecidedFileLine, Explanation } from '../../main/contract/explanation.ts';
import { failed, ok } from '../../main/contract/failure.ts';
import { defaultSettings } from '../../main/contract/settings.ts';
import type { AppState } from '../../main/contract/state.ts';
import type { Bay, Happening, Source, Strip } from '../../main/contract/strip.ts';
import type { Companion } from '../../main/core/app/companion.ts';
import type { Clock } from '../../main/core/platform/ports.ts';
import { fakeCommands, notFound } from './fake-commands.ts';
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
  /** What `files.explain` knows, and the log behind `files.decisions`. */
  readonly explanations?: readonly Explanation[];
  readonly decided?: readonly DecidedFileLine[];
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
  let settings = { ...defaultSettings, withSecret: [] as readonly string[] };
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
        'not-sent': inBay('not-sent').length,
      },
      queue: {
        ...state.queue,
        waiting: waiting.length,
        departing: departing.length,
        approval: inBay('needs-you').filter((strip) => strip.stage === 'approval').length,
        declined: inBay('not-sent').length,
      },
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

  const handlers = fakeCommands({
    now: () => clock.now(),
    counted,
    change,
    strips,
    histories,
    explanations: options.explanations ?? [],
    decided: options.decided ?? [],
    inBay,
    move,
    remove,
    resend(id) {
      const departsAt = clock.now() + GAP_MS;
      move(id, { ...makeStrip('waiting', {}), departsAt }, 'back in the queue');
      fly(id, departsAt);
    },
    settings: () => settings,
    setSettings(wanted) {
      settings = wanted;
      emit({ type: 'settings.changed' });
    },
  });

  return {
    isSender: true,
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
