// Loads the journal into the store: pages at first and after a disconnect, then single requests from events.
import type { JournalEntry, Page } from '../../api-types.ts';
import { CallError } from '../link/control-client.ts';
import type { JournalStore } from './journal-store.ts';

type JournalReader = {
  /** The store may be incomplete or outdated; reload it. */
  readAll(): void;
  update(entry: JournalEntry): void;
};

export function createJournalReader({
  journal,
  read,
}: {
  journal: JournalStore;
  read(after?: string): Promise<Page<JournalEntry>>;
}): JournalReader {
  /** Events received while pages are loading; null otherwise. */
  let received: JournalEntry[] | null = null;
  let isAgain = false;

  const readPages = async () => {
    const isFirst = journal.isEmpty();
    const all: JournalEntry[] = [];
    let after: string | undefined;
    do {
      const page = await read(after);
      all.push(...page.items);
      // At first, show pages as they arrive; later, keep the old entries until all are loaded.
      if (isFirst) journal.put(page.items);
      after = page.next ?? undefined;
    } while (after !== undefined);
    if (!isFirst) journal.replace(all);
  };

  const readAll = () => {
    if (received !== null) return void (isAgain = true);
    received = [];
    isAgain = false;
    readPages()
      .catch((cause: unknown) => {
        // The link reloads after reconnecting.
        if (!(cause instanceof CallError)) throw cause;
      })
      .finally(() => {
        journal.put(received ?? []);
        received = null;
        if (isAgain) readAll();
      });
  };

  return {
    readAll,
    update(entry) {
      received?.push(entry);
      journal.put([entry]);
    },
  };
}
