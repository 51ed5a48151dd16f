// Opens the browser's dialog for choosing files.
import { useCallback, useRef } from 'react';
import type { WindowStore } from '../store/window-store.ts';

/** Returns a ref for the file input, and a function that opens its dialog. */
export function useFileChooser() {
  const ref = useRef<HTMLInputElement>(null);
  const choose = useCallback(() => ref.current?.click(), []);
  return [ref, choose] as const;
}

export function takeChosen(store: WindowStore, input: HTMLInputElement) {
  const files = [...(input.files ?? [])];
  // Cleared, so that choosing the same file again triggers a change event.
  input.value = '';
  if (files.length > 0) void store.addFiles(files);
}
