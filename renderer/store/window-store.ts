// The store of the window: keeps what the process sends, reads pages on demand, and sends commands. Decisions are made
// by the process.
import type { Bridge } from '../../main/contract/bridge.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../main/contract/commands.ts';
import type { CompanionEvent } from '../../main/contract/events.ts';
import type { Failure, Result } from '../../main/contract/failure.ts';
import type { LogbookExportInput, LogbookRow } from '../../main/contract/logbook.ts';
import type { LogbookSettings, SettingsChange } from '../../main/contract/settings.ts';
import { mayRead } from '../../main/contract/state.ts';
import { type Bay, bays } from '../../main/contract/strip.ts';
import { flightsReadMessage } from '../../main/messages/flights-read.ts';
import { isSameMessage } from '../../main/messages/message.ts';
import type { Link } from '../bridge/event-stream.ts';
import { dayText } from '../format/time.ts';
import { t, text } from '../text.ts';
import { createBayReader } from './bay-lists.ts';
import { createFileAdder } from './file-adder.ts';
import {
  announce,
  applyEvent,
  emptyWindow,
  isOtherBoard,
  type KnownSettings,
  type Notice,
  type Offer,
  takeAppState,
  type WindowState,
  withChange,
  withOffer,
} from './window-state.ts';

export type WindowStore = ReturnType<typeof createWindowStore>;

type StoreOptions = {
  readonly bridge: Bridge;
  readonly link: Link;
  /** This page's clock, epoch ms. */
  readonly localNow: () => number;
  /** Opens a view that the host requests. */
  readonly showView?: (view: 'board' | 'files' | 'settings') => void;
};

/** The number of lines of a notice that are announced. */
const announcedLines = 3;
/** At most so many notices, the toast that offers to undo included. */
export const mostNotices = 3;

