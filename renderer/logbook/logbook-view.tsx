// The logbook: every flight that matches the filter, the totals, and the keys to move through the list.
import { Button } from '../elements/button.tsx';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { LogbookFilter, LogbookOrder, LogbookRow, LogbookTotals } from '../../main/contract/logbook.ts';
import { asNumber, type ServiceValue } from '../../main/contract/flight.ts';
import type { AppState } from '../../main/contract/state.ts';
import { openMenu, useCommands } from '../commands/use-commands.ts';
import { AcceptRoutes } from '../list/accept-routes.tsx';
import { Check } from '../elements/form-fields.tsx';
import { FailureNote } from '../elements/failure-message.tsx';
import { MenuButton } from '../elements/menu-button.tsx';
import { ChoiceBar, isCovered, useListKeys } from '../list/list.tsx';
import { isTyping, useWindowEvent } from '../elements/use-keydown.ts';
import { useWidth } from '../elements/use-layout.ts';
import { minutes, signed } from '../format/amount.ts';
import { useReadsRoutes, useStore, useWindow } from '../store/use-window.ts';
import { t } from '../text.ts';
import { areTight, type Column, columns, columnsThatFit, dayWidth, fixedColumns, usualColumns } from './columns.ts';
import { ExportMenu } from './export-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { columnName } from './flight-cells.tsx';
import { CompletenessLine, FiguresOf, isKnownOf, NoFlights, TotalsLine } from './flight-summary.tsx';
import { FlightTable, useMarked } from './flight-table.tsx';
import { listItems } from './list-items.ts';
import { daysOf, type LogbookAddress } from './logbook-address.ts';
import { useFlightPages } from './page-cache.ts';
import {
  useChosenColumns,
  useFlightsRevision,
  useLogbookAddress,
  useLogbookFilter,
  useRested,
  useShowFlights,
} from './use-logbook.ts';
import { useAnswer } from '../store/use-answer.ts';

/** Padding, scrollbar and the column of the marks, as in logbook.css. */
const aroundColumns = 58;

/** What is known of flights whose records were only seen in the responses to their uploads, and what the pilot entered. */
function columnsOnUpload(totals: LogbookTotals, chosen: readonly Column[], hasHints: boolean): readonly Column[] {
  const more: readonly Column[] = [
    ...(chosen.includes('pilot') ? (['pilot'] as const) : []),
    ...(totals.airports > 0 || hasHints ? (['from', 'to', 'aircraft'] as const) : []),
    ...(isKnownOf(totals, 'minutes') ? (['minutes'] as const) : []),
  ];
  return columns.filter((one) => ['day', 'id', 'file', 'created', 'status', ...more].includes(one));
}

type LogbookViewProps = {
  readonly app: AppState;
  readonly chooseFiles: () => void;
  readonly copyDetails: (stripIds: readonly string[]) => Promise<void>;
};

