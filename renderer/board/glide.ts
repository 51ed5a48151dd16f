// A strip that changed its place glides there: measured before and after, moved by the compositor.
// What glides from and to where nobody looks does not: a long queue moves up with each departure, and hundreds of motions
// at once cost more than the window has. Whoever asks for less motion sees it in its new place at once.
import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

const GLIDE_MS = 220;

/** Places are measured from the board's own beginning; both of a strip's in sight, or nearly. */
export function isInSight(places: readonly number[], view: { readonly top: number; readonly height: number }): boolean {
  const near = view.height / 2;
  return places.every((top) => top > view.top - near && top < view.top + view.height + near);
}

/** `order` names the strips in the order they are drawn: a glide begins when it changes. */
export function useGlide(board: RefObject<HTMLElement | null>, order: string, isStill: boolean) {
  const places = useRef(new Map<string, number>());
  const drawn = useRef('');
  useLayoutEffect(() => {
    const root = board.current;
    if (!root || drawn.current === order) return;
    drawn.current = order;
    const before = places.current;
    const now = new Map<string, number>();
    const origin = root.getBoundingClientRect().top - root.scrollTop;
    const view = { top: root.scrollTop, height: root.clientHeight };
    const moved: (readonly [HTMLElement, number])[] = [];
    for (const strip of root.querySelectorAll<HTMLElement>('[data-strip]')) {
      const top = strip.getBoundingClientRect().top - origin;
      now.set(strip.dataset['strip']!, top);
      const from = before.get(strip.dataset['strip']!);
      if (from !== undefined && Math.abs(from - top) > 1 && isInSight([from, top], view))
        moved.push([strip, from - top]);
    }
    places.current = now;
    if (isStill || before.size === 0) return;
    for (const [strip, by] of moved)
      strip.animate([{ transform: `translateY(${by}px)` }, { transform: 'none' }], {
        duration: GLIDE_MS,
        easing: 'ease-out',
      });
  });
}
