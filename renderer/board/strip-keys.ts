// Keys on the board: the arrows or j and k move between strips of all bays and select them with Shift; a and x approve
// or reject the focused screenshot and move to the next one.
import { useEffect } from 'react';
import type { RefObject } from 'react';
import { useCommands } from '../commands/use-commands.ts';
import { useStripActions } from '../detail/strip-actions.ts';
import { useKeydown } from '../elements/use-keydown.ts';
import { useStore } from '../store/use-window.ts';
import { onChoosingKey, extendFrom, focusedStrip } from './choosing/choosing.ts';

export function useStripKeys(board: RefObject<HTMLElement | null>) {
  const store = useStore();
  const act = useStripActions();
  const all = (selector: string) => [...(board.current?.querySelectorAll<HTMLElement>(selector) ?? [])];

  /** Approves or rejects the focused strip. Returns whether that was possible. */
  function answer(given: 'approve' | 'reject'): boolean {
    const strip = document.activeElement?.closest<HTMLElement>('.strip.stage-approval');
    const id = strip?.dataset['strip'];
    if (!strip || id === undefined) return false;
    const strips = all('.strip');
    const next = strips[strips.indexOf(strip) + 1] ?? strips[strips.indexOf(strip) - 1];
    next?.querySelector<HTMLElement>('.strip-open')?.focus();
    void act(given, { id });
    return true;
  }

  function move(step: number): boolean {
    const strips = all('.strip-open');
    const at = strips.indexOf(document.activeElement as HTMLElement);
    const from = at === -1 ? strips.findIndex((strip) => strip.tabIndex === 0) - step : at;
    const next = strips[Math.min(strips.length - 1, Math.max(0, from + step))];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
    return next !== undefined;
  }

  useCommands({
    'strip.next': () => move(1),
    'strip.previous': () => move(-1),
    'strip.approve': () => answer('approve'),
    'strip.reject': () => answer('reject'),
  });
  useKeydown((event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const from = focusedStrip();
    if (!move(step)) return;
    event.preventDefault();
    const to = focusedStrip();
    if (event.shiftKey && from !== null && to !== null) extendFrom(store, from, to);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onChoosingKey(store, event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [store]);
}
