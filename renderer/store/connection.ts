// The connection to the process: its events, and reading everything where some may have been missed.
import type { Bridge } from '../../main/contract/bridge.ts';
import type { CompanionEvent } from '../../main/contract/events.ts';
import type { AppState } from '../../main/contract/state.ts';
import { bays } from '../../main/contract/strip.ts';
import type { Link } from '../bridge/event-stream.ts';
import type { BayReader } from './bay-lists.ts';
import type { Commands } from './commands.ts';
import type { Drops } from './drops.ts';
import type { Selection } from './selection.ts';
import { applyEvent, type StateCell, takeAppState } from './window-state.ts';

export type ConnectionOptions = {
  readonly bridge: Bridge;
  readonly link: Link;
  readonly state: StateCell;
  readonly commands: Commands;
  readonly reader: BayReader;
  readonly readSettings: () => Promise<void>;
  readonly selection: Selection;
  readonly drops: Drops;
  /** This page's clock, epoch ms. */
  readonly localNow: () => number;
  /** Opens a view that the host requests. */
  readonly showView: (view: 'board' | 'files' | 'settings') => void;
  readonly clearFilter: () => void;
};

export function createConnection(options: ConnectionOptions) {
  const { bridge, link, commands, reader, readSettings, selection, drops, localNow, showView, clearFilter } = options;
  const { get, set } = options.state;

  async function readState(): Promise<void> {
    const result = await commands.ask('app.state', {});
    if (!result.ok) return;
    // Changes of flights may have been missed.
    set((s) => ({
      ...takeAppState(s, result.value, localNow()),
      flightsRevision: s.flightsRevision + 1,
      link: 'up',
    }));
    drops.addKeptFiles();
  }

  async function readEverything(): Promise<void> {
    await Promise.all([readState(), readSettings(), ...bays.map((bay) => reader.readAgain(bay))]);
    await selection.readDetail();
  }

  function onEvent(given: CompanionEvent) {
    const event = given.type === 'strips.changed' ? onBoard(given) : given;
    const before = get().app;
    set((s) => applyEvent(s, event, localNow()));
    drops.addKeptFiles();
    if (event.type === 'settings.changed') void readSettings();
    if (event.type === 'place.opened') {
      showView(event.view);
      if (event.stripId !== null) selection.select(event.stripId);
    }
    if (event.type === 'files.given') drops.noticeIntake(event.answers, []);
    if (event.type === 'strips.changed') {
      reader.onEvent(event);
      void reader.refill();
      const { selectedId } = get();
      const isAbout = event.strips.some((strip) => strip.id === selectedId) || event.removed.includes(selectedId ?? '');
      if (isAbout) void selection.readDetail();
    }
    // The detail names cities.
    if (before !== null && before.language !== get().app?.language) void selection.readDetail();
    if (!isOtherBoard(before, get().app)) return;
    selection.forgetOtherBoard();
    clearFilter();
    void readEverything();
  }

  return {
    readEverything,
    /** Subscribes to events and reads everything. Returns a function that unsubscribes. */
    start() {
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
    },
  };
}

type StripsChanged = Extract<CompanionEvent, { type: 'strips.changed' }>;

/** The reports of pilots who are not shown change as well: they are not on this board. */
function onBoard(event: StripsChanged): StripsChanged {
  const others = event.strips.filter(({ isShown }) => !isShown).map(({ id }) => id);
  return {
    ...event,
    strips: event.strips.filter(({ isShown }) => isShown),
    removed: [...event.removed, ...others],
  };
}

/** Whether another profile or pilot is shown. During a sign-in, the previous pilot's board stays. */
export function isOtherBoard(before: AppState | null, now: AppState | null): boolean {
  if (before === null || now === null || before === now) return false;
  if (before.service.profile !== now.service.profile || before.begun !== now.begun) return true;
  if (before.showsEveryone !== now.showsEveryone) return true;
  if (now.account.status === 'signing-in') return false;
  const since = ({ account }: AppState) => (account.status === 'signed-in' ? account.since : null);
  const inUse = ({ accounts }: AppState) => accounts.find((account) => account.isInUse)?.id;
  return now.account.status !== before.account.status || since(now) !== since(before) || inUse(now) !== inUse(before);
}
