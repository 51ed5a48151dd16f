// The browser's own dialog for choosing files, opened from a button or a key.
import { useRef } from 'react';
import type { WindowStore } from '../store/window-store.ts';

export function useFileChooser(store: WindowStore) {
  const ref = useRef<HTMLInputElement>(null);
  return {
    ref,
    choose: () => ref.current?.click(),
    take() {
      const input = ref.current;
      const files = [...(input?.files ?? [])];
      // Emptied, so that the same file chosen again is a change again.
      if (input) input.value = '';
      if (files.length > 0) void store.takeFiles(files);
    },
  };
}
