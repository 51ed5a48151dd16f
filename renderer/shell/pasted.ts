// Adds images that are pasted into the window: files copied in a file manager, or an image copied in another program.
import { useEffect } from 'react';
import { isTyping } from '../elements/use-keydown.ts';
import { openView } from '../elements/use-view.ts';
import type { WindowStore } from '../store/window-store.ts';

/** The name that browsers give to an image without a file. */
const unnamedImage = /^image\.(png|jpe?g)$/i;

/** Gives an image without a file a unique name. `at`: epoch ms. */
export function namedPaste(file: File, at: number): File {
  const extension = unnamedImage.exec(file.name)?.[1];
  if (extension === undefined) return file;
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(':', '-');
  return new File([file], `pasted-${time}Z.${extension.toLowerCase()}`, { type: file.type });
}

/** Adds pasted images in every view. Pasting into a field is not affected. */
export function usePaste(store: WindowStore): void {
  useEffect(() => {
    function onPaste(event: ClipboardEvent) {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || isTyping(event.target)) return;
      event.preventDefault();
      openView('board');
      void store.addFiles(files.map((file) => namedPaste(file, Date.now())));
    }
    addEventListener('paste', onPaste);
    return () => removeEventListener('paste', onPaste);
  }, [store]);
}
