// The journal: the latest exchanges with the service, in memory, the oldest falling out. What an exchange was is written
// by recording.ts; here it is kept, listed and told.

import type { JournalDetail, JournalEntry, JournalRequest, Page } from '../control/types.ts';
import type { News } from '../news.ts';
import { detailOf, entryOf, pack, unpack } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { createShelf } from './shelf.ts';

export interface Journal {
  /** Takes up an exchange under the next number; the object stays the recorder's until it is `finished`. */
  begin(exchange: Exchange): void;
  /** The exchange is over: nobody changes it any more, and it is told. */
  finished(exchange: Exchange): void;
  /** Oldest first, or after the number given. */
  list(request?: JournalRequest): Page<JournalEntry>;
  /** Null where it is not, or no longer, there. */
  read(id: number): JournalDetail | null;
  clear(): void;
}

const defaultLimit = 100;
/** Requests can be made as large as their limits let them be: then fewer of them are kept. */
const defaultMostBytes = 96 * 1024 ** 2;

/**
 * @param most how many exchanges are kept
 * @param mostBytes how much memory they may take, the open ones not counted
 */
export function createJournal(most: number, news: News, mostBytes = defaultMostBytes): Journal {
  const open = new Map<number, Exchange>();
  let shelf = createShelf(most);
  let lastId = 0;
  let firstId = 1;

  const drop = (id: number) => {
    open.delete(id);
    shelf.drop(id);
  };

  const find = (id: number): Exchange | null => {
    const text = shelf.take(id);
    return text === null ? (open.get(id) ?? null) : unpack(id, text);
  };

  return {
    begin(exchange) {
      lastId += 1;
      if (lastId - firstId >= most) drop(firstId++);
      exchange.id = lastId;
      open.set(lastId, exchange);
    },
    finished(exchange) {
      // One that has fallen out meanwhile is told, and not kept.
      if (open.delete(exchange.id)) {
        shelf.put(exchange.id, pack(exchange));
        for (; shelf.sizeBytes > mostBytes && firstId < lastId; firstId += 1) drop(firstId);
      }
      if (news.isHeard) news.tell({ type: 'request', entry: entryOf(exchange) });
    },
    list({ after, limit = defaultLimit, contains = '' } = {}) {
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
      const exchange = find(id);
      return exchange === null ? null : detailOf(exchange);
    },
    clear() {
      open.clear();
      shelf = createShelf(most);
      firstId = lastId + 1;
      news.changed('journal');
    },
  };
}

const textOf = ({ method, path, status, clientId, pilot, rule, hint }: Exchange): string =>
  [method, path, status, clientId, pilot, rule, typeof hint === 'string' ? hint : ''].join(' ').toLowerCase();