export default function LogbookView({ app, chooseFiles, copyDetails }: LogbookViewProps) {
  const store = useStore();
  const address = useLogbookAddress();
  const filter = useLogbookFilter();
  const show = useShowFlights();
  const openId = useWindow((state) => state.selectedId);
  const { order } = address;
  const { pages, months, totals, areTotalsOld, counted } = useLogbookAnswers(filter, order);
  const { cache } = pages;
  const total = counted ?? cache.least() ?? 0;
  const items = useMemo(() => listItems(total, months, order.descending), [total, months, order.descending]);
  const chosen = useChosenColumns();
  const isRead = useReadsRoutes();
  const { main, columns, isTight } = useColumnsThatFit(
    totals.value?.completeness.status === 'local' ? columnsOnUpload(totals.value, chosen, isRead === true) : chosen,
    order,
  );

  const [active, setActive] = useState(0);
  /** The row that the keys have moved to, until it has the focus: it may have to be read first. */
  const [reached, setReached] = useState<number | null>(null);
  // The view has the focus while the focused row is scrolled out of sight.
  useWindowEvent('focusin', ({ target }) => (target as Element).id !== 'main' && setReached(null));
  const scrollTo = useRef<((row: number) => void) | null>(null);
  const marks = useMarked(cache, filter, active);
  const open = (row: number) => {
    setActive(row);
    const flight = cache.row(row);
    if (flight) store.select(flight.stripId);
  };
  const move = (row: number) => {
    setActive(row);
    scrollTo.current?.(row);
    setReached(row);
    const flight = cache.row(row);
    if (store.get().selectedId !== null && flight) store.select(flight.stripId);
  };
  useListKeys({
    place: () => ({ count: total, active, isFocused: isInList() }),
    move,
    extend: (from, to) => void marks.extend(to, from),
  });
  useMarkKeys(total, active, open, marks);

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
    <>
      <main className={isTight ? 'flights is-tight' : 'flights'} id="main" tabIndex={-1} ref={main}>
        <h1 className="off-screen">{t('window.nav.view', { view: 'logbook' })}</h1>
        <FilterBar>
          <ColumnsMenu address={address} chosen={chosen} shown={columns} />
          <ExportMenu filter={filter} order={order} total={total} marked={marks.rows} />
        </FilterBar>
        {!isEmpty && <TotalsLine totals={totals.value} isOld={areTotalsOld} />}
        <CompletenessLine app={app} address={address} totals={totals.value} isEmpty={isEmpty} />
        <FailureNote failure={failure} />
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
              cache={cache}
              order={order}
              sort={(next) => show({ ...address, order: next }, { inPlace: true })}
              active={active}
              activate={setActive}
              reached={reached}
              openId={openId}
              open={open}
              marks={marks}
              openMonth={({ month }) => show({ ...address, period: null, ...daysOf(month) })}
              scrollTo={scrollTo}
            />
          </FiguresOf>
        )}
      </main>
      {marks.rows.size > 0 && <FlightChoice rows={[...marks.rows.values()]} copy={copyDetails} clear={marks.clear} />}
    </>
  );
}

/** Returns the rows, months and totals of the flights that match a filter. */
function useLogbookAnswers(filter: LogbookFilter, order: LogbookOrder) {
  const revision = useFlightsRevision();
  const pages = useFlightPages(filter, order, revision);
  const { cache, answeredFilter } = pages;
  // Months and totals are queried after the rows and after a pause in typing: a browser has few connections, and the
  // rows of the next letter need one.
  const question = useMemo(() => answeredFilter && { filter: answeredFilter }, [answeredFilter]);
  const rested = useRested(question);
  const months = useAnswer('logbook.months', rested, revision);
  const totals = useAnswer('logbook.totals', rested, revision);
  const hasRested = rested === question;
  const areTotalsOld = !hasRested || totals.isOld;
  return {
    pages,
    totals,
    areTotalsOld,
    // The months of another filter would misplace the rows.
    months: order.by === 'day' && hasRested && !months.isOld ? months.value : null,
    /** How many flights there are; null until it is known. */
    counted: cache.total() ?? (areTotalsOld ? null : (totals.value?.flights ?? null)),
  };
}

/** Returns the ref of the view, and which of its columns fit in its width. */
function useColumnsThatFit(wanted: readonly Column[], { by }: LogbookOrder) {
  const [main, width] = useWidth();
  const forDay = dayWidth(by !== 'day');
  const space = width - aroundColumns;
  const columns = useMemo(() => columnsThatFit(wanted, space, forDay), [wanted, space, forDay]);
  return { main, columns, isTight: areTight(columns, space, forDay) };
}

type ColumnsMenuProps = {
  readonly address: LogbookAddress;
  readonly chosen: readonly Column[];
  /** The columns that fit. */
  readonly shown: readonly Column[];
};

