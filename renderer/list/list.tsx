// What the lists of the window share: a row as the board and the files have it, the keys that move through rows, and the bar
// with the actions for the selected ones. The logbook has a table of its own (logbook/flight-table.tsx).
import { type ComponentProps, type ReactNode, type RefObject, useState } from 'react';
import { useCommands } from '../commands/use-commands.ts';
import { t } from '../text.ts';
import { Button } from '../elements/button.tsx';
import { useKeydown, useWindowEvent } from '../elements/use-keydown.ts';

type ListRowProps = Omit<ComponentProps<'li'>, 'title'> & {
  /** In `useTabStop`. */
  readonly id?: string;
  /** The button that the whole row is, whose label has all of the text. */
  readonly button?: ComponentProps<'button'>;
  /** In front of the text. */
  readonly lead?: ReactNode;
  readonly subject: ReactNode;
  readonly details: string;
  readonly head: ReactNode;
  readonly since?: string;
  /** The share of the work that is done, from 0 to 1. */
  readonly done?: number | null;
};

/** What it is, what happens to it, and then `children`: when, and what can be done. */
export function ListRow({
  id,
  className = '',
  button,
  lead,
  subject,
  details,
  head,
  since = '',
  done = null,
  children,
  ...item
}: ListRowProps) {
  const isInLabel = button !== undefined;
  return (
    <li {...item} data-id={id} className={`strip ${className}`}>
      {button && <button type="button" className="strip-open" {...button} />}
      {lead}
      <span className="cell subject" aria-hidden={isInLabel}>
        {subject}
        <span className="small dim" title={details}>
          {details}
        </span>
      </span>
      <span className="cell progress" aria-hidden={isInLabel}>
        <span className="stage">{head}</span>
        {done !== null && (
          <span className="bar">
            <b style={{ transform: `scaleX(${done})` }} />
          </span>
        )}
        {since !== '' && (
          <span className="small dim" title={since}>
            {since}
          </span>
        )}
      </span>
      {children}
    </li>
  );
}

/** How much of the end of a name is always shown: it has the number or the time of a screenshot. */
const endShown = 12;

/** A name that is cut in the middle where it doesn't fit. */
export function FileName({ name }: { readonly name: string }) {
  const end = name.length > 2 * endShown ? name.slice(-endShown) : '';
  return (
    <b className="file-name" dir="auto" title={name}>
      <span>{name.slice(0, name.length - end.length)}</span>
      {end}
    </b>
  );
}

type ListPlace = {
  readonly count: number;
  /** The focused row, or else the one that Tab reaches. */
  readonly active: number;
  readonly isFocused: boolean;
};

type ListKeys = {
  readonly place: () => ListPlace;
  readonly move: (row: number) => void;
  /** Selects the rows from one to another, after a step with Shift held. */
  readonly extend?: (from: number, to: number) => void;
};

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 15,
  PageUp: -15,
  Home: -Infinity,
  End: Infinity,
};

/** Whether a control has the focus that handles the key itself. */
const isOnControl = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('button:not(.strip-open), a, summary, [type=radio], .detail, [popover]') !== null;
export const isCovered = () => document.querySelector(':popover-open, dialog[open]') !== null;

/** Arrows, j and k, Page Up and Page Down, Home and End move through a list. */
export function useListKeys({ place, move, extend }: ListKeys) {
  function step(by: number, isExtending = false): boolean {
    const { count, active, isFocused } = place();
    if (count === 0 || isCovered()) return false;
    // The first step leads into the list.
    const isEntering = !isFocused && Math.abs(by) === 1;
    const to = Math.min(count - 1, Math.max(0, isEntering ? active : active + by));
    move(to);
    if (isExtending) extend?.(active, to);
    return true;
  }
  useCommands({ 'strip.next': () => step(1), 'strip.previous': () => step(-1) });
  useKeydown((event) => {
    const by = steps[event.key];
    if (by === undefined || isOnControl(event.target) || !step(by, event.shiftKey)) return;
    event.preventDefault();
  });
}

/** The same for the rows that are in an element. `extend` gets the rows' buttons. */
export function useRowKeys(
  list: RefObject<HTMLElement | null>,
  extend?: (from: HTMLElement, to: HTMLElement) => void,
): void {
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('.strip-open') ?? [])];
  useListKeys({
    place() {
      const all = rows();
      const focused = all.indexOf(document.activeElement as HTMLElement);
      const tabStop = all.findIndex(({ tabIndex }) => tabIndex === 0);
      return { count: all.length, active: Math.max(0, focused === -1 ? tabStop : focused), isFocused: focused !== -1 };
    },
    move(at) {
      const row = rows()[at];
      row?.focus();
      row?.scrollIntoView({ block: 'nearest' });
    },
    extend(from, to) {
      const all = rows();
      if (all[from] && all[to]) extend?.(all[from], all[to]);
    },
  });
}

// Which row Tab reaches. It also gets the focus when the focused row is removed.

/** The row that had the focus last, and the order of the list at that time. */
type LastStop = { readonly id: string; readonly ids: readonly string[] };

/** Returns the row that had the focus last, or the one in its place if it is no longer in the list. */
export function tabStopOf(ids: readonly string[], last: LastStop | null): string | null {
  if (last === null) return ids[0] ?? null;
  const fromThere = last.ids.slice(last.ids.indexOf(last.id));
  return fromThere.find((id) => ids.includes(id)) ?? ids.at(-1) ?? null;
}

/** Returns the open row, or else the one that had the focus last. `ids`: the order of the list. */
export function useTabStop(ids: readonly string[], openId: string | null): string | null {
  const [last, setLast] = useState<LastStop | null>(null);
  useWindowEvent('focusin', ({ target }) => {
    const id = target instanceof Element && target.closest('[data-id]')?.getAttribute('data-id');
    if (id && id !== last?.id && ids.includes(id)) setLast({ id, ids });
  });
  return openId !== null && ids.includes(openId) ? openId : tabStopOf(ids, last);
}

type ChoiceBarProps = {
  /** How many rows are selected, in words. */
  readonly name: string;
  readonly totals?: string;
  readonly clear: () => void;
  readonly children: ReactNode;
};

/** The actions for the selected rows, below the list. */
export function ChoiceBar({ name, totals, clear, children }: ChoiceBarProps) {
  return (
    <section className="line choice-bar" aria-label={name}>
      <output>
        {name} <span className="dim time">{totals}</span>
      </output>
      {children}
      <Button size="small" onClick={clear}>
        {t('logbook.list.clearMarks')}
      </Button>
    </section>
  );
}
