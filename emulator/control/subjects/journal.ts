// Lists, reads and clears the journal.

import { EmulatorError } from '../../emulator-error.ts';
import type { EmulatorContext } from '../../context.ts';
import { waitForRequests } from '../waits/request-waits.ts';
import { wholeList } from './paging.ts';
import type { EmulatorEvent, JournalDetail, JournalEntry, JournalRequest, JournalWait, Page } from '../../api-types.ts';

export interface JournalControl {
  list(request: JournalRequest): Page<JournalEntry>;
  read(which: { id: number }): JournalDetail;
  /** Rejects with an `EmulatorError` of kind `unmet` that names the nearest misses. */
  wait(wanted: JournalWait): Promise<Page<JournalEntry>>;
  /** Whether it contains the request with this ID. */
  has(id: number): boolean;
  clear(): void;
  /** Calls back for each event; returns a function that stops it. */
  listen(listener: (event: EmulatorEvent) => void): () => void;
}

export function createJournalControl(context: EmulatorContext): JournalControl {
  const { journal, events } = context;
  return {
    list: (request) => journal.list(request),
    read({ id }) {
      const entry = journal.read(id);
      if (entry === null) throw new EmulatorError('unknown', `Request ${id} is not in the journal.`);
      return entry;
    },
    wait: async (wanted) => wholeList(await waitForRequests(context, wanted)),
    has: (id) => journal.read(id) !== null,
    clear: () => journal.clear(),
    listen: (listener) => events.listen(listener),
  };
}
