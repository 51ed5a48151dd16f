// Animates strips to their new place on the compositor. Strips out of sight are not animated: a long queue moves up
// with each upload, and hundreds of animations at once are too slow. Nothing is animated with reduced motion.
import { type RefObject, useLayoutEffect, useRef } from 'react';

const glideMs = 220;

/** Whether all of these positions, measured from the top of the board, are in or near the viewport. */
export function isInSight(places: readonly number[], view: { readonly top: number; readonly height: number }): boolean {
  const near = view.height / 2;
  return places.every((top) => top > view.top - near && top < view.top + view.height + near);
}

/** @param order the ids of the strips; strips are animated when it changes */
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
        duration: glideMs,
        easing: 'ease-out',
      });
  });
}