export function createWindowStore({ bridge, link, localNow, showView }: StoreOptions) {
  let state: WindowState = emptyWindow;
  const listeners = new Set<() => void>();
  let lastKey = 0;
  let rowsRead: ReadonlyMap<string, LogbookRow> = new Map();

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

  /** Shows a notice. Returns its announcement. */
  function addNotice(tone: Notice['tone'], title: string | null, lines: Notice['lines']): string {
    const notice = { id: (lastKey += 1), tone, title, lines };
    // Replaces an equal notice.
    const key = JSON.stringify(lines);
    const others = (s: WindowState) => s.notices.filter((other) => JSON.stringify(other.lines) !== key);
    const first = lines
      .slice(0, announcedLines)
      .map((line) => line.message)
      .join(' ');
    const spoken = title === null ? first : t('window.announce.titled', { title, lines: first });
    set((s) => announce({ ...s, notices: [...others(s), notice].slice(-mostNotices) }, spoken));
    return spoken;
  }

  const { addFiles, addKeptFile, noticeIntake } = createFileAdder({
    addToQueue: (files) => bridge.addFiles(files),
    get: () => state,
    set,
    addNotice,
    newKey: () => (lastKey += 1),
  });

  /** Shows a toast for a few seconds and announces it. */
  const notify = (message: string, undo: (() => void) | null = null) =>
    set((s) => announce({ ...s, toast: { message, id: s.toast.id + 1, undo } }, message));

  const endToast = (id: number) =>
    set((s) => (s.toast.id === id ? { ...s, toast: { ...s.toast, message: '', undo: null } } : s));

  const showFailure = (failure: Failure) =>
    void addNotice('error', null, [
      { name: null, message: text(failure.message), code: failure.code ?? null, stripId: null },
    ]);

  /** Sends a command and returns its result. The caller shows failures. */
  const ask = <N extends CommandName>(name: N, input: CommandInput<N>): Promise<Result<CommandOutput<N>>> =>
    bridge.call(name, input);

  /** Sends a command and shows a failure as a notice. Returns whether it succeeded. */
  async function order<N extends CommandName>(name: N, input: CommandInput<N>): Promise<boolean> {
    const result = await ask(name, input);
    if (!result.ok && result.failure.kind !== 'cancelled') showFailure(result.failure);
    return result.ok;
  }

  const settings = createSettingsReader({
    readAll: () => ask('settings.read', {}),
    save: (change) => order('settings.change', change),
    setSettings: (change) => set((s) => ({ ...s, settings: change(s.settings) })),
  });
  const changeSettings = settings.change;

  /** Writes flights to a file, one export at a time, with the progress in the state. */
  async function exportFlights(input: LogbookExportInput): Promise<void> {
    if (state.exporting !== null) return;
    set((s) => ({ ...s, exporting: { written: 0, total: null } }));
    const result = await bridge.exportLogbook(input);
    set((s) => ({ ...s, exporting: null }));
    if (!result.ok) {
      if (result.failure.kind !== 'cancelled') showFailure(result.failure);
    } else if (result.value !== null) {
      const { name, flights: n, leftOut, unplaced, isFinal, completeness } = result.value;
      const saved =
        unplaced === 0
          ? t('logbook.export.saved', { name, n, leftOut })
          : t('logbook.export.savedMap', { name, n, unplaced });
      const missing =
        isFinal || state.app === null ? null : flightsReadMessage(completeness, mayRead(state.app), dayText);
      notify(missing === null ? saved : `${saved}. ${text(missing)}`);
    }
  }

  async function readDetail(id: string) {
    const result = await ask('strips.detail', { id });
    const isGone = !result.ok && result.failure.kind === 'not-found';
    if (!result.ok && !isGone) return showFailure(result.failure);
    set((s) => (s.selectedId === id ? { ...s, detail: result.ok ? result.value : 'gone' } : s));
  }

  async function readEverything() {
    const result = await ask('app.state', {});
    if (result.ok) set((s) => ({ ...takeAppState(s, result.value, localNow()), link: 'up' }));
    if (!result.ok) return;
    addKeptFile();
    await Promise.all([settings.read(), ...bays.map((bay) => reader.readAgain(bay))]);
    if (state.selectedId !== null) await readDetail(state.selectedId);
  }

  function openPlace({ view, stripId }: Extract<CompanionEvent, { type: 'place.opened' }>) {
    showView?.(view);
    if (stripId !== null) select(stripId);
  }

  function select(id: string | null) {
    if (id === state.selectedId) return;
    set((s) => ({ ...s, selectedId: id, detail: null, isImageOpen: s.isImageOpen && id !== null }));
    if (id !== null) void readDetail(id);
  }

  function onEvent(event: CompanionEvent) {
    const before = state.app;
    set((s) => applyEvent(s, event, localNow()));
    addKeptFile();
    if (event.type === 'settings.changed') void settings.read();
    if (event.type === 'place.opened') openPlace(event);
    if (event.type === 'files.given') noticeIntake(event.answers, []);
    if (event.type === 'strips.changed') {
      reader.onEvent(event);
      void reader.refill();
      const { selectedId } = state;
      const isAbout = event.strips.some((strip) => strip.id === selectedId) || event.removed.includes(selectedId ?? '');
      if (selectedId !== null && isAbout) void readDetail(selectedId);
    }
    if (!isOtherBoard(before, state.app)) return;
    // Ids belong to other reports on that board. The open report is kept if the pilot switched accounts for it.
    const { detail } = state;
    const isKept = detail !== null && detail !== 'gone' && detail.strip.bay === 'needs-attention';
    set((s) => ({ ...s, chosen: [], ...(!isKept && { selectedId: null, detail: null, isImageOpen: false }) }));
    void readEverything();
  }

  function start() {
    const undoEvents = bridge.subscribe(onEvent);
    // Whatever changes while no events arrive is missed, so everything is read each time they begin to.
    const undoLink = link.onChange((status) => {
      set((s) => ({ ...s, link: status }));
      if (status === 'up') void readEverything();
    });
    return () => {
      undoEvents();
      undoLink();
    };
  }

  /** Starts a sign-in. The account's card shows a failure; there is a notice only if the card can't. */
  async function signIn(as: { otherPilot?: boolean } = {}): Promise<void> {
    const result = await ask('account.signIn', as);
    // The newer sign-in shows its own result.
    if (result.ok || result.failure.kind === 'cancelled' || result.failure.kind === 'sign-in-superseded') return;
    const now = await ask('app.state', {});
    const shown = now.ok ? now.value.signIn : null;
    const isShown = shown?.step === 'failed' && isSameMessage(shown.why.message, result.failure.message);
    if (isShown) set((s) => announce(s, text(result.failure.message)));
    else showFailure(result.failure);
  }

  /** Replaces the image of a report: adds the file, and removes the report once the file is in the queue. */
  async function replaceFile(stripId: string, file: File, done: string): Promise<void> {
    // The account may have been switched meanwhile, and the new file would be uploaded as the active pilot.
    const now = await ask('strips.detail', { id: stripId });
    if (!now.ok) return showFailure(now.failure);
    const { reason, actions } = now.value.strip;
    if (reason && actions.includes('upload-as-me')) return showFailure(reason);
    const result = await bridge.addFiles([file]);
    if (!result.ok) return showFailure(result.failure);
    const added = result.value.find(({ outcome, stripId: id }) => outcome === 'added' && id !== stripId);
    if (!added) return noticeIntake(result.value, []);
    if (!(await order('strips.remove', { id: stripId }))) return;
    select(added.stripId);
    notify(done);
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Subscribes to events and reads everything. Returns a function that unsubscribes. */
    start,
    ask,
    order,
    signIn,
    changeSettings,
    /** Changes the given members of the logbook's settings. */
    changeLogbook: (change: LogbookSettings) => changeSettings({ logbook: { ...state.settings?.logbook, ...change } }),
    exportFlights,
    showFailure,
    /** Keeps rows of the logbook, so that the detail can draw their route. */
    rememberRows(rows: readonly LogbookRow[]) {
      rowsRead = new Map(rows.map((row) => [row.stripId, row]));
    },
    rowOf: (stripId: string) => rowsRead.get(stripId) ?? null,
    addFiles,
    replaceFile,
    /** Offers to watch a dropped folder. Returns false if the path isn't known. */
    offerFolder(folder: File): boolean {
      const path = bridge.folderPath(folder);
      if (path !== null) set((s) => withOffer(s, { kind: 'folder', path }));
      return path !== null;
    },
    endOffer: (offer: Offer) => set((s) => ({ ...s, offers: s.offers.filter((one) => one !== offer) })),
    forgetKept: () => set((s) => ({ ...s, kept: [] })),
    readAgain: readEverything,
    choose: (chosen: readonly string[]) => set((s) => ({ ...s, chosen })),
    fold: (bay: Bay, isFolded: boolean) => set((s) => ({ ...s, folded: { ...s.folded, [bay]: isFolded } })),
    more: (bay: Bay) => reader.readMore(bay),
    select,
    showImage: (isImageOpen: boolean) => set((s) => ({ ...s, isImageOpen })),
    /** Announces a message to screen readers only. */
    announce: (message: string) => set((s) => announce(s, message)),
    notify,
    /** Refreshes the flights from the service, and announces that. */
    async refresh(): Promise<void> {
      const until = state.app?.runway.pausedUntil ?? null;
      if (!(await order('flights.refresh', {}))) return;
      const at = until !== null && until > localNow() ? until : null;
      notify(at === null ? t('window.bay.refreshing') : t('window.bay.refreshingAt', { at }));
    },
    /** Opens the console of the built-in service in the browser, through the process: the window must not know its address. */
    async openConsole(): Promise<void> {
      if (await order('service.openConsole', {})) notify(t('window.common.consoleOpened'));
    },
    /** Restores removed or rejected reports. Returns whether all were restored. */
    restore: async (ids: readonly string[]) =>
      (await Promise.all(ids.map((id) => order('strips.restore', { id })))).every(Boolean),
    /** Shows a toast with an Undo button. `undo` returns whether it succeeded, and shows failures itself. */
    offerUndo: (message: string, undo: () => Promise<boolean>) =>
      notify(message, () => void undo().then((isDone) => isDone && notify(t('window.undo.done')))),
    /** Hides the toast with this id. */
    endToast,
    /** Dismisses the topmost: the newest notice, or else the toast that offers to undo. Returns whether there was one. */
    dismissTopmost(): boolean {
      const newest = state.notices.at(-1);
      if (newest) set((s) => ({ ...s, notices: s.notices.filter(({ id }) => id !== newest.id) }));
      else if (state.toast.undo !== null) endToast(state.toast.id);
      else return false;
      return true;
    },
    dismiss: (id: number) => set((s) => ({ ...s, notices: s.notices.filter((notice) => notice.id !== id) })),
    dismissConcern: (key: string) => set((s) => ({ ...s, dismissed: [...s.dismissed, key] })),
    readImage: (stripId: string) => bridge.image(stripId),
  };
}

