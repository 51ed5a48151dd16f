// The window's memory: keeps what the process says, reads pages as they are needed, and sends what the pilot asks for.
// It decides nothing that the process could decide.
import type { Bridge } from '../../main/contract/bridge.ts';
import type { CommandInput, CommandName, CommandOutput, IntakeAnswer } from '../../main/contract/commands.ts';
import type { CompanionEvent } from '../../main/contract/events.ts';
import type { Failure, Result } from '../../main/contract/failure.ts';
import { bays } from '../../main/contract/strip.ts';
import type { SettingsChange } from '../../main/contract/settings.ts';
import type { Bay } from '../../main/contract/strip.ts';
import type { Link } from '../bridge/link.ts';
import { words } from '../words/words.ts';
import { createBayReader } from './bay-reader.ts';
import { intakeNotices } from './intake-notices.ts';
import { applyEvent, emptyWindow, isOtherBoard, say, takeAppState, withChange } from './window-state.ts';
import type { Arriving, Notice, WindowState } from './window-state.ts';
import { text } from '../text.ts';
import { isSameMessage } from '../../main/messages/message.ts';

export type WindowStore = ReturnType<typeof createWindowStore>;

export type StoreOptions = {
  readonly bridge: Bridge;
  readonly link: Link;
  /** This page's clock, epoch ms. */
  readonly localNow: () => number;
};

/** More than these of one notice are read on the screen, not said. */
const LINES_SAID = 3;

