// A virtualized grid. The list keeps the focus; arrow keys move between rows, Enter opens one.
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- absolutely positioned rows cannot be table rows */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { KeyboardEvent, Ref } from 'react';
import { Empty } from '../elements/empty.tsx';
import { messages } from '../messages/messages.ts';
import { RequestRow } from './request-row.tsx';
import { rowMove } from './request-row.tsx';
import type { Requests } from './use-requests.ts';

const rowHigh = 32;

export function RequestList({
  ref,
  requests: { shown, hold, follow, waiting },
  openId,
  onOpen,
  onClose,
}: {
  readonly ref: Ref<HTMLDivElement>;
  readonly requests: Requests;
  readonly openId: number | null;
  readonly onOpen: (id: number) => void;
  readonly onClose: () => void;
}) {
  const scroller = useRef<HTMLDivElement | null>(null);
  const [activeId, setActiveId] = useState<number | null>(null);
  // Its methods are not memoized here.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHigh,
    getItemKey: (index) => shown[index]!.id,
    overscan: 12,
  });
  const drawn = rows.getVirtualItems();
  const activeIndex = activeId === null ? -1 : shown.findIndex((entry) => entry.id === activeId);
  const isActiveDrawn = drawn.some(({ index }) => index === activeIndex);

  // A link opens a request that may be far down.
  const isOpenListed = openId !== null && shown.some(({ id }) => id === openId);
  const showOpen = useEffectEvent(() => rows.scrollToIndex(shown.findIndex(({ id }) => id === openId)));
  useEffect(() => {
    if (isOpenListed) showOpen();
  }, [isOpenListed]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && openId !== null) return onClose();
    if (event.key === 'Enter' && activeId !== null) return onOpen(activeId);
    const index = rowMove(event.key, activeIndex, shown.length, Math.floor((rows.scrollRect?.height ?? 0) / rowHigh));
    const entry = index === null ? undefined : shown[index];
    if (entry === undefined || index === null) return;
    event.preventDefault();
    hold();
    setActiveId(entry.id);
    rows.scrollToIndex(index);
    // An open request follows the selected row.
    if (openId !== null) onOpen(entry.id);
  };

  return (
    <div
      className="table"
      role="grid"
      aria-label={messages.requests.list}
      aria-rowcount={shown.length + 1}
      aria-activedescendant={isActiveDrawn ? `request-${activeId}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      ref={(element) => {
        scroller.current = element;
        if (typeof ref === 'function') ref(element);
        else if (ref !== null) ref.current = element;
      }}
      onScroll={({ currentTarget: { scrollTop } }) => {
        if (scrollTop > rowHigh / 2) hold();
        else if (scrollTop === 0 && openId === null && waiting === 0) follow();
      }}
    >
      <div className="request-row head" role="row" aria-rowindex={1}>
        {Object.entries(messages.requests.columns).map(([name, label]) => (
          <span key={name} role="columnheader" className={name}>
            {label}
          </span>
        ))}
      </div>
      {shown.length === 0 ? <Empty title={messages.requests.nothingFits} /> : null}
      <div role="rowgroup" className="rows" style={{ height: rows.getTotalSize() }}>
        {drawn.map(({ index, key, start }) => (
          <RequestRow
            key={key}
            entry={shown[index]!}
            rowIndex={index + 2}
            top={start}
            isOpen={shown[index]!.id === openId}
            isActive={index === activeIndex}
            onOpen={() => {
              setActiveId(shown[index]!.id);
              onOpen(shown[index]!.id);
            }}
          />
        ))}
      </div>
    </div>
  );
}
