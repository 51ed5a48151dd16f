// Whether a media query matches, and how wide an element is, updated as they change.
import { type RefObject, startTransition, useEffect, useRef, useState, useSyncExternalStore } from 'react';

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

/** Whether the detail has room beside the board; otherwise it slides over it. */
export const useIsWide = () => useMedia('(min-width: 1000px)');

export type Size = { readonly width: number; readonly height: number };

/** The size of an element in CSS pixels; null until it has been laid out. What depends on it is rendered in slices. */
export function useSize<E extends HTMLElement = HTMLElement>(): [RefObject<E | null>, Size | null] {
  const ref = useRef<E>(null);
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(() => startTransition(measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}

/** Returns the width of an element; 0 until it has been laid out. */
export function useWidth<E extends HTMLElement = HTMLElement>(): [RefObject<E | null>, number] {
  const [ref, size] = useSize<E>();
  return [ref, size?.width ?? 0];
}
