// The flights as a virtual grid, with months as sticky group rows.
import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  memo,
  type RefObject,
  startTransition,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { LogbookFilter, LogbookMonth, LogbookOrder, LogbookRow } from '../../main/contract/logbook.ts';
import { Icon } from '../elements/icon.tsx';
import { minutes } from '../format/amount.ts';
import { monthText } from '../format/time.ts';
import { useStore, useTexts, useWindow } from '../store/use-window.ts';
import { t } from '../text.ts';
import { type Column, columnShape, columnTracks, dayWidth } from './columns.ts';
import { cellOf, columnName, isOwn, rowText } from './flight-cells.tsx';
import { useSoFar, withSoFar } from './flight-summary.tsx';
import type { ListItems } from './list-items.ts';
import type { PageCache } from './page-cache.ts';

const headHigh = 34;
/** As `--row-high` in styles/base.css. */
const rowHeight = { comfortable: 36, compact: 28 } as const;
const monthHigh = 44;
const overscan = 3;

type TableProps = {
  readonly columns: readonly Column[];
  readonly items: ListItems;
  /** The number of flights; null while they are being counted. */
  readonly counted: number | null;
  readonly cache: PageCache;
  readonly order: LogbookOrder;
  readonly sort: (order: LogbookOrder) => void;
  /** The row that the keys move from, which is the tab stop. */
  readonly active: number;
  readonly activate: (row: number) => void;
  /** The row that gets the focus when it is rendered. */
  readonly reached: number | null;
  readonly openId: string | null;
  readonly open: (row: number) => void;
  readonly marks: ReturnType<typeof useMarked>;
  readonly openMonth: (month: LogbookMonth) => void;
  /** Receives a function that scrolls to a row. */
  readonly scrollTo: RefObject<((row: number) => void) | null>;
};

