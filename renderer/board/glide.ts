// A strip that changed its place glides there: measured before and after, moved by the compositor.
// Only what is in view is measured with care; whoever asks for less motion sees it in its new place at once.
import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

const GLIDE_MS = 220;
const FAR = 2_000;

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
    const moved: (readonly [HTMLElement, number])[] = [];
    for (const strip of root.querySelectorAll<HTMLElement>('[data-strip]')) {
      const top = strip.getBoundingClientRect().top - origin;
      now.set(strip.dataset['strip']!, top);
      const from = before.get(strip.dataset['strip']!);
      if (from !== undefined && Math.abs(from - top) > 1 && Math.abs(from - top) < FAR) moved.push([strip, from - top]);
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
