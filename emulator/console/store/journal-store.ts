// The requests that the console knows, oldest first. What arrives is gathered and shown with the next image, so that
// a thousand requests a second are sixty changes.
import type { JournalEntry } from '../../api-types.ts';
import { createCell } from './cell.ts';
import type { Cell } from './cell.ts';
import { beforeNextFrame } from './machine-time.ts';

/** As many as the emulator keeps unless it is told otherwise. */
const most = 10_000;

export interface JournalSnapshot {
  /** By number. The array is the store's own: another change makes another snapshot, not another array. */
  entries: readonly JournalEntry[];
}

export interface JournalStore {
  snapshot: Pick<Cell<JournalSnapshot>, 'get' | 'subscribe'>;
  /** New ones, or known ones as they are now. */
  put(entries: readonly JournalEntry[]): void;
  /** These and no others, in their order. */
  replace(entries: readonly JournalEntry[]): void;
  isEmpty(): boolean;
}

export function createJournalStore(): JournalStore {
  let entries: JournalEntry[] = [];
  let isShowing = false;
  const cell = createCell<JournalSnapshot>({ entries });

  const show = () => {
    if (isShowing) return;
    isShowing = true;
    beforeNextFrame(() => {
      isShowing = false;
      if (entries.length > most) entries.splice(0, entries.length - most);
      cell.set({ entries });
    });
  };

  return {
    snapshot: cell,
    put(given) {
      for (const entry of given) place(entries, entry);
      if (given.length > 0) show();
    },
    replace(given) {
      entries = [...given];
      show();
    },
    isEmpty: () => entries.length === 0,
  };
}

function place(entries: JournalEntry[], entry: JournalEntry): void {
  // Nearly always the newest.
  let index = entries.length;
  while (index > 0 && entries[index - 1]!.id >= entry.id) index -= 1;
  entries.splice(index, entries[index]?.id === entry.id ? 1 : 0, entry);
}
