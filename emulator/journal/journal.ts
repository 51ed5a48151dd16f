// The journal: the latest exchanges with the service, in memory, the oldest falling out. What an exchange was is written
// by recording.ts; here it is kept, listed and told.

import type { JournalDetail, JournalEntry, JournalRequest, Page } from '../control/types.ts';
import type { News } from '../news.ts';

export interface Journal {
  /** Takes up an exchange under the next number; the object stays the recorder's until it is `finished`. */
  begin(entry: Omit<JournalDetail, 'id'>): JournalDetail;
  /** The exchange is over: it is told. */
  finished(entry: JournalDetail): void;
  /** Oldest first, or after the number given. */
  list(request?: JournalRequest): Page<JournalEntry>;
  /** Null where it is not, or no longer, there. */
  read(id: number): JournalDetail | null;
  clear(): void;
}

const defaultLimit = 100;

/** @param most how many exchanges are kept */
export function createJournal(most: number, news: News): Journal {
  // A ring: number n lies at n modulo its size.
  let kept: JournalDetail[] = [];
  let lastId = 0;
  let firstId = 1;

  return {
    begin(entry) {
      const id = ++lastId;
      const numbered: JournalDetail = { id, ...entry };
      kept[id % most] = numbered;
      firstId = Math.max(firstId, id - most + 1);
      return numbered;
    },
    finished: (entry) => news.tell({ type: 'request', entry: summaryOf(entry) }),
    list({ after, limit = defaultLimit, contains = '' } = {}) {
      const wanted = contains.toLowerCase();
      const items: JournalEntry[] = [];
      let id = Math.max(firstId, Number(after ?? 0) + 1);
      for (; id <= lastId && items.length < limit; id += 1) {
        const entry = kept[id % most];
        if (entry !== undefined && (wanted === '' || textOf(entry).includes(wanted))) items.push(summaryOf(entry));
      }
      return { items, next: id <= lastId ? String(id - 1) : null };
    },
    read(id) {
      const entry = kept[id % most];
      return entry?.id === id ? structuredClone(entry) : null;
    },
    clear() {
      kept = [];
      firstId = lastId + 1;
      news.changed('journal');
    },
  };
}

const textOf = ({ method, path, status, clientId, pilot, rule, hint }: JournalEntry): string =>
  [method, path, status, clientId, pilot, rule, hint].join(' ').toLowerCase();

const summaryOf = ({ query: _query, request: _request, answer: _answer, ...entry }: JournalDetail): JournalEntry =>
  entry;
