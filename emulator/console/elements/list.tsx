// A view of one list: tools above it, the detail of the open row beside it. What is open is in the URL. The list is a
// virtualized grid of rows in groups. It keeps the focus; arrow keys move between rows, Enter opens one. While a row is open,
// it follows the keys.
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- absolutely positioned rows cannot be table rows */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { shortcut } from './button.tsx';
import { number } from '../format/format.ts';
import { messages } from '../messages/messages.ts';
import { openItem, useOpenItem } from '../store/address.ts';
import type { View } from '../store/address.ts';
import './list.css';

export type ListRow = {
  readonly key: string;
  /** The colour, by the meaning of the row. */
  readonly tone: string;
  /** By column. */
  readonly cells: Readonly<Record<string, ReactNode>>;
};

export type ListGroup<Item> = {
  readonly id: string;
  /** Without one, the group has no heading. */
  readonly title?: string;
  /** Text or buttons beside the heading. */
  readonly more?: ReactNode;
  readonly items: readonly Item[];
};

/** What is open in a view; closing it returns the focus to the list. */
export function useOpened(view: View) {
  const list = useRef<HTMLDivElement>(null);
  const close = () => {
    openItem(view, '');
    list.current?.focus();
  };
  return { view, list, openKey: useOpenItem(), open: (key: string) => openItem(view, key), close };
}

type ListProps<Item> = {
  readonly opened: ReturnType<typeof useOpened>;
  /** The headings of columns, if they are shown. */
  readonly columns?: Readonly<Record<string, string>>;
  readonly groups: readonly ListGroup<Item>[];
  readonly keyOf: (item: Item) => string;
  readonly renderRow: (item: Item) => ListRow;
  /** In pixels; a row may become higher. */
  readonly rowHigh: number;
  /** Before another row is selected. */
  readonly onMove?: () => void;
  readonly onScroll?: (top: number) => void;
};

type ListViewProps<Item> = {
  readonly tools: ReactNode;
  /** Instead of the list while it has nothing. */
  readonly empty?: ReactNode;
  /** Of the open row. */
  readonly detail?: ReactNode;
} & ListProps<Item>;

export function ListView<Item>({ tools, empty, detail, ...list }: ListViewProps<Item>) {
  return (
    <div className="beside" data-open={Boolean(detail)}>
      <div className="listing">
        {tools}
        {list.groups.length === 0 ? empty : <List {...list} />}
      </div>
      {detail}
    </div>
  );
}

/** The line above a list: the title of the view, and what it offers. */
export function Tools({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="tools">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Has the focus with `/`. */
export function Filter({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <input
      data-filter
      {...shortcut('/')}
      type="search"
      className="filter"
      placeholder={label}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <strong>{title}</strong>
      {children}
    </div>
  );
}

const headingHigh = 40;
const columnsHigh = 27;

function List<Item>({ opened, columns, groups, keyOf, renderRow, rowHigh, onMove, onScroll }: ListProps<Item>) {
  const { view: name, list, openKey, open, close } = opened;
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const lines = groups.flatMap((group) => [
    ...(group.title === undefined ? [] : [{ key: `heading ${group.id}`, group, item: null }]),
    ...group.items.map((item) => ({ key: keyOf(item), group, item })),
  ]);
  // Its methods are not memoized here.
  // oxlint-disable-next-line react/incompatible-library
  const drawn = useVirtualizer({
    count: lines.length,
    getScrollElement: () => list.current,
    estimateSize: (index) => (lines[index]!.item === null ? headingHigh : rowHigh),
    getItemKey: (index) => lines[index]!.key,
    overscan: 12,
    // The columns move the rows down, which it does not know; heights may be fractions of a pixel.
    scrollPaddingEnd: (columns === undefined ? 0 : columnsHigh) + 4,
  });
  const placeOf = (key: string | null) => lines.findIndex((line) => line.key === key);

  // A link opens a row that may be far down.
  const isOpenListed = openKey !== '' && placeOf(openKey) >= 0;
  const showOpen = useEffectEvent(() => drawn.scrollToIndex(placeOf(openKey)));
  useEffect(() => {
    if (isOpenListed) showOpen();
  }, [isOpenListed]);

  const onKeyDown = (event: KeyboardEvent) => {
    // The buttons of a heading have their own keys.
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Escape' && openKey !== '') return close();
    if (event.key === 'Enter' && activeKey !== null) return open(activeKey);
    const rows = lines.filter(({ item }) => item !== null);
    const from = rows.findIndex(({ key }) => key === activeKey);
    const page = Math.floor((drawn.scrollRect?.height ?? 0) / rowHigh);
    const next = rows[rowMove(event.key, from, rows.length, page) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    onMove?.();
    setActiveKey(next.key);
    drawn.scrollToIndex(lines.indexOf(next));
    if (openKey !== '') open(next.key);
  };

  const virtual = drawn.getVirtualItems();
  const isActiveDrawn = virtual.some(({ key }) => key === activeKey);
  return (
    <div
      className={`list ${name}-list`}
      role="grid"
      aria-label={messages.views[name]}
      aria-rowcount={lines.length + 1}
      aria-activedescendant={isActiveDrawn ? idOf(name, activeKey!) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      ref={list}
      onScroll={({ currentTarget }) => onScroll?.(currentTarget.scrollTop)}
    >
      {columns === undefined ? null : (
        <div className="row head" role="row" aria-rowindex={1}>
          {Object.entries(columns).map(([column, text]) => (
            <span key={column} role="columnheader" className={column}>
              {text}
            </span>
          ))}
        </div>
      )}
      <div role="rowgroup" className="rows" style={{ height: drawn.getTotalSize() }}>
        {virtual.map(({ index, key, start }) => {
          const { item, group } = lines[index]!;
          const place = {
            'data-index': index,
            ref: drawn.measureElement,
            'aria-rowindex': index + 2,
            style: { transform: `translateY(${start}px)` },
          };
          if (item === null) return <Heading key={key} group={group} place={place} />;
          const { key: rowKey, tone, cells } = renderRow(item);
          return (
            // The grid handles the keys.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={key}
              {...place}
              id={idOf(name, rowKey)}
              role="row"
              aria-selected={rowKey === openKey}
              data-active={rowKey === activeKey}
              className={`row item ${tone}`}
              onClick={({ target }) => {
                if (isSelecting() || (target as Element).closest('button, label, input, select, a') !== null) return;
                setActiveKey(rowKey);
                open(rowKey);
              }}
            >
              {Object.entries(cells).map(([column, cell]) => (
                <span key={column} role="gridcell" className={column}>
                  {cell}
                </span>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Heading<Item>({ group, place }: { readonly group: ListGroup<Item>; readonly place: object }) {
  return (
    <div {...place} role="row" className="heading">
      <div role="gridcell">
        <h3>
          {group.title} <span>{number(group.items.length)}</span>
        </h3>
        {group.more}
      </div>
    </div>
  );
}

const idOf = (name: string, key: string) => `${name}-${key}`;

/** Whether the click ends a selection of text: then it is no click on what the text belongs to. */
const isSelecting = (): boolean => getSelection()?.isCollapsed === false;

/** Returns the row that a key moves to, or null. From -1, any key moves to the first row. */
export function rowMove(key: string, from: number, count: number, page: number): number | null {
  if (count === 0) return null;
  const within = (index: number) => Math.max(0, Math.min(count - 1, index));
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return within(from + 1);
    case 'ArrowUp':
    case 'k':
      return within(from - 1);
    case 'PageDown':
      return within(from + page);
    case 'PageUp':
      return within(from - page);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
