// Listens for single keys: pressed without a modifier, and not while typing.
import { useEffectEvent, useLayoutEffect } from 'react';

/** Whether a key belongs to a field or an open dialog, not to the window. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isField = target.matches('textarea, select, [contenteditable]');
  const isText = target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'file'].includes(target.type);
  const isChoice = target instanceof HTMLInputElement && target.type === 'radio';
  return isField || isText || isChoice || target.closest('dialog') !== null;
}

/** Calls back for each such key press while the component is mounted. */
export function useKeydown(onKey: (event: KeyboardEvent) => void): void {
  const current = useEffectEvent(onKey);
  // A layout effect: the keys work as soon as the view is visible.
  useLayoutEffect(() => {
    function listen(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      current(event);
    }
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
