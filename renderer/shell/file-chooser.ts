// The browser's own dialog for choosing files, opened from a button or a key.
import { useCallback, useRef } from 'react';
import type { WindowStore } from '../store/window-store.ts';

/** A ref for the file input, and what opens its dialog. */
export function useFileChooser() {
  const ref = useRef<HTMLInputElement>(null);
  const choose = useCallback(() => ref.current?.click(), []);
  return [ref, choose] as const;
}

export function takeChosen(store: WindowStore, input: HTMLInputElement) {
  const files = [...(input.files ?? [])];
  // Emptied, so that choosing the same file again is a change.
  input.value = '';
  if (files.length > 0) void store.addFiles(files);
}
