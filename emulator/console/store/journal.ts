// The known requests: pages at first and after a disconnect, then single ones from events. They are shown once a frame, so
// that a thousand requests a second cause sixty renders.
import type { JournalEntry, Page } from '../../api-types.ts';
import { CallError } from '../client/client.ts';
import { beforeNextFrame } from './machine-time.ts';

/** The default of the emulator's journal. */
const most = 10_000;

type JournalParts = {
  read(after?: string): Promise<Page<JournalEntry>>;
  /** Oldest first. */
  show(entries: readonly JournalEntry[]): void;
};

export function createJournal({ read, show }: JournalParts) {
  let entries: JournalEntry[] = [];
  /** Events received while pages are loading; null otherwise. */
  let received: JournalEntry[] | null = null;
  let isAgain = false;
  let isShowing = false;

  const showSoon = () => {
    if (isShowing) return;
    isShowing = true;
    beforeNextFrame(() => {
      isShowing = false;
      entries = entries.slice(-most);
      show(entries);
    });
  };
  const put = (given: readonly JournalEntry[]) => {
    for (const entry of given) place(entries, entry);
    showSoon();
  };

  const readPages = async () => {
    const isFirst = entries.length === 0;
    const all: JournalEntry[] = [];
    let after: string | undefined;
    do {
      const page = await read(after);
      all.push(...page.items);
      // At first, show pages as they arrive; later, keep the old entries until all are loaded.
      if (isFirst) put(page.items);
      after = page.next ?? undefined;
    } while (after !== undefined);
    if (!isFirst) entries = all;
  };

  /** The entries may be incomplete or outdated: reads them again. */
  const readAll = () => {
    if (received !== null) return void (isAgain = true);
    received = [];
    isAgain = false;
    readPages()
      .catch((cause: unknown) => {
        // The link reads again after reconnecting.
        if (!(cause instanceof CallError)) throw cause;
      })
      .finally(() => {
        put(received ?? []);
        received = null;
        if (isAgain) readAll();
      });
  };

  return {
    readAll,
    update(entry: JournalEntry) {
      received?.push(entry);
      put([entry]);
    },
  };
}

function place(entries: JournalEntry[], entry: JournalEntry): void {
  // Usually the newest.
  let index = entries.length;
  while (index > 0 && entries[index - 1]!.id >= entry.id) index -= 1;
  entries.splice(index, entries[index]?.id === entry.id ? 1 : 0, entry);
}
