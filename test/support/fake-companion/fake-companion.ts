// A fake companion in memory, with strips that move through their stages on a clock. It follows the contract and parses
// its input, but has no service.
import { commandInputs, type CommandName, type IntakeAnswer } from '../../../main/contract/commands.ts';
import type { SuggestedFolder } from '../../../main/contract/folder-rules.ts';
import type { KnownSettings } from '../../../renderer/store/settings.ts';
import type { CompanionEvent } from '../../../main/contract/events.ts';
import type { Check } from '../../../main/contract/diagnostics.ts';
import type { FileDecisionLine, Explanation } from '../../../main/contract/explanation.ts';
import { failed, ok } from '../../../main/contract/failure.ts';
import type { LogbookRow } from '../../../main/contract/logbook.ts';
import { defaultSettings, type ServiceSettings } from '../../../main/contract/settings.ts';
import type { AppState } from '../../../main/contract/state.ts';
import type { Bay, HistoryEntry, Source, Strip } from '../../../main/contract/strip.ts';
import type { Companion } from '../../../main/core/app/companion.ts';
import type { Clock } from '../../../main/core/platform/ports.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import { fakeCommands, notFound } from './fake-commands.ts';
import { emptyAppState } from './fake-state.ts';
import { makeStrip } from './fake-strips.ts';
import { message, type Message } from '../../../main/messages/message.ts';

const gapMs = 5_000;
const checkMs = 40_000;

