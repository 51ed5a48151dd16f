// Requests: faults, the journal and the rate limits.

import type {
  FaultRequest,
  FaultView,
  Page,
  PageRequest,
  EmulatorEvent,
  Har,
  JournalDetail,
  JournalEntry,
  JournalRequest,
  JournalWait,
  LimitView,
} from '../../api-types.ts';
import { isoTime } from '../../clock/timestamps.ts';
import type { EmulatorContext } from '../../context.ts';
import { EmulatorError } from '../../emulator-error.ts';
import { readsWithoutSubscription, requestsWithSubscription, windowMs } from '../../flights/limits.ts';
import { asHar } from '../../journal/as-har.ts';
import { checkParties } from '../../world/fault-match.ts';
import { partiesOf } from '../../world/world.ts';
import type { Fault, PairUsage } from '../../world/world.ts';
import { waitForRequests } from '../waits/request-waits.ts';
import { pageByNumber, viewPage, readCursor, wholeList, pageByName } from './paging.ts';

export type FaultsControl = {
  list(request: PageRequest): Page<FaultView>;
  /** With durations and sizes as numbers. */
  add(request: Omit<FaultRequest, 'effect'> & Pick<Fault, 'effect'>): FaultView;
  remove(which: { id: number }): void;
  clear(): void;
};

export function createFaultsControl({ world, changed }: Pick<EmulatorContext, 'world' | 'changed'>): FaultsControl {
  return {
    list: (request) =>
      viewPage(
        pageByNumber(world.faults, ({ id }) => id, request),
        viewFault,
      ),
    add({ match = {}, skip = 0, times = null, probability = 1, effect }) {
      checkParties(match, world);
      const fault: Fault = { match, skip, times, probability, effect, id: world.nextFaultId++, seen: 0, fired: 0 };
      world.faults.push(fault);
      changed('faults');
      return viewFault(fault);
    },
    remove({ id }) {
      const index = world.faults.findIndex((fault) => fault.id === id);
      if (index === -1) throw new EmulatorError('unknown', `Fault ${id} not found.`);
      world.faults.splice(index, 1);
      changed('faults');
    },
    clear() {
      world.faults.length = 0;
      changed('faults');
    },
  };
}

const viewFault = (fault: Fault): FaultView => structuredClone(fault);

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

export type LimitsControl = {
  list(request: PageRequest): Page<LimitView>;
};

export function createLimitsControl({
  world,
  settings,
  clock,
}: Pick<EmulatorContext, 'world' | 'settings' | 'clock'>): LimitsControl {
  const view = ([key, usage]: [string, PairUsage]): LimitView => {
    const [clientId, pilot] = partiesOf(key);
    const isWriter = world.applications.get(clientId)?.writeEnabled === true;
    const limit = isWriter ? requestsWithSubscription : readsWithoutSubscription;
    const nowMs = clock.now();
    const inside = usage.requestsAtMs.filter((atMs) => atMs > nowMs - windowMs);
    const leavingAtMs = inside.at(-limit);
    const isFull = inside.length >= limit && leavingAtMs !== undefined;
    return {
      clientId,
      pilot,
      limit,
      windowMs,
      used: inside.length,
      requestsAt: inside.map(isoTime),
      mayRequestAt: isoTime(isFull ? leavingAtMs + windowMs : nowMs),
      lastFlightId: usage.lastFlightId,
      minGapMs: settings.minGapMs,
      mayUploadAt: isoTime(Math.max(nowMs, (usage.waitFromMs ?? -Infinity) + settings.minGapMs)),
    };
  };
  return {
    list: (request) =>
      viewPage(
        pageByName(world.usage, ([key]) => key, request),
        view,
      ),
  };
}