type ReaderOptions = {
  readonly readAll: () => Promise<Result<KnownSettings>>;
  /** Returns whether it was saved, and shows a failure. */
  readonly save: (change: SettingsChange) => Promise<boolean>;
  readonly setSettings: (change: (settings: KnownSettings | null) => KnownSettings | null) => void;
};

/** Reads the settings, and changes them at once in the window. */
export function createSettingsReader({ readAll, save, setSettings }: ReaderOptions) {
  let lastRead = 0;
  let changesInProgress = 0;

  async function read(): Promise<void> {
    // The last change reads them.
    if (changesInProgress > 0) return;
    const thisRead = (lastRead += 1);
    const result = await readAll();
    // An answer may lack a change that has begun meanwhile, or be older than another answer.
    const isLatest = thisRead === lastRead && changesInProgress === 0;
    if (result.ok && isLatest) setSettings(() => result.value);
  }

  return {
    read,
    /** Applies a change immediately, and reads again after the last of several. Returns whether it was saved. */
    async change(change: SettingsChange): Promise<boolean> {
      setSettings((settings) => settings && withChange(settings, change));
      changesInProgress += 1;
      const isSaved = await save(change);
      changesInProgress -= 1;
      if (changesInProgress === 0) await read();
      return isSaved;
    },
  };
}