export type FakeOptions = {
  readonly clock: Clock;
  readonly begun?: boolean;
  /** The services of the settings. */
  readonly services?: readonly ServiceSettings[];
  /** Changes the initial app state. */
  readonly state?: (state: AppState) => AppState;
  readonly strips?: readonly Strip[];
  readonly histories?: Readonly<Record<string, readonly HistoryEntry[]>>;
  /** The results of `files.explain`, and the log behind `files.decisions`. */
  readonly explanations?: readonly Explanation[];
  readonly decided?: readonly FileDecisionLine[];
  /** The suggested folders. */
  readonly suggested?: readonly SuggestedFolder[];
  /** Addresses at which nothing answers. */
  readonly unreachable?: readonly string[];
  /** The results of the pre-flight check. */
  readonly checks?: readonly Check[];
  /** The flights of the logbook. */
  readonly flights?: readonly LogbookRow[];
  /** The file behind every image. */
  readonly imagePath?: string;
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
  let settings: KnownSettings = {
    ...defaultSettings,
    ...(options.services && { services: [...options.services] }),
    withSecret: [],
  };
  let state = (options.state ?? ((same) => same))(emptyAppState(clock.now(), options.begun ?? true));
  let lastJob = 100;

  const emit = (event: CompanionEvent) => listeners.forEach((listener) => listener(event));
  const inBay = (bay: Bay) => [...strips.values()].filter((strip) => strip.bay === bay);

  function counted(): AppState {
    const waiting = inBay('queue').filter((strip) => strip.stage === 'waiting');
    const uploading = inBay('queue').filter((strip) => strip.stage === 'uploading');
    const planned = waiting.flatMap((strip) => strip.uploadsAt ?? []);
    return {
      ...state,
      now: clock.now(),
      bays: {
        'needs-attention': inBay('needs-attention').length,
        queue: inBay('queue').length,
        'under-review': inBay('under-review').length,
        completed: inBay('completed').length,
        'not-uploaded': inBay('not-uploaded').length,
      },
      queue: {
        ...state.queue,
        waiting: waiting.length,
        uploading: uploading.length,
        approval: inBay('needs-attention').filter((strip) => strip.stage === 'approval').length,
        declined: inBay('not-uploaded').length,
      },
      runway: {
        ...state.runway,
        waiting: planned.length,
        nextAt: planned.length === 0 ? null : Math.min(...planned),
        everyMs: gapMs,
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

  const gone = new Map<string, Strip>();
  function remove(id: string) {
    const strip = strips.get(id);
    if (strip) gone.set(id, strip);
    strips.delete(id);
    emit({ type: 'strips.changed', strips: [], removed: [id] });
    change((same) => same);
  }

  function restore(id: string) {
    const strip = gone.get(id) ?? { ...strips.get(id)!, ...makeStrip('approval', {}) };
    put(strip);
  }

  function happened(id: string, what: Message) {
    histories.set(id, [...(histories.get(id) ?? []), { at: clock.now(), message: what }]);
  }

  function move(id: string, to: Partial<Strip>, what: Message) {
    const strip = strips.get(id);
    if (!strip) return;
    happened(id, what);
    put({ ...strip, since: clock.now(), reason: null, progress: null, uploadsAt: null, ...to });
  }

  /** waiting → uploading → automatic check → settled. */
  function fly(id: string, uploadsAt: number) {
    const flightId = 4_600 + Number(id.slice(4));
    const later = (at: number, step: () => void) => clock.schedule(at - clock.now(), step);
    later(uploadsAt, () => {
      const bytes = strips.get(id)?.file?.bytes ?? 1;
      const progress = { sentBytes: Math.floor(bytes / 2), totalBytes: bytes };
      move(id, { ...makeStrip('uploading', { progress }) }, message('history.uploading', { attempt: 1 }));
    });
    later(uploadsAt + 1_000, () => {
      state = {
        ...state,
        runway: { ...state.runway, past: [...state.runway.past, { at: clock.now(), outcome: 'accepted' }] },
      };
      move(id, makeStrip('automatic-check', { flightId }), message('history.uploaded', { flight: flightId }));
    });
    later(uploadsAt + checkMs, () =>
      move(
        id,
        makeStrip('completed', { flightId }),
        message('history.completed', { hasPoints: false, points: '', n: 2 }),
      ),
    );
  }

  function takeOne(name: string, source: Source): IntakeAnswer {
    const { message: why } = failures.notAReport(name, { reason: 'otherExtension' });
    if (!/\.(png|jpe?g)$/i.test(name)) return { name, outcome: 'rejected', stripId: null, message: why };
    const twin = [...strips.values()].find((strip) => strip.file?.name === name);
    if (twin) return { name, outcome: 'duplicate', stripId: twin.id, message: message('intake.inQueue') };
    const id = `job-${(lastJob += 1)}`;
    const last = inBay('queue').reduce((latest, strip) => Math.max(latest, strip.uploadsAt ?? 0), clock.now());
    const uploadsAt = last + gapMs;
    const file = { name, bytes: 812_345, source, addedAt: clock.now() };
    happened(id, message('history.added', { source: 'dropped', folder: '' }));
    put({
      ...makeStrip('waiting', {}),
      id,
      file,
      uploadsAt,
      since: clock.now(),
      order: lastJob,
      hasImage: options.imagePath !== undefined,
    } as Strip);
    fly(id, uploadsAt);
    return { name, outcome: 'added', stripId: id, message: message('intake.added') };
  }

  const handlers = fakeCommands({
    now: () => clock.now(),
    counted,
    change,
    strips,
    histories,
    explanations: options.explanations ?? [],
    decided: options.decided ?? [],
    suggested: options.suggested ?? [],
    unreachable: options.unreachable ?? [],
    checks: options.checks ?? [],
    flights: options.flights ?? [],
    inBay,
    move,
    put,
    remove,
    restore,
    resend(id) {
      const uploadsAt = clock.now() + gapMs;
      move(id, { ...makeStrip('waiting', {}), uploadsAt }, message('history.retried'));
      fly(id, uploadsAt);
    },
    settings: () => settings,
    setSettings(wanted) {
      settings = wanted;
      emit({ type: 'settings.changed' });
    },
  });

  return {
    isLeader: true,
    calls,
    state: counted,
    change,
    put,
    emit,
    async handle(name, input) {
      calls.push({ name: String(name), input });
      if (typeof name !== 'string' || !Object.hasOwn(commandInputs, name))
        return failed({ kind: 'wrong-input', message: message('failure.unknownCommand') });
      const parsed = commandInputs[name as CommandName].safeParse(input);
      if (!parsed.success) return failed({ kind: 'wrong-input', message: message('failure.requestNotUnderstood') });
      return handlers[name as CommandName](parsed.data as never);
    },
    async addFiles(files, source) {
      calls.push({ name: 'addFiles', input: files });
      return ok(files.map(({ name }) => takeOne(name, source)));
    },
    exportLogbook: async () => ok(null),
    async image() {
      if (!options.imagePath) return failed(notFound());
      return ok({
        path: options.imagePath,
        mediaType: options.imagePath.endsWith('.png') ? 'image/png' : 'image/jpeg',
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: async () => listeners.clear(),
  };
}
