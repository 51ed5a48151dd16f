// Lists, reads and clears the journal.

import { EmulatorError } from '../../emulator-error.ts';
import type { EmulatorContext } from '../../context.ts';
import type { EmulatorEvent, JournalDetail, JournalEntry, JournalRequest, Page } from '../../api-types.ts';

export interface JournalControl {
  list(request: JournalRequest): Page<JournalEntry>;
  read(which: { id: number }): JournalDetail;
  /** Whether it contains the request with this ID. */
  has(id: number): boolean;
  clear(): void;
  /** Calls back for each event; returns a function that stops it. */
  listen(listener: (event: EmulatorEvent) => void): () => void;
}

export function createJournalControl({ journal, events }: Pick<EmulatorContext, 'journal' | 'events'>): JournalControl {
  return {
    list: (request) => journal.list(request),
    read({ id }) {
      const entry = journal.read(id);
      if (entry === null) throw new EmulatorError('unknown', `Request ${id} is not in the journal.`);
      return entry;
    },
    has: (id) => journal.read(id) !== null,
    clear: () => journal.clear(),
    listen: (listener) => events.listen(listener),
  };
}
