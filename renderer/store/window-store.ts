// The store of the window: keeps what the process sends, reads pages on demand, and sends commands. Decisions are made
// by the process. Each subject has its own file.
import type { LogbookSettings } from '../../main/contract/settings.ts';
import type { Bay } from '../../main/contract/strip.ts';
import { createBayReader } from './bay-lists.ts';
import { createCommands } from './commands.ts';
import { type ConnectionOptions, createConnection } from './connection.ts';
import { createDrops } from './drops.ts';
import { createFlights } from './flights.ts';
import { createNotices } from './notices.ts';
import { createSelection } from './selection.ts';
import { createSettingsReader } from './settings.ts';
import { emptyWindow, type WindowState } from './window-state.ts';

export type WindowStore = ReturnType<typeof createWindowStore>;

type StoreOptions = Pick<ConnectionOptions, 'bridge' | 'link' | 'localNow' | 'showView' | 'clearFilter'>;

export function createWindowStore(options: StoreOptions) {
  const { bridge, localNow } = options;
  let current: WindowState = emptyWindow;
  const listeners = new Set<() => void>();
  const state = {
    get: () => current,
    set(change: (state: WindowState) => WindowState) {
      const next = change(current);
      if (next === current) return;
      current = next;
      for (const listener of listeners) listener();
    },
  };
  const { get, set } = state;

  const notices = createNotices(state);
  const commands = createCommands(bridge, notices);
  const selection = createSelection(state, commands, notices);
  const drops = createDrops({ bridge, state, notices, commands, selection });
  const flights = createFlights({ bridge, state, notices, commands, localNow });
  const reader = createBayReader({
    readPage: (input) => bridge.call('strips.page', input),
    lists: () => get().lists,
    setLists: (lists) => set((s) => ({ ...s, lists })),
  });
  const settings = createSettingsReader({
    readAll: () => commands.ask('settings.read', {}),
    save: (change) => commands.send('settings.change', change),
    setSettings: (change) => set((s) => ({ ...s, settings: change(s.settings) })),
  });
  const connection = createConnection({
    ...options,
    state,
    commands,
    reader,
    readSettings: settings.read,
    selection,
    drops,
  });

  return {
    get,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start: connection.start,
    readAgain: connection.readEverything,
    ...commands,
    ...notices,
    ...selection,
    ...drops,
    ...flights,
    changeSettings: settings.change,
    /** Changes the given members of the logbook's settings. */
    changeLogbook: (change: LogbookSettings) => settings.change({ logbook: { ...get().settings?.logbook, ...change } }),
    more: (bay: Bay) => reader.readMore(bay),
    readImage: (stripId: string) => bridge.image(stripId),
  };
}
