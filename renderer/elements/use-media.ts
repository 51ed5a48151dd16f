// Whether a media query holds, now and as it changes.
import { useSyncExternalStore } from 'react';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

export const useLessMotion = () => useMedia('(prefers-reduced-motion: reduce)');
/** From 1,000 pixels the detail is beside the board, below that it slides over it. */
export const useIsWide = () => useMedia('(min-width: 1000px)');
