// Keys on the board: the arrows or j and k move between strips of all bays; a and x approve or reject the focused
// screenshot and move to the next one.
import type { RefObject } from 'react';
import { useStripActions } from '../detail/strip-actions.ts';
import { useKeydown } from '../elements/use-keydown.ts';

const steps: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

const answers: Readonly<Record<string, 'approve' | 'decline' | undefined>> = { a: 'approve', x: 'decline' };

export function useStripKeys(board: RefObject<HTMLElement | null>) {
  const act = useStripActions();
  /** Returns whether the key answered for the focused strip. */
  function answered(event: KeyboardEvent): boolean {
    const word = answers[event.key];
    const strip = document.activeElement?.closest<HTMLElement>('.strip.stage-approval');
    const id = strip?.dataset['strip'];
    if (word === undefined || !strip || id === undefined || event.repeat) return false;
    const all = [...(board.current?.querySelectorAll<HTMLElement>('.strip') ?? [])];
    const next = all[all.indexOf(strip) + 1] ?? all[all.indexOf(strip) - 1];
    next?.querySelector<HTMLElement>('.strip-open')?.focus();
    void act(word, { id });
    return true;
  }
  useKeydown((event) => {
    if (answered(event)) return event.preventDefault();
    const step = steps[event.key];
    if (step === undefined) return;
    const strips = [...(board.current?.querySelectorAll<HTMLElement>('.strip-open') ?? [])];
    if (strips.length === 0) return;
    const at = strips.indexOf(document.activeElement as HTMLElement);
    const from = at === -1 ? strips.findIndex((strip) => strip.tabIndex === 0) - step : at;
    const next = strips[Math.min(strips.length - 1, Math.max(0, from + step))];
    event.preventDefault();
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  });
}
