// Lists, reads and clears the journal.

import { EmulatorError } from '../../emulator-error.ts';
import type { EmulatorContext } from '../../context.ts';
import { waitForRequests } from '../waits/request-waits.ts';
import { asHar } from '../../journal/as-har.ts';
import { checkParties } from '../../world/fault-match.ts';
import { readCursor, wholeList } from './paging.ts';
import type {
  EmulatorEvent,
  Har,
  JournalDetail,
  JournalEntry,
  JournalRequest,
  JournalWait,
  Page,
} from '../../api-types.ts';

export type JournalControl = {
  list(request: JournalRequest): Page<JournalEntry>;
  read(which: { id: number }): JournalDetail;
  har(): Har;
  /** Rejects with an `EmulatorError` of kind `unmet` that names the nearest misses. */
  wait(wanted: JournalWait): Promise<Page<JournalEntry>>;
  /** Whether it contains the request with this ID. */
  has(id: number): boolean;
  clear(): void;
  /** Calls back for each event; returns a function that stops it. */
  listen(listener: (event: EmulatorEvent) => void): () => void;
};

export function createJournalControl(context: EmulatorContext): JournalControl {
  const { journal, events, world } = context;
  return {
    list(request) {
      if (request.after !== undefined) readCursor(request.after);
      return journal.list(request);
    },
    read({ id }) {
      const entry = journal.read(id);
      if (entry === null) throw new EmulatorError('unknown', `Request ${id} is not in the journal.`);
      return entry;
    },
    har: () => asHar(everyRequest(context), context.url()),
    async wait(wanted) {
      const { pilot, fault } = wanted.match ?? {};
      if (pilot !== undefined) checkParties({ pilot }, world);
      if (fault !== undefined && fault >= world.nextFaultId)
        throw new EmulatorError('unknown', `Fault ${fault} not found.`);
      return wholeList(await waitForRequests(context, wanted));
    },
    has: (id) => journal.read(id) !== null,
    clear: () => journal.clear(),
    listen: (listener) => events.listen(listener),
  };
}

function* everyRequest({ journal }: Pick<EmulatorContext, 'journal'>): Generator<JournalDetail> {
  let after: string | null = '0';
  while (after !== null) {
    const page: Page<JournalEntry> = journal.list({ after, limit: 1000 });
    for (const { id } of page.items) {
      const detail = journal.read(id);
      if (detail !== null) yield detail;
    }
    after = page.next;
  }
}
