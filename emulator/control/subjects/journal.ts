// The journal from outside; what stands in it is written while requests are served (journal/).

import { EmulatorError } from '../../emulator-error.ts';
import type { EmulatorContext } from '../../context.ts';
import type { EmulatorEvent, JournalDetail, JournalEntry, JournalRequest, Page } from '../../api-types.ts';

export interface JournalControl {
  list(request: JournalRequest): Page<JournalEntry>;
  read(which: { id: number }): JournalDetail;
  /** Whether it still holds the request of this number. */
  has(id: number): boolean;
  clear(): void;
  /** Everything that is told as it happens; the answer ends it. */
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
