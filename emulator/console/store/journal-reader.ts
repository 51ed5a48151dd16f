// Brings the journal into the store: page by page at the beginning and after a break, one by one as requests are told.
import type { JournalEntry, Page } from '../../api-types.ts';
import { CallRefusal } from '../link/control-client.ts';
import type { JournalStore } from './journal-store.ts';

export interface JournalReader {
  /** What the store has may be incomplete, or of another world. */
  readAll(): void;
  heard(entry: JournalEntry): void;
}

export function createJournalReader({
  journal,
  read,
}: {
  journal: JournalStore;
  read(after?: string): Promise<Page<JournalEntry>>;
}): JournalReader {
  /** Told while the pages are read; null while none are. */
  let told: JournalEntry[] | null = null;
  let isAgain = false;

  const readPages = async () => {
    const isFirst = journal.isEmpty();
    const all: JournalEntry[] = [];
    let after: string | undefined;
    do {
      const page = await read(after);
      all.push(...page.items);
      // At the beginning what is there is shown at once; later the old stands until the new is complete.
      if (isFirst) journal.put(page.items);
      after = page.next ?? undefined;
    } while (after !== undefined);
    if (!isFirst) journal.replace(all);
  };

  const readAll = () => {
    if (told !== null) return void (isAgain = true);
    told = [];
    isAgain = false;
    readPages()
      .catch((cause: unknown) => {
        // Without an answer the link says so, and reads again when it is back.
        if (!(cause instanceof CallRefusal)) throw cause;
      })
      .finally(() => {
        journal.put(told ?? []);
        told = null;
        if (isAgain) readAll();
      });
  };

  return {
    readAll,
    heard(entry) {
      told?.push(entry);
      journal.put([entry]);
    },
  };
}