export function FlightTable(props: TableProps) {
  const { columns, items, counted, cache, order, active, openId, marks, scrollTo } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rowHigh = rowHeight[useWindow(({ settings }) => settings?.density ?? 'comfortable')];
  const stuck = useRef<number | null>(null);
  const hasBar = marks.rows.size > 0;
  const virtual = useVirtualizer({
    count: items.count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (items.isMonth(index) ? monthHigh : rowHigh),
    overscan,
    // Rendered beside the frame that scrolls, so that neither takes long.
    useFlushSync: false,
    // Some rows are rendered before the height is known, the others in a later frame.
    initialRect: { width: 0, height: 280 },
    observeElementRect(_, changed) {
      const observer = new ResizeObserver(([entry]) => startTransition(() => changed(entry!.contentRect)));
      observer.observe(scroller.current!);
      return () => observer.disconnect();
    },
    scrollPaddingStart: headHigh + monthHigh,
    // The heading above the rows isn't counted, and the bar below covers the last rows.
    scrollPaddingEnd: headHigh + (hasBar ? 76 : 8),
    paddingEnd: hasBar ? 88 : 24,
    // The month of the first visible row is always rendered, because it is sticky.
    rangeExtractor(range: Range) {
      stuck.current = items.monthAbove(range.startIndex);
      const first = Math.max(0, range.startIndex - range.overscan);
      const last = Math.min(range.count - 1, range.endIndex + range.overscan);
      const indexes = Array.from({ length: last - first + 1 }, (_, at) => first + at);
      return stuck.current === null || stuck.current >= first ? indexes : [stuck.current, ...indexes];
    },
  });
  // Item heights may have changed.
  useEffect(() => virtual.measure(), [virtual, items, rowHigh]);

  const drawn = virtual.getVirtualItems();
  const rows = drawn.flatMap(({ index }) => {
    const item = items.at(index);
    return item.kind === 'flight' ? [item.row] : [];
  });
  const [first, last] = [rows[0] ?? 0, rows.at(-1) ?? 0];
  useEffect(() => cache.want(first, last), [cache, first, last]);
  useEffect(() => {
    scrollTo.current = (row) => virtual.scrollToIndex(items.indexOfRow(row), { align: 'auto' });
  }, [scrollTo, virtual, items]);
  const uncover = useEffectEvent(() => scrollTo.current?.(active));
  useEffect(() => {
    if (hasBar) uncover();
  }, [hasBar]);

  const hasYear = order.by !== 'day';
  const tracks = columnTracks(columns, dayWidth(hasYear));
  // The tab stop has to be a rendered row.
  const tabStop = rows.includes(active) ? active : first;
  return (
    <div className="flight-scroll" ref={scroller}>
      <div
        role="grid"
        className={hasBar ? 'flight-grid has-marks' : 'flight-grid'}
        aria-label={t('logbook.list.label')}
        aria-rowcount={counted === null ? -1 : items.count + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable="true"
      >
        <HeaderRow columns={columns} tracks={tracks} order={order} sort={props.sort} />
        <div
          role="rowgroup"
          className="flight-body"
          style={{ height: virtual.getTotalSize() }}
          onFocus={(event) => {
            const row = rowOf(event);
            if (row !== null) props.activate(indexOf(row));
          }}
          // Shift would select text.
          onMouseDown={(event) => event.shiftKey && event.preventDefault()}
          onClick={(event) => {
            const row = rowOf(event);
            if (row === null) return;
            const isMark = event.target instanceof HTMLInputElement;
            if (!isMark) row.focus();
            if (event.shiftKey) void marks.extend(indexOf(row));
            else if (isMark || event.ctrlKey || event.metaKey) marks.toggle(indexOf(row));
            else props.open(indexOf(row));
          }}
        >
          {drawn.map(({ index, start, size }) => {
            const item = items.at(index);
            if (item.kind === 'month') {
              const place = index === stuck.current ? { top: headHigh } : { top: start };
              return (
                <MonthRow
                  key={`month ${item.month?.month ?? ''}`}
                  month={item.month}
                  isStuck={index === stuck.current}
                  place={{ ...place, height: size }}
                  rowIndex={index + 2}
                  columnCount={columns.length + 1}
                  openMonth={props.openMonth}
                />
              );
            }
            const row = cache.row(item.row);
            return (
              <FlightRow
                key={`flight ${item.row}`}
                index={item.row}
                rowIndex={index + 2}
                row={row}
                columns={columns}
                tracks={tracks}
                hasYear={hasYear}
                top={start}
                isTabStop={item.row === tabStop}
                isReached={item.row === props.reached && row !== null}
                isOpen={row !== null && row.stripId === openId}
                isMarked={row !== null && marks.rows.has(row.id)}
              />
            );
          })}
        </div>
      </div>
      <p className="off-screen" aria-live="polite">
        {counted !== null && t('logbook.list.count', { n: counted })}
      </p>
    </div>
  );
}

/** The row of a flight that an event is on; null on a heading. */
const rowOf = ({ target }: SyntheticEvent) => (target as Element).closest<HTMLElement>('[data-row]');
const indexOf = (row: HTMLElement) => Number(row.dataset['row']);

type RowProps = {
  readonly index: number;
  readonly rowIndex: number;
  readonly row: LogbookRow | null;
  readonly columns: readonly Column[];
  readonly tracks: string;
  readonly hasYear: boolean;
  readonly top: number;
  readonly isTabStop: boolean;
  readonly isReached: boolean;
  readonly isOpen: boolean;
  readonly isMarked: boolean;
};

// While the list scrolls only the new rows are rendered, so that no frame takes long.
const FlightRow = memo(function FlightRow(props: RowProps) {
  useTexts();
  const { columns, index, row, tracks, hasYear, top, isReached, isMarked, isOpen } = props;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isReached) element.current?.focus({ preventScroll: true });
  }, [isReached]);
  const place = { transform: `translateY(${top}px)` };
  if (row === null) {
    return (
      <div role="row" aria-rowindex={props.rowIndex} className="flight-row unread" style={place} aria-busy="true" />
    );
  }
  const name = rowText(row);
  return (
    <div
      ref={element}
      role="row"
      className="flight-row"
      data-strip={row.stripId}
      data-image={row.hasImage || undefined}
      data-row={index}
      data-open={isOpen || undefined}
      aria-rowindex={props.rowIndex}
      aria-selected={isMarked}
      aria-current={isOpen ? 'true' : undefined}
      aria-label={name}
      tabIndex={props.isTabStop ? 0 : -1}
      style={place}
    >
      <span role="gridcell" className="mark-cell">
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isMarked}
          readOnly
          aria-label={t('logbook.list.mark', { flight: name })}
        />
      </span>
      <span className="cells" style={{ gridTemplateColumns: tracks }} role="presentation">
        {columns.map((column) => (
          <span
            key={column}
            role="gridcell"
            className={['fact', column, columnShape(column).isFigure && 'figure', isOwn(column, row) && 'own']
              .filter(Boolean)
              .join(' ')}
            title={isOwn(column, row) ? t('window.own.mark') : undefined}
          >
            {cellOf(column, row, hasYear)}
          </span>
        ))}
      </span>
    </div>
  );
});

const none: ReadonlyMap<number, LogbookRow> = new Map();

