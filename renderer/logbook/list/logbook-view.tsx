// The logbook: every flight that matches the filter, the totals, and the keys to move through the list.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { LogbookRow } from '../../../main/contract/logbook.ts';
import type { AppState } from '../../../main/contract/state.ts';
import { FailureMessage } from '../../elements/failure-message.tsx';
import { useStore, useWindow } from '../../store/use-window.ts';
import { t } from '../../text.ts';
import { CompletenessLine, FiguresOf, lacksFigures } from '../completeness-line.tsx';
import { ExportMenu } from '../export/export-menu.tsx';
import { columnsThatFit, type Column } from '../filter/columns.ts';
import { useChosenColumns } from '../filter/use-chosen-columns.ts';
import { FilterBar } from '../filter/filter-bar.tsx';
import { daysOf } from '../filter/periods.ts';
import { useFlightsRevision, useLogbookAddress, useLogbookFilter, useShowFlights } from '../filter/use-logbook.ts';
import { NoFlights } from '../no-flights.tsx';
import { TotalsLine } from '../totals-line.tsx';
import { useAnswer, useRested } from '../filter/use-answer.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { dayWidth } from './day-width.ts';
import { FlightTable } from './flight-table.tsx';
import { listItems } from './list-items.ts';
import { useListKeys } from './list-keys.ts';
import { useFlightPages } from './use-flight-pages.ts';
import { useMarked } from './use-marked.ts';
import { useWidth } from '../../elements/use-layout.ts';

/** Padding, scrollbar and the column of the marks, as in logbook.css. */
const AROUND_COLUMNS = 64;

/** What is known of a flight whose record was only seen in the response to its upload. */
const columnsOnUpload: readonly Column[] = ['day', 'id', 'file', 'created', 'status'];

type Props = { readonly app: AppState; readonly chooseFiles: () => void };

export default function LogbookView({ app, chooseFiles }: Props) {
  const store = useStore();
  const address = useLogbookAddress();
  const filter = useLogbookFilter();
  const show = useShowFlights();
  const revision = useFlightsRevision();
  const openId = useWindow((state) => state.selectedId);
  const { order } = address;
  const pages = useFlightPages(filter, order, revision);
  const { cache, version, answeredFilter } = pages;
  // Months and totals are queried after the rows and after a pause in typing: a browser has few connections, and the
  // rows of the next letter need one.
  const question = useMemo(() => answeredFilter && { filter: answeredFilter }, [answeredFilter]);
  const rested = useRested(question);
  const months = useAnswer('logbook.months', rested, revision);
  const totals = useAnswer('logbook.totals', rested, revision);
  const hasRested = rested === question;
  const counted = cache.total() ?? (hasRested && !totals.isOld ? (totals.value?.flights ?? null) : null);
  const total = counted ?? cache.least() ?? 0;

  const isByDay = order.by === 'day';
  // The months of another filter would misplace the rows.
  const groups = isByDay && hasRested && !months.isOld ? months.value : null;
  const items = useMemo(() => listItems(total, groups, order.descending), [total, groups, order.descending]);

  const [main, width] = useWidth();
  const chosen = useChosenColumns();
  const forDay = dayWidth(!isByDay);
  const isLacking = totals.value !== null && lacksFigures(totals.value);
  const columns = useMemo(
    () => columnsThatFit(isLacking ? columnsOnUpload : chosen, width - AROUND_COLUMNS, forDay),
    [isLacking, chosen, width, forDay],
  );

  const [active, setActive] = useState(0);
  const scrollTo = useRef<((row: number) => void) | null>(null);
  const marks = useMarked(cache, filter);
  const rowAt = useCallback((row: number): LogbookRow | null => cache.row(row), [cache]);
  const want = useCallback((first: number, last: number) => cache.want(first, last), [cache]);
  const open = (row: number) => {
    setActive(row);
    const flight = cache.row(row);
    if (flight) store.select(flight.stripId);
  };
  const move = (row: number) => {
    setActive(row);
    scrollTo.current?.(row);
    focusRow(row);
    const flight = cache.row(row);
    if (store.get().selectedId !== null && flight) store.select(flight.stripId);
  };
  useListKeys({ total, active, move, open, mark: marks.mark, clearMarks: marks.clear, hasMarks: marks.ids.size > 0 });

  useEffect(() => store.rememberRows(cache.rows()), [store, cache, version]);
  // The viewer and links may open a flight other than the active row.
  useEffect(() => {
    const row = openId === null ? null : cache.indexOf(openId);
    if (row === null || row === active) return;
    setActive(row);
    scrollTo.current?.(row);
    // Only when another flight is opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [openId, cache]);
  useEffect(() => setActive(0), [filter, order]);

  const failure = cache.failure() ?? totals.failure;
  const isEmpty = counted === 0;
  return (
    <main className="flights" id="main" tabIndex={-1} ref={main} data-answered={pages.answered}>
      <h1 className="off-screen">{t('window.nav.view', { view: 'logbook' })}</h1>
      <FilterBar>
        <ColumnsMenu address={address} chosen={chosen} shown={columns} />
        <ExportMenu filter={filter} order={order} total={total} marked={marks.ids} />
      </FilterBar>
      {!isEmpty && <TotalsLine totals={totals.value} isOld={!hasRested || totals.isOld} />}
      <CompletenessLine
        app={app}
        address={address}
        archivedLeftOut={totals.value?.archivedLeftOut ?? 0}
        isEmpty={isEmpty}
      />
      {marks.ids.size > 0 && (
        <p className="marks" role="status">
          <b>{t('logbook.list.markedCount', { n: marks.ids.size })}</b>
          <button type="button" className="link-button" onClick={marks.clear}>
            {t('logbook.list.clearMarks')}
          </button>
        </p>
      )}
      {failure !== null && (
        <p className="concern-text flights-failure" role="alert">
          <FailureMessage failure={failure} />
        </p>
      )}
      {isEmpty && failure === null && (
        <NoFlights app={app} address={address} read={totals.value} chooseFiles={chooseFiles} />
      )}
      {total > 0 && (
        <FiguresOf read={totals.value}>
          <FlightTable
            key={`${order.by} ${order.descending}`}
            columns={columns}
            items={items}
            counted={counted}
            rowAt={rowAt}
            want={want}
            order={order}
            sort={(next) => show({ ...address, order: next }, { inPlace: true })}
            active={active}
            activate={(row) => setActive(row)}
            openId={openId}
            open={open}
            marked={marks.ids}
            mark={marks.mark}
            openMonth={({ month }) => show({ ...address, period: null, ...daysOf(month) })}
            scrollTo={scrollTo}
          />
        </FiguresOf>
      )}
    </main>
  );
}

let focusTurn = 0;

/** Focuses a row once it is rendered: a frame after scrolling, or when its page has arrived. */
function focusRow(row: number) {
  focusTurn += 1;
  const turn = focusTurn;
  const until = performance.now() + LONGEST_WAIT_MS;
  const before = document.activeElement;
  const attempt = () => {
    // The view has the focus while the focused row is scrolled out of view.
    const { activeElement: focused, body } = document;
    const isMoved = ![before, body].includes(focused) && !focused?.matches('#main, .flight-row, .flight-row *');
    if (turn !== focusTurn || performance.now() > until) return;
    const found = document.querySelector<HTMLElement>(`.flight-row[data-row="${row}"]`);
    if (found) found.focus({ preventScroll: true });
    else if (!isMoved) requestAnimationFrame(attempt);
  };
  attempt();
}

const LONGEST_WAIT_MS = 10_000;
