// Expires a toast or notice after some time, but not while the pointer or the focus is on it.
import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Calls `onEnd` after `shownMs`; null: never.
 * @returns event handlers for the element
 */
export function useExpiry(shownMs: number | null, onEnd: () => void) {
  const [hasPointer, setHasPointer] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const isHeld = hasPointer || hasFocus;
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isHeld || shownMs === null) return undefined;
    const timer = setTimeout(() => end(), shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, shownMs]);
  return {
    onPointerEnter: () => setHasPointer(true),
    onPointerLeave: () => setHasPointer(false),
    onFocus: () => setHasFocus(true),
    onBlur: () => setHasFocus(false),
  };
}