/** The selected flights by id. A change of the filter clears them. */
export function useMarked(cache: PageCache, filter: LogbookFilter, active: number) {
  const store = useStore();
  const [marked, setMarked] = useState({ filter, rows: none });
  const rows = marked.filter === filter ? marked.rows : none;
  const setRows = (next: ReadonlyMap<number, LogbookRow>) => setMarked({ filter, rows: next });
  // As on the board (strip-keys.ts).
  const range = useRef({ from: 0, to: 0, others: none });
  const clear = () => {
    range.current = { ...range.current };
    setRows(none);
  };
  const toggle = (row: number) => {
    const flight = cache.row(row);
    if (flight === null) return;
    const others = new Map([...rows].filter(([id]) => id !== flight.id));
    range.current = { from: row, to: row, others };
    setRows(rows.has(flight.id) ? others : new Map([...others, [flight.id, flight]]));
  };
  /** @param begun the row that a step with Shift begins at */
  const extend = async (to: number, begun = rows.size === 0 ? active : range.current.to) => {
    const isGoingOn = rows.size > 0 && begun === range.current.to;
    const mine = isGoingOn ? { ...range.current, to } : { from: begun, to, others: rows };
    range.current = mine;
    const { from, others } = mine;
    const [first, count] = [Math.min(to, from), Math.abs(to - from) + 1];
    let flights = Array.from({ length: count }, (_, at) => cache.row(first + at)).filter((row) => row !== null);
    if (flights.length < count) {
      const read = await cache.rows(first, count);
      if (!read.ok) return store.showFailure(read.failure);
      flights = read.value;
    }
    if (range.current === mine) setRows(new Map([...others, ...flights.map((one) => [one.id, one] as const)]));
  };
  return { rows, toggle, extend, clear };
}

type HeaderRowProps = Pick<TableProps, 'columns' | 'order' | 'sort'> & { readonly tracks: string };

/** Text starts ascending; days and figures start with the newest and the largest. */
const beginsDescending = (column: Column) =>
  columnShape(column).isFigure === true || column === 'day' || column === 'created';

/** The column headings. They sort the list by the columns that the process can sort by. */
function HeaderRow({ columns, tracks, order, sort }: HeaderRowProps) {
  return (
    <div role="rowgroup" className="flight-head">
      <div role="row" aria-rowindex={1} className="head-row">
        <span role="columnheader" className="mark-cell">
          <span className="off-screen">{t('logbook.list.marked')}</span>
        </span>
        <span className="cells" style={{ gridTemplateColumns: tracks }} role="presentation">
          {columns.map((column) => {
            const { sort: by, isFigure } = columnShape(column);
            const isSorted = by !== null && order.by === by;
            const direction = order.descending ? 'descending' : 'ascending';
            return (
              <span
                key={column}
                role="columnheader"
                aria-sort={isSorted ? direction : by === null ? undefined : 'none'}
                className={isFigure ? `fact ${column} figure` : `fact ${column}`}
              >
                {by === null ? (
                  columnName(column)
                ) : (
                  <button
                    type="button"
                    className="sort"
                    onClick={() => sort({ by, descending: isSorted ? !order.descending : beginsDescending(column) })}
                  >
                    <span>{columnName(column)}</span>
                    {isSorted && <Icon name={order.descending ? 'down' : 'up'} />}
                  </button>
                )}
              </span>
            );
          })}
        </span>
      </div>
    </div>
  );
}

type MonthRowProps = {
  readonly month: LogbookMonth | null;
  readonly isStuck: boolean;
  readonly place: { readonly top: number; readonly height: number };
  readonly rowIndex: number;
  readonly columnCount: number;
  readonly openMonth: (month: LogbookMonth) => void;
};

/** The heading of a month with its totals. */
function MonthRow({ month, isStuck, place, rowIndex, columnCount, openMonth }: MonthRowProps) {
  const soFar = useSoFar();
  const isSoFar = soFar !== '' && month?.isFinal === false;
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      className={['month-row', isStuck && 'stuck', isSoFar && 'so-far'].filter(Boolean).join(' ')}
      style={place}
    >
      <span role="gridcell" aria-colspan={columnCount} className="line month-cell">
        {month === null ? (
          <b>{t('logbook.list.undated')}</b>
        ) : (
          <>
            <button type="button" className="month-name" tabIndex={-1} onClick={() => openMonth(month)}>
              {monthText(month.month)}
            </button>
            <span className="dim">
              {withSoFar(
                month.minutes === 0 && month.points === 0
                  ? t('logbook.list.monthFlights', { n: month.flights })
                  : t('logbook.list.month', {
                      n: month.flights,
                      time: minutes(month.minutes),
                      points: month.points,
                    }),
                isSoFar ? soFar : '',
              )}
            </span>
          </>
        )}
      </span>
    </div>
  );
}
