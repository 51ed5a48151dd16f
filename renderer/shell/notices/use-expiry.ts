// What is shown for some seconds, and longer while the pointer or the focus is on it.
import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Calls `onEnd` after `shownMs`; null: never.
 * @returns handlers for the element
 */
export function useExpiry(shownMs: number | null, onEnd: () => void) {
  const [isHeld, setIsHeld] = useState(false);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isHeld || shownMs === null) return undefined;
    const timer = setTimeout(() => end(), shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, shownMs]);
  const hold = () => setIsHeld(true);
  const release = () => setIsHeld(false);
  return { onPointerEnter: hold, onPointerLeave: release, onFocus: hold, onBlur: release };
}
