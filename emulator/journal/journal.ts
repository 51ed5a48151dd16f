// The journal: the latest exchanges with the service, in memory, the oldest falling out. What an exchange was is written
// by recording.ts; here it is kept, listed and told.

import { createCoalescer } from '../clock/clock.ts';
import type { JournalDetail, JournalEntry, JournalRequest, Page } from '../api-types.ts';
import type { EventBus } from './event-bus.ts';
import { detailOf, entryOf, pack, unpack } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { shown } from './masking.ts';
import { createRingBuffer } from './ring-buffer.ts';
import { stopwatchMs } from './stopwatch.ts';

export interface Journal {
  /** Takes up an exchange under the next number; the object stays the recorder's until it is `finished`. */
  begin(exchange: Exchange): void;
  /** The exchange is over: it is read, kept and told before anybody asks, and in this turn of the event loop. */
  finished(exchange: Exchange): void;
  /** Those that are not over. */
  inProgress(): Iterable<Exchange>;
  /** Oldest first, or after the number given. */
  list(request?: JournalRequest): Page<JournalEntry>;
  /** Null where it is not, or no longer, there. */
  read(id: number): JournalDetail | null;
  clear(): void;
}

const defaultLimit = 100;
/** One that has been open for so long is told, and again when it is over: what a fault holds, or a client sends slowly. */
const heldMs = 150;
/** Requests can be made as large as their limits let them be: then fewer of them are kept. */
const defaultMostBytes = 96 * 1024 ** 2;

/**
 * @param most how many exchanges are kept
 * @param mostBytes how much memory they may take, the open ones not counted
 */
export function createJournal(most: number, events: EventBus, mostBytes = defaultMostBytes): Journal {
  // In a ring, and not in a map: one that changes with each request leaves its old tables to the collector, and each of
  // them holds on to what was in it.
  let open: (Exchange | null)[] = [];
  /** None before this one is open. */
  let firstOpenId = 1;
  let finished: Exchange[] = [];
  let ringBuffer = createRingBuffer(most);
  let lastId = 0;
  let firstId = 1;
  /** Those up to this one that are still open have been told. */
  let toldId = 0;

  function* inProgress(): Generator<Exchange> {
    firstOpenId = Math.max(firstOpenId, firstId);
    while (firstOpenId <= lastId && open[firstOpenId % most]?.id !== firstOpenId) firstOpenId += 1;
    for (let id = firstOpenId; id <= lastId; id += 1) {
      const exchange = open[id % most];
      if (exchange?.id === id) yield exchange;
    }
  }

  /** False where it is not open, or has fallen out. */
  const close = (id: number): boolean => {
    if (open[id % most]?.id !== id) return false;
    open[id % most] = null;
    return true;
  };

  // One look for all of them, and none where nobody listens.
  const soon = createCoalescer(heldMs, () => {
    if (!events.hasListeners) return;
    const before = stopwatchMs() - heldMs;
    for (const exchange of inProgress()) {
      if (exchange.id <= toldId) continue;
      if (exchange.startedMs > before) return soon.request();
      toldId = exchange.id;
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
      // One that has fallen out meanwhile is told, and not kept.
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
      // Many at once cost each of them half as much as one at a time.
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
