// A modal dialog while it is rendered.
import { useLayoutEffect, useRef } from 'react';

/** Returns the ref of the dialog. One that is removed while it is open wouldn't return the focus, so it is closed first. */
export function useModal() {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return ref;
}
