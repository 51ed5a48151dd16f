// Selects several strips for one action: Ctrl (Cmd on a Mac) and a click toggles one, Shift and a click extends the
// selection to it; by keyboard with Ctrl+Space, Shift and the arrows, or Ctrl+A.
import { isTyping } from '../../elements/use-keydown.ts';
import type { WindowStore } from '../../store/window-store.ts';

type How = 'toggle' | 'extend';

/** Where the last selection began. */
let anchor: string | null = null;

const idsIn = (root: ParentNode) =>
  [...root.querySelectorAll<HTMLElement>('[data-strip]')].map((strip) => strip.dataset['strip']!);

export const focusedStrip = (): string | null =>
  document.activeElement?.closest<HTMLElement>('.board [data-strip]')?.dataset['strip'] ?? null;

export function howOf(event: { readonly ctrlKey: boolean; readonly metaKey: boolean; shiftKey: boolean }): How | null {
  if (event.shiftKey) return 'extend';
  return event.ctrlKey || event.metaKey ? 'toggle' : null;
}

/** Returns the ids from one to another, both included, in the order of the board. Pure. */
export function between(ids: readonly string[], from: string, to: string): readonly string[] {
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)];
  return a === -1 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1);
}

export function choose(store: WindowStore, id: string, how: How): void {
  const { chosen } = store.get();
  if (how === 'toggle') {
    anchor = id;
    return store.choose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  }
  if (chosen.length === 0 || anchor === null) anchor = focusedStrip() ?? id;
  store.choose([...new Set([...chosen, ...between(idsIn(document), anchor, id)])]);
}

/** Selects both ends of a step with Shift held. */
export function extendFrom(store: WindowStore, from: string, to: string): void {
  const { chosen } = store.get();
  if (chosen.length === 0) anchor = from;
  store.choose([...new Set([...chosen, from, to])]);
}

/** Handles the keys of a strip: Ctrl+Space selects it, Ctrl+A its whole bay. */
export function onChoosingKey(store: WindowStore, event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping(event.target)) return;
  const bay = document.activeElement?.closest('.board .bay');
  const id = focusedStrip();
  if (event.key === ' ' && id !== null) choose(store, id, 'toggle');
  else if (event.key === 'a' && bay) store.choose([...new Set([...store.get().chosen, ...idsIn(bay)])]);
  else return;
  event.preventDefault();
}
