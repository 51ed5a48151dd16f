// The width of an element, updated as it changes.
import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** @param before what it is until it has been measured */
export function useWidth<E extends HTMLElement = HTMLElement>(before = 1000): [RefObject<E | null>, number] {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(before);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
