// The journal keeps recent exchanges in memory and drops the oldest. server/record-requests.ts records them.

import { createCoalescer } from '../clock/clock.ts';
import type { JournalDetail, JournalEntry, JournalRequest, Page } from '../api-types.ts';
import type { EventBus } from './event-bus.ts';
import { detailOf, entryOf, pack, unpack } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { shown } from './masking.ts';
import { createRingBuffer } from './ring-buffer.ts';
import { stopwatchMs } from './stopwatch.ts';

export type Journal = {
  /** Adds an exchange under the next ID; the recorder may change it until it is `finished`. */
  begin(exchange: Exchange): void;
  /** The exchange is over: it is read, stored and published within this turn of the event loop. */
  finished(exchange: Exchange): void;
  /** The open exchanges. */
  inProgress(): Iterable<Exchange>;
  /** Oldest first, after the given ID. */
  list(request?: JournalRequest): Page<JournalEntry>;
  /** Returns null if it was never there or was dropped. */
  read(id: number): JournalDetail | null;
  clear(): void;
};

const defaultLimit = 100;
/** An exchange that stays open longer than this is published twice: now, and when it is over. */
const heldMs = 150;
/** With large requests, fewer are kept. */
const defaultMostBytes = 96 * 1024 ** 2;

/**
 * @param most the number of exchanges to keep
 * @param mostBytes the memory for finished exchanges
 */
export function createJournal(most: number, events: EventBus, mostBytes = defaultMostBytes): Journal {
  // A ring instead of a Map: a Map that changes with each request leaves large tables to the garbage collector.
  let open: (Exchange | null)[] = [];
  /** All before this one are finished. */
  let firstOpenId = 1;
  let finished: Exchange[] = [];
  let ringBuffer = createRingBuffer(most);
  let lastId = 0;
  let firstId = 1;
  /** Open exchanges up to this one have been published. */
  let publishedId = 0;

  function* inProgress(): Generator<Exchange> {
    firstOpenId = Math.max(firstOpenId, firstId);
    while (firstOpenId <= lastId && open[firstOpenId % most]?.id !== firstOpenId) firstOpenId += 1;
    for (let id = firstOpenId; id <= lastId; id += 1) {
      const exchange = open[id % most];
      if (exchange?.id === id) yield exchange;
    }
  }

  /** Returns false if it is not open. */
  const close = (id: number): boolean => {
    if (open[id % most]?.id !== id) return false;
    open[id % most] = null;
    return true;
  };

  // One timer for all of them, and none without listeners.
  const soon = createCoalescer(heldMs, () => {
    if (!events.hasListeners) return;
    const before = stopwatchMs() - heldMs;
    for (const exchange of inProgress()) {
      if (exchange.id <= publishedId) continue;
      if (exchange.startedMs > before) return soon.request();
      publishedId = exchange.id;
      events.publish({ type: 'request', entry: entryOf(exchange) });
    }
  });

  const drop = (id: number) => {
    close(id);
    ringBuffer.drop(id);
  };

  const settle = () => {
    const settled = finished;
    finished = [];
    for (const exchange of settled) {
      const { source } = exchange;
      exchange.source = null;
      source?.read(exchange, source);
      // One that was dropped in the meantime is published, but not stored.
      if (close(exchange.id)) ringBuffer.put(exchange.id, pack(exchange));
      if (events.hasListeners) events.publish({ type: 'request', entry: entryOf(exchange) });
    }
    for (; ringBuffer.sizeBytes > mostBytes && firstId < lastId; firstId += 1) drop(firstId);
  };

  const find = (id: number): Exchange | null => {
    const text = ringBuffer.take(id);
    if (text !== null) return unpack(id, text);
    const exchange = open[id % most];
    return exchange?.id === id ? exchange : null;
  };

  return {
    begin(exchange) {
      lastId += 1;
      if (lastId - firstId >= most) drop(firstId++);
      exchange.id = lastId;
      open[lastId % most] = exchange;
      if (events.hasListeners) soon.request();
    },
    finished(exchange) {
      // Processing a batch halves the cost of each.
      if (finished.length === 0) setImmediate(settle);
      finished.push(exchange);
    },
    inProgress,
    list({ after, limit = defaultLimit, contains = '' } = {}) {
      settle();
      const wanted = contains.toLowerCase();
      const items: JournalEntry[] = [];
      let id = Math.max(firstId, (Number(after) || 0) + 1);
      for (; id <= lastId && items.length < limit; id += 1) {
        const exchange = find(id);
        if (exchange !== null && (wanted === '' || textOf(exchange).includes(wanted))) items.push(entryOf(exchange));
      }
      return { items, next: id <= lastId ? String(id - 1) : null };
    },
    read(id) {
      settle();
      const exchange = find(id);
      return exchange === null ? null : detailOf(exchange);
    },
    clear() {
      settle();
      open = [];
      ringBuffer = createRingBuffer(most);
      firstId = lastId + 1;
      events.changed('journal');
    },
  };
}

const textOf = ({ method, path, status, clientId, pilot, rule, hint }: Exchange): string =>
  shown([method, path, status, clientId, pilot, rule, typeof hint === 'string' ? hint : ''].join(' ')).toLowerCase();
