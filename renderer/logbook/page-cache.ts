// The rows of the list, read in pages of 100 as they come into view. A page stays until it is read again, so that
// nothing is drawn empty after scrolling back or when a flight is added.
import { startTransition, useEffect, useReducer, useState } from 'react';
import { type Failure, ok, type Result } from '../../main/contract/failure.ts';
import type { LogbookFilter, LogbookOrder, LogbookPage, LogbookRow } from '../../main/contract/logbook.ts';
import { useStore } from '../store/use-window.ts';

const pageRows = 100;
/** 6,000 rows; the pages read longest ago are dropped first. */
const maxPages = 60;
const maxAtOnce = 2;

type ReadPage = (offset: number, limit: number) => Promise<Result<LogbookPage>>;

type Options = {
  /** The revision of the flights when the first page is read. */
  readonly state: string;
  readonly read: ReadPage;
  readonly onChange: () => void;
};

export type PageCache = ReturnType<typeof createPageCache>;

export function createPageCache({ state, read, onChange }: Options) {
  const pages = new Map<number, readonly LogbookRow[]>();
  const current = new Set<number>();
  const reading = new Set<number>();
  let wanted: number[] = [0];
  let total: number | null = null;
  let least: number | null = null;
  let failure: Failure | null = null;
  let known = state;
  let isClosed = false;

  function readNext() {
    while (reading.size < maxAtOnce) {
      const page = wanted.find((one) => !current.has(one) && !reading.has(one));
      if (page === undefined || isClosed) return;
      void readPage(page);
    }
  }

  async function readPage(page: number) {
    const begun = known;
    reading.add(page);
    const result = await read(page * pageRows, pageRows);
    reading.delete(page);
    if (isClosed) return;
    // If the flights have changed meanwhile, the page is shown and read again.
    if (begun === known || !result.ok) current.add(page);
    if (result.ok) {
      pages.delete(page);
      pages.set(page, result.value.rows);
      total = result.value.total;
      least = total ?? Math.max(least ?? 0, page * pageRows + result.value.rows.length);
      const [oldest] = pages.keys();
      if (pages.size > maxPages && oldest !== undefined) {
        pages.delete(oldest);
        current.delete(oldest);
      }
    }
    failure = result.ok ? null : result.failure;
    onChange();
    readNext();
  }

  return {
    /** Returns the total once the last page has been read; null before. */
    total: () => total,
    /** Returns the minimum number of flights; null until the first page has arrived. */
    least: () => least,
    failure: () => failure,
    /** Returns a row, or null if it hasn't been read yet. */
    row: (index: number): LogbookRow | null => pages.get(Math.floor(index / pageRows))?.[index % pageRows] ?? null,
    indexOf(stripId: string): number | null {
      for (const [page, rows] of pages) {
        const at = rows.findIndex((row) => row.stripId === stripId);
        if (at !== -1) return page * pageRows + at;
      }
      return null;
    },
    /** Reads so many rows from `first` on. */
    rows: (first: number, count: number) => readRows(read, first, count),
    /** Requests the pages with these rows, replacing earlier requests. */
    want(first: number, last: number) {
      const from = Math.floor(first / pageRows);
      wanted = Array.from({ length: Math.floor(last / pageRows) - from + 1 }, (_, at) => from + at);
      readNext();
    },
    /** Reads the visible pages again if the flights have changed. */
    refresh(newest: string) {
      if (newest === known) return;
      known = newest;
      current.clear();
      readNext();
    },
    close() {
      isClosed = true;
    },
  };
}

const rowsAtOnce = 200;

/** Reads so many rows from `first` on, as far as there are. */
export async function readRows(read: ReadPage, first: number, count: number): Promise<Result<LogbookRow[]>> {
  const limits = Array.from({ length: Math.ceil(count / rowsAtOnce) }, (_, at) =>
    Math.min(rowsAtOnce, count - at * rowsAtOnce),
  );
  const pages = await Promise.all(limits.map((limit, at) => read(first + at * rowsAtOnce, limit)));
  const rows: LogbookRow[] = [];
  for (const page of pages) {
    if (!page.ok) return page;
    rows.push(...page.value.rows);
  }
  return ok(rows);
}

/** The pages of the list for a filter and an order. The previous pages stay until the first new one has arrived. */
export function useFlightPages(filter: LogbookFilter, order: LogbookOrder, revision: string) {
  const store = useStore();
  const [, changed] = useReducer((count: number) => count + 1, 0);
  const { by, descending } = order;
  const create = () => ({
    filter,
    cache: createPageCache({
      state: revision,
      read: (offset, limit) => store.ask('logbook.page', { filter, order: { by, descending }, offset, limit }),
      onChange: () => startTransition(changed),
    }),
  });
  const [shown, setShown] = useState(create);
  const [newest, setNewest] = useState(shown);
  useEffect(() => {
    const next = create();
    setNewest(next);
    next.cache.want(0, 0);
    return () => next.cache.close();
    // A cache belongs to one query.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [store, filter, by, descending]);
  useEffect(() => newest.cache.refresh(revision), [newest, revision]);
  const isRead = newest.cache.least() !== null || newest.cache.failure() !== null;
  if (isRead && shown !== newest) setShown(newest);
  const { cache, filter: of } = isRead ? newest : shown;
  return {
    cache,
    /** The filter that the rows match; null until the first page has arrived. */
    answeredFilter: cache.least() === null && cache.failure() === null ? null : of,
  };
}
