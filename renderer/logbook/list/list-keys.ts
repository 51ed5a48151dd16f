// Keys of the list: the arrows or j and k move, Enter opens, m marks, Escape clears the marks.
import { useCommands } from '../../commands/use-commands.ts';
import { useKeydown } from '../../elements/use-keydown.ts';

type Options = {
  readonly total: number;
  readonly active: number;
  readonly move: (row: number) => void;
  readonly open: (row: number) => void;
  readonly mark: (row: number, to: 'toggle' | 'extend') => void;
  readonly clearMarks: () => void;
  readonly hasMarks: boolean;
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
  target instanceof HTMLElement && target.closest('button, a, summary, .detail, [popover]') !== null;
const isCovered = () => document.querySelector(':popover-open, dialog[open]') !== null;
const isInList = () => document.activeElement?.closest('.flight-row') != null;

export function useListKeys({ total, active, move, open, mark, clearMarks, hasMarks }: Options) {
  function moveBy(step: number) {
    const isFirst = !isInList() && Math.abs(step) === 1;
    const next = Math.min(total - 1, Math.max(0, isFirst ? active : active + step));
    move(next);
    return next;
  }
  const hasRows = () => total > 0 && !isCovered();
  useCommands({
    'strip.next': () => hasRows() && moveBy(1) >= 0,
    'strip.previous': () => hasRows() && moveBy(-1) >= 0,
    'logbook.mark': () => hasRows() && mark(active, 'toggle'),
  });
  useKeydown((event) => {
    if (isCovered()) return;
    const step = steps[event.key];
    if (event.key === 'Escape' && hasMarks) {
      // With an open detail, Escape closes only that.
      if (document.querySelector('.detail') === null) clearMarks();
    } else if (total === 0) return;
    else if (step !== undefined) {
      if (isOnControl(event.target)) return;
      if (event.shiftKey) mark(active, 'extend');
      const next = moveBy(step);
      if (event.shiftKey) mark(next, 'extend');
    } else if (event.key === 'Enter' && isInList()) open(active);
    else if (event.key === ' ' && isInList()) mark(active, 'toggle');
    else return;
    event.preventDefault();
  });
}
