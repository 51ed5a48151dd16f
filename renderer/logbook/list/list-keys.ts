// Keys of the list: the arrows or j and k move, Enter opens, m marks, e exports, Escape clears the marks.
import { useKeydown } from '../../elements/use-keydown.ts';
import { openExportMenu } from '../export/export-menu.tsx';

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
  j: 1,
  ArrowDown: 1,
  k: -1,
  ArrowUp: -1,
  PageDown: 15,
  PageUp: -15,
  Home: -Infinity,
  End: Infinity,
};

/** What a key of this control would do otherwise. */
const isOnControl = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('button, a, summary, .detail, [popover]') !== null;

export function useListKeys({ total, active, move, open, mark, clearMarks, hasMarks }: Options) {
  useKeydown((event) => {
    if (document.querySelector(':popover-open, dialog[open]') !== null) return;
    const isInList = document.activeElement?.closest('.flight-row') != null;
    const step = steps[event.key];
    if (event.key === 'Escape' && hasMarks) {
      // The detail closes first.
      if (document.querySelector('.detail') === null) clearMarks();
    } else if (event.key === 'e') openExportMenu();
    else if (total === 0) return;
    else if (step !== undefined) {
      if (isOnControl(event.target) && event.key.length > 1) return;
      const isFirst = !isInList && Math.abs(step) === 1;
      const next = Math.min(total - 1, Math.max(0, isFirst ? active : active + step));
      if (event.shiftKey) mark(active, 'extend');
      move(next);
      if (event.shiftKey) mark(next, 'extend');
    } else if (event.key === 'Enter' && isInList) open(active);
    else if (event.key === 'm' || (event.key === ' ' && isInList)) mark(active, 'toggle');
    else return;
    event.preventDefault();
  });
}