export function createWindowStore({ bridge, link, localNow }: StoreOptions) {
  let state: WindowState = emptyWindow;
  const listeners = new Set<() => void>();
  let lastKey = 0;

  function set(change: (state: WindowState) => WindowState) {
    const next = change(state);
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  }

  const reader = createBayReader({
    readPage: (input) => bridge.call('strips.page', input),
    lists: () => state.lists,
    setLists: (lists) => set((s) => ({ ...s, lists })),
  });

  function notify(tone: Notice['tone'], title: string | null, lines: Notice['lines']) {
    const notice = { id: (lastKey += 1), tone, title, lines };
    // The same words again replace what is there: nobody reads five equal notices.
    const key = JSON.stringify(lines);
    const others = (s: WindowState) => s.notices.filter((other) => JSON.stringify(other.lines) !== key);
    const told = lines.slice(0, LINES_SAID).map((line) => line.message);
    const sentence = [title !== null && `${title}.`, ...told].filter(Boolean).join(' ');
    set((s) => say({ ...s, notices: [...others(s), notice].slice(-4) }, sentence));
  }

  const complain = (failure: Failure) =>
    notify('error', null, [{ name: null, message: text(failure.message), code: failure.code ?? null, stripId: null }]);

  /** Asks and hands the answer back; what went wrong is for the caller to show. */
  const ask = <N extends CommandName>(name: N, input: CommandInput<N>): Promise<Result<CommandOutput<N>>> =>
    bridge.call(name, input);

  /** Asks, and shows what went wrong as a notice. True when it was done. */
  async function order<N extends CommandName>(name: N, input: CommandInput<N>): Promise<boolean> {
    const result = await ask(name, input);
    if (!result.ok && result.failure.kind !== 'cancelled') complain(result.failure);
    return result.ok;
  }

  async function readSettings() {
    const result = await ask('settings.read', {});
    if (result.ok) set((s) => ({ ...s, settings: result.value }));
  }

  /** Shown at once, so that a choice stays where it was put; read again where it could not be kept. */
  async function changeSettings(change: SettingsChange): Promise<boolean> {
    set((s) => (s.settings === null ? s : { ...s, settings: withChange(s.settings, change) }));
    const isKept = await order('settings.change', change);
    if (!isKept) await readSettings();
    return isKept;
  }

  async function readDetail(id: string) {
    const result = await ask('strips.detail', { id });
    const isGone = !result.ok && result.failure.kind === 'not-found';
    if (!result.ok && !isGone) complain(result.failure);
    if (!result.ok && !isGone) return;
    set((s) => (s.selectedId === id ? { ...s, detail: result.ok ? result.value : 'gone' } : s));
  }

  async function readEverything() {
    const result = await ask('app.state', {});
    if (result.ok) set((s) => ({ ...takeAppState(s, result.value, localNow()), link: 'up' }));
    if (!result.ok) return;
    addKeptFile();
    await Promise.all([readSettings(), ...bays.map((bay) => reader.readAgain(bay))]);
    if (state.selectedId !== null) await readDetail(state.selectedId);
  }

  function onEvent(event: CompanionEvent) {
    const before = state.app;
    set((s) => applyEvent(s, event, localNow()));
    addKeptFile();
    if (event.type === 'settings.changed') void readSettings();
    if (event.type === 'strips.changed') {
      reader.heard(event);
      void reader.refill();
      const { selectedId } = state;
      const isAbout = event.strips.some((strip) => strip.id === selectedId) || event.removed.includes(selectedId ?? '');
      if (selectedId !== null && isAbout) void readDetail(selectedId);
    }
    if (isOtherBoard(before, state.app)) void readEverything();
  }

  function start() {
    // An answer that says 'up' again after a gap: what happened meanwhile was not heard, so everything is read anew.
    let wasUp: boolean | null = null;
    const undoLink = link.onChange((status) => {
      set((s) => ({ ...s, link: status }));
      if (status === 'up' && wasUp === false) void readEverything();
      wasUp = status === 'up';
    });
    const undoEvents = bridge.subscribe(onEvent);
    void readEverything();
    return () => {
      undoEvents();
      undoLink();
    };
  }

  /** A sign-in that does not come about is said by the account where it stands; here only where it is not. */
  async function signIn(as: { otherPilot?: boolean } = {}): Promise<void> {
    const result = await ask('account.signIn', as);
    // The newer one says how it ends.
    if (result.ok || result.failure.kind === 'cancelled' || result.failure.kind === 'sign-in-superseded') return;
    const now = await ask('app.state', {});
    const shown = now.ok ? now.value.signIn : null;
    const isSaid = shown?.step === 'failed' && isSameMessage(shown.why.message, result.failure.message);
    if (isSaid) set((s) => say(s, text(result.failure.message)));
    else complain(result.failure);
  }

  // One drop after the other, so that the queue has them in the order in which they were let go.
  let lastDrop: Promise<void> = Promise.resolve();

  /** Before the pilot has begun there is no queue: the window keeps the files until there is one. */
  function addFiles(files: readonly File[], folderNames: readonly string[] = []): Promise<void> {
    if (!state.app?.begun) {
      set((s) => say({ ...s, kept: [...s.kept, ...files] }, words.first.kept(state.kept.length + files.length)));
      tellIntake([], folderNames);
      return Promise.resolve();
    }
    const arriving = files.map((file) => ({ key: (lastKey += 1), name: file.name, bytes: file.size, file }));
    set((s) => ({ ...s, arriving: [...s.arriving, ...arriving] }));
    lastDrop = lastDrop.then(() => addFile(arriving, folderNames));
    return lastDrop;
  }

  function addKeptFile() {
    const { kept, app } = state;
    if (!app?.begun || kept.length === 0) return;
    set((s) => ({ ...s, kept: [] }));
    void addFiles(kept);
  }

  /** One file at a time: each is a strip of the process's as soon as it is safe. */
  async function addFile(arriving: readonly (Arriving & { readonly file: File })[], folderNames: readonly string[]) {
    const answers: IntakeAnswer[] = [];
    for (const { key, file } of arriving) {
      const result = await bridge.addFiles([file]);
      set((s) => ({ ...s, arriving: s.arriving.filter((one) => one.key !== key) }));
      if (result.ok) answers.push(...result.value);
      else answers.push({ name: file.name, outcome: 'rejected', stripId: null, message: result.failure.message });
    }
    tellIntake(answers, folderNames);
  }

  function tellIntake(answers: readonly IntakeAnswer[], folderNames: readonly string[]) {
    const { added, notices } = intakeNotices(answers, folderNames);
    if (added > 0) set((s) => say(s, words.drop.takenIn(added)));
    for (const notice of notices) notify(notice.tone, notice.title, notice.lines);
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Begins to listen and reads everything; returns the undo. */
    start,
    ask,
    order,
    signIn,
    changeSettings,
    addFiles,
    forgetKept: () => set((s) => ({ ...s, kept: [] })),
    readAgain: readEverything,
    more: (bay: Bay) => reader.readMore(bay),
    select(id: string | null) {
      if (id === state.selectedId) return;
      set((s) => ({ ...s, selectedId: id, detail: null }));
      if (id !== null) void readDetail(id);
    },
    say: (sentence: string) => set((s) => say(s, sentence)),
    /** Says it, and shows it for a moment. */
    tell: (sentence: string) =>
      set((s) => say({ ...s, shown: { message: sentence, turn: s.shown.turn + 1 } }, sentence)),
    dismiss: (id: number) => set((s) => ({ ...s, notices: s.notices.filter((notice) => notice.id !== id) })),
    putAway: (what: string) => set((s) => ({ ...s, putAway: [...s.putAway, what] })),
    image: (stripId: string) => bridge.image(stripId),
  };
}
