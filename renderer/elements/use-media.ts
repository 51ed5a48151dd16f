// Whether a media query matches, updated as it changes.
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
/** Whether the detail has room beside the board; otherwise it slides over it. */
export const useIsWide = () => useMedia('(min-width: 1000px)');
