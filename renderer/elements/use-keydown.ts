// Listens for events of the window, and for single keys: pressed without a modifier, and not while typing.
import { useEffectEvent, useLayoutEffect } from 'react';

/** Whether a key belongs to a field or an open dialog, not to the window. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isField = target.matches('textarea, select, [contenteditable]');
  const isText = target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'file'].includes(target.type);
  return isField || isText || target.closest('dialog') !== null;
}

/** Calls back for each event of the window while the component is mounted. */
export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  onEvent: (event: WindowEventMap[Name]) => void,
): void {
  const current = useEffectEvent(onEvent);
  // A layout effect: the keys work as soon as the view is visible.
  useLayoutEffect(() => {
    const listen = (event: WindowEventMap[Name]) => current(event);
    addEventListener(name, listen);
    return () => removeEventListener(name, listen);
  }, [name]);
}

/** Calls back for each press of a single key. */
export function useKeydown(onKey: (event: KeyboardEvent) => void): void {
  useWindowEvent('keydown', (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)) onKey(event);
  });
}

/**
 * Keeps the keys of an input method from every handler of the window: Enter there confirms a word, and Escape ends it.
 * To be called before anything else listens. Safari and some input methods mark the last key by its code only.
 */
export function leaveComposingKeys(): void {
  const leave = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  };
  addEventListener('keydown', leave, { capture: true });
}