/** The menu that chooses the columns of the list, which the settings keep. */
function ColumnsMenu({ address, chosen, shown }: ColumnsMenuProps) {
  const store = useStore();
  const show = useShowFlights();
  useCommands({ 'logbook.columns': () => openMenu('.columns-button') });
  function choose(next: readonly Column[] | undefined) {
    void store.changeLogbook({ columns: next === undefined ? undefined : [...next] });
    if (address.columns !== null) show({ ...address, columns: null }, { inPlace: true });
  }
  const hidden = chosen.filter((column) => !shown.includes(column));
  return (
    <MenuButton
      className="button columns-button"
      label={t('logbook.column.open')}
      menuName={t('logbook.column.open')}
      width={250}
    >
      <ul role="none" className="column-list">
        {columns
          .filter((column) => column !== 'pilot')
          .map((column) => (
            <li key={column} role="none">
              <Check
                // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- A checkbox has its own state.
                role="menuitemcheckbox"
                tabIndex={-1}
                checked={chosen.includes(column)}
                disabled={fixedColumns.includes(column)}
                onChange={(isWanted) =>
                  choose(columns.filter((one) => (one === column ? isWanted : chosen.includes(one))))
                }
              >
                {columnName(column)}
                {hidden.includes(column) && <small className="dim">{t('logbook.column.noRoom')}</small>}
              </Check>
            </li>
          ))}
      </ul>
      <Button role="menuitem" tabIndex={-1} look="link" onClick={() => choose([...usualColumns])}>
        {t('logbook.column.reset')}
      </Button>
    </MenuButton>
  );
}

const isInList = () => document.activeElement?.closest('.flight-row') != null;

/** Enter opens a flight, m or the space bar selects it, Ctrl+A all that are read, Escape none. */
function useMarkKeys(total: number, active: number, open: (row: number) => void, marks: ReturnType<typeof useMarked>) {
  useCommands({ 'logbook.mark': () => total > 0 && !isCovered() && marks.toggle(active) });
  useWindowEvent('keydown', (event) => {
    if (isCovered() || event.altKey || isTyping(event.target)) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'a' || total === 0) return;
      void marks.extend(total - 1, 0);
    } else if (event.key === 'Escape' && marks.rows.size > 0) {
      // With an open detail, Escape closes only that.
      if (document.querySelector('.detail') === null) marks.clear();
    } else if (total === 0 || !isInList()) return;
    else if (event.key === 'Enter') open(active);
    else if (event.key === ' ') marks.toggle(active);
    else return;
    event.preventDefault();
  });
}

type FlightChoiceProps = {
  readonly rows: readonly LogbookRow[];
  readonly copy: LogbookViewProps['copyDetails'];
  readonly clear: () => void;
};

/** What can be done with the selected flights, and their known totals. Points of archived flights don't count. */
function FlightChoice({ rows, copy, clear }: FlightChoiceProps) {
  const sum = (valueOf: (row: LogbookRow) => ServiceValue, shown: (sum: number) => string) => {
    const total = rows.reduce((all, row) => all + (asNumber(valueOf(row)) ?? 0), 0);
    return total === 0 ? [] : [shown(total)];
  };
  const totals = [
    ...sum(({ enRoute }) => enRoute, minutes),
    ...sum(
      ({ distanceNm }) => distanceNm,
      (miles) => t('logbook.totals.miles', { n: Math.round(miles) }),
    ),
    ...sum(
      ({ status, seasonPoints }) => (status === 'archived' ? null : seasonPoints),
      (points) => t('window.board.points', { points: signed(points), n: points }),
    ),
  ];
  return (
    <ChoiceBar name={t('logbook.list.markedCount', { n: rows.length })} totals={totals.join(' · ')} clear={clear}>
      <AcceptRoutes flights={rows.map((row) => ({ ...row, id: row.stripId, flight: row }))} done={clear} />
      <Button size="small" onClick={() => openMenu('.export-button')}>
        {t('logbook.export.open')}
      </Button>
      <Button size="small" onClick={() => void copy(rows.map(({ stripId }) => stripId))}>
        {t('window.detail.copy')}
      </Button>
    </ChoiceBar>
  );
}
