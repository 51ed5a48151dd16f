// Which strip Tab reaches. It also gets the focus when the focused strip is removed.
import { useEffect, useEffectEvent, useState } from 'react';
import type { RefObject } from 'react';

/** The strip that had the focus last, and the order of the board at that time. */
type LastStop = { readonly id: string; readonly ids: readonly string[] };

/** Returns the strip that had the focus last, or the one in its place if it is no longer on the board. */
export function tabStopOf(ids: readonly string[], last: LastStop | null): string | null {
  if (last === null) return ids[0] ?? null;
  const fromThere = last.ids.slice(last.ids.indexOf(last.id));
  return fromThere.find((id) => ids.includes(id)) ?? ids.at(-1) ?? null;
}

/** Returns the open strip, or else the one that had the focus last. `ids`: the order of the board. */
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
