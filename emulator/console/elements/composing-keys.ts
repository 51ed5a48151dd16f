/**
 * Keeps the keys of an input method from every handler of the console: Enter there confirms a word, and Escape ends it.
 * To be called before anything else listens. Safari and some input methods mark the last key by its code only.
 */
export function leaveComposingKeys(): void {
  const leave = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  };
  addEventListener('keydown', leave, { capture: true });
}
