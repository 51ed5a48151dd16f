// The journal: the latest exchanges with the service, in memory, the oldest falling out. What an exchange was is written
// by recording.ts; here it is kept, listed and told.

import type { JournalDetail, JournalEntry, JournalRequest, Page } from '../control/types.ts';
import type { News } from '../news.ts';
import { detailOf, entryOf, weightOf } from './exchange.ts';
import type { Exchange } from './exchange.ts';

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
  // A ring: number n lies at n modulo its size. All from the first to the last are there.
  let kept: (Exchange | undefined)[] = [];
  let weights: number[] = [];
  let bytes = 0;
  let lastId = 0;
  let firstId = 1;

  const dropFirst = () => {
    const at = firstId % most;
    kept[at] = undefined;
    bytes -= weights[at] ?? 0;
    weights[at] = 0;
    firstId += 1;
  };

  return {
    begin(exchange) {
      lastId += 1;
      if (lastId - firstId >= most) dropFirst();
      exchange.id = lastId;
      kept[lastId % most] = exchange;
      weights[lastId % most] = 0;
    },
    finished(exchange) {
      if (exchange.id >= firstId) {
        weights[exchange.id % most] = weightOf(exchange);
        bytes += weights[exchange.id % most]!;
        while (bytes > mostBytes && firstId < lastId) dropFirst();
      }
      if (news.isHeard) news.tell({ type: 'request', entry: entryOf(exchange) });
    },
    list({ after, limit = defaultLimit, contains = '' } = {}) {
      const wanted = contains.toLowerCase();
      const items: JournalEntry[] = [];
      let id = Math.max(firstId, (Number(after) || 0) + 1);
      for (; id <= lastId && items.length < limit; id += 1) {
        const exchange = kept[id % most];
        if (exchange !== undefined && (wanted === '' || textOf(exchange).includes(wanted)))
          items.push(entryOf(exchange));
      }
      return { items, next: id <= lastId ? String(id - 1) : null };
    },
    read(id) {
      const exchange = kept[id % most];
      return exchange?.id === id ? detailOf(exchange) : null;
    },
    clear() {
      kept = [];
      weights = [];
      bytes = 0;
      firstId = lastId + 1;
      news.changed('journal');
    },
  };
}

const textOf = ({ method, path, status, clientId, pilot, rule, hint }: Exchange): string =>
  [method, path, status, clientId, pilot, rule, typeof hint === 'string' ? hint : ''].join(' ').toLowerCase();
