// The known requests, oldest first. Updates are batched per frame, so a thousand requests a second cause sixty renders.
import type { JournalEntry } from '../../api-types.ts';
import { createCell } from './cell.ts';
import type { Cell } from './cell.ts';
import { beforeNextFrame } from './machine-time.ts';

/** The default of the emulator's journal. */
const most = 10_000;

type JournalSnapshot = {
  /** By ID. The array is mutable and shared; a change creates a new snapshot object. */
  entries: readonly JournalEntry[];
};

export type JournalStore = {
  snapshot: Pick<Cell<JournalSnapshot>, 'get' | 'subscribe'>;
  /** Adds or updates entries. */
  put(entries: readonly JournalEntry[]): void;
  /** Replaces all entries. */
  replace(entries: readonly JournalEntry[]): void;
  isEmpty(): boolean;
};

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
  // Usually the newest.
  let index = entries.length;
  while (index > 0 && entries[index - 1]!.id >= entry.id) index -= 1;
  entries.splice(index, entries[index]?.id === entry.id ? 1 : 0, entry);
}
