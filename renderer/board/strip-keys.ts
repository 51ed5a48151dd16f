// Focus and selection on the board, by keyboard and pointer: what moves through a list moves through all bays, and selects
// with Shift; a and x approve or reject the focused screenshot and move to the next one, or focus the first.
import type { RefObject } from 'react';
import { useCommands } from '../commands/use-commands.ts';
import { useStripActions } from '../detail/strip-actions.ts';
import { useRowKeys } from '../list/list.tsx';
import { isTyping, useWindowEvent } from '../elements/use-keydown.ts';
import { useStore } from '../store/use-window.ts';
import type { WindowStore } from '../store/window-store.ts';

export function useStripKeys(board: RefObject<HTMLElement | null>) {
  const store = useStore();
  const act = useStripActions();
  const all = (selector: string) => [...(board.current?.querySelectorAll<HTMLElement>(selector) ?? [])];

  /** Approves or rejects the focused strip, or focuses the first that waits for it. Returns whether there is one. */
  function answer(given: 'approve' | 'reject'): boolean {
    const strip = document.activeElement?.closest<HTMLElement>('.strip.stage-approval');
    const id = strip?.dataset['strip'];
    if (!strip || id === undefined) {
      const [first] = all('.strip.stage-approval .strip-open');
      first?.focus();
      return first !== undefined;
    }
    const strips = all('.strip');
    const next = strips[strips.indexOf(strip) + 1] ?? strips[strips.indexOf(strip) - 1];
    next?.querySelector<HTMLElement>('.strip-open')?.focus();
    void act(given, { id });
    return true;
  }

  useCommands({
    'strip.approve': () => answer('approve'),
    'strip.reject': () => answer('reject'),
  });
  useRowKeys(board, (from, to) => extend(store, stripOf(from), stripOf(to)!));
  useWindowEvent('keydown', (event) => onChoosingKey(store, event));
}

/**
 * Several strips are selected for one action: Ctrl (Cmd on a Mac) and a click toggles one, Shift and a click extends the
 * selection to it; by keyboard with Ctrl+Space, Shift and the arrows, or Ctrl+A.
 */
type How = 'toggle' | 'extend';

/** What Shift selects: from where it began to where it ends now. It shrinks again, and leaves the others as they are. */
let range = { from: '', to: null as string | null, others: [] as readonly string[] };

const idsIn = (root: ParentNode) =>
  [...root.querySelectorAll<HTMLElement>('[data-strip]')].map((strip) => strip.dataset['strip']!);

const stripOf = (element: Element | null): string | null =>
  element?.closest<HTMLElement>('.board [data-strip]')?.dataset['strip'] ?? null;
const focusedStrip = () => stripOf(document.activeElement);

export function howOf(event: { readonly ctrlKey: boolean; readonly metaKey: boolean; shiftKey: boolean }): How | null {
  if (event.shiftKey) return 'extend';
  return event.ctrlKey || event.metaKey ? 'toggle' : null;
}

/** Returns the ids from one to another, both included, in the order of the board. Pure. */
function between(ids: readonly string[], from: string, to: string): readonly string[] {
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)];
  return a === -1 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1);
}

export function choose(store: WindowStore, id: string, how: How): void {
  const { chosen } = store.get();
  if (how === 'extend') return extend(store, chosen.length === 0 ? focusedStrip() : range.to, id);
  const others = chosen.filter((other) => other !== id);
  range = { from: id, to: id, others };
  store.choose(chosen.includes(id) ? others : [...others, id]);
}

function extend(store: WindowStore, from: string | null, to: string): void {
  const { chosen } = store.get();
  const isGoingOn = chosen.length > 0 && from !== null && from === range.to;
  range = isGoingOn ? { ...range, to } : { from: from ?? to, to, others: chosen };
  store.choose([...new Set([...range.others, ...between(idsIn(document), range.from, to)])]);
}

/** Handles the keys of a strip: Ctrl+Space selects it, Ctrl+A its whole list. */
function onChoosingKey(store: WindowStore, event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping(event.target)) return;
  const list = document.activeElement?.closest('.board .strips');
  const id = focusedStrip();
  if (event.key === ' ' && id !== null) choose(store, id, 'toggle');
  else if (event.key === 'a' && list) store.choose([...new Set([...store.get().chosen, ...idsIn(list)])]);
  else return;
  event.preventDefault();
}
