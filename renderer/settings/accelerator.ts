// Converts a key press to an Electron accelerator, such as Control+Shift+U. Pure.

type Pressed = {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
};

/** Returns null for a key that types a character and for a modifier alone. Function keys need no modifier. */
export function acceleratorOf({ key, code, ctrlKey, altKey, shiftKey, metaKey }: Pressed): string | null {
  const isFunction = /^F([1-9]|1\d|2[0-4])$/.test(key);
  // Alt and Shift change the typed character, so the physical key is used.
  const named = /^[a-z0-9]$/i.test(key) ? key.toUpperCase() : (/^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1] ?? null);
  const main = isFunction ? key : named;
  if (main === null || !(isFunction || ctrlKey || altKey || metaKey)) return null;
  const modifiers = [ctrlKey && 'Control', altKey && 'Alt', shiftKey && 'Shift', metaKey && 'Super'];
  return [...modifiers.filter(Boolean), main].join('+');
}
