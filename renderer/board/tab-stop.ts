// Which strip Tab reaches. The focus goes there as well when a strip that had it leaves the board.
import { useEffect, useEffectEvent, useState } from 'react';
import type { RefObject } from 'react';

/** A strip that had the focus, and the order of the board then. */
type LastStop = { readonly id: string; readonly ids: readonly string[] };

/** The strip that had the focus last; once that has left the board, the one now in its place. */
export function tabStopOf(ids: readonly string[], last: LastStop | null): string | null {
  if (last === null) return ids[0] ?? null;
  const fromThere = last.ids.slice(last.ids.indexOf(last.id));
  return fromThere.find((id) => ids.includes(id)) ?? ids.at(-1) ?? null;
}

/** Returns the open strip, or else the one of the last focus. `ids`: the order of the board. */
export function useTabStop(
  board: RefObject<HTMLElement | null>,
  ids: readonly string[],
  selectedId: string | null,
): string | null {
  const [last, setLast] = useState<LastStop | null>(null);
  const note = useEffectEvent(({ target }: FocusEvent) => {
    const id = target instanceof Element && target.closest('[data-strip]')?.getAttribute('data-strip');
    if (id && id !== last?.id) setLast({ id, ids });
  });
  useEffect(() => {
    const element = board.current;
    const listen = (event: FocusEvent) => note(event);
    element?.addEventListener('focusin', listen);
    return () => element?.removeEventListener('focusin', listen);
  }, [board]);
  return selectedId !== null && ids.includes(selectedId) ? selectedId : tabStopOf(ids, last);
}
