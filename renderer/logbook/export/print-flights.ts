// Reads the flights to print: those that match the filter, or the marked ones among them, in the order of the list.
import type { LogbookFilter, LogbookOrder, LogbookRow, LogbookTotals } from '../../../main/contract/logbook.ts';
import { ok, type Result } from '../../../main/contract/failure.ts';
import type { WindowStore } from '../../store/window-store.ts';

/** About 150 pages. Chromium lays out all of them before it shows the first. */
export const MOST_PRINTED = 5_000;
const ROWS_AT_ONCE = 200;

export type PrintQuestion = {
  readonly filter: LogbookFilter;
  readonly order: LogbookOrder;
  /** The ids of the marked flights; empty for all. */
  readonly marked: ReadonlySet<number>;
};

export type Print = {
  readonly rows: readonly LogbookRow[];
  /** More than `rows` has if not all flights are printed. */
  readonly total: number;
  /** Null if only marked flights are printed. */
  readonly totals: LogbookTotals | null;
};

/** @returns null if the signal is aborted */
export async function readPrint(
  store: WindowStore,
  { filter, order, marked }: PrintQuestion,
  signal: AbortSignal,
  onRead: (rows: number) => void,
): Promise<Result<Print> | null> {
  const hasMarks = marked.size > 0;
  const totals = hasMarks ? null : await store.ask('logbook.totals', { filter });
  if (totals !== null && !totals.ok) return totals;
  const rows: LogbookRow[] = [];
  const total = totals?.value.flights ?? marked.size;
  for (let offset = 0; rows.length < MOST_PRINTED; offset += ROWS_AT_ONCE) {
    const page = await store.ask('logbook.page', { filter, order, offset, limit: ROWS_AT_ONCE });
    if (signal.aborted) return null;
    if (!page.ok) return page;
    rows.push(...page.value.rows.filter(({ id }) => !hasMarks || marked.has(id)));
    onRead(rows.length);
    if (page.value.rows.length < ROWS_AT_ONCE || rows.length >= total) break;
  }
  return ok({ rows: rows.slice(0, MOST_PRINTED), total, totals: totals?.value ?? null });
}
