// A modal dialog while it is rendered.
import { type ComponentProps, useId, useLayoutEffect, useRef } from 'react';

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

type SheetProps = ComponentProps<'dialog'> & { readonly title: string; readonly close: () => void };

/** A dialog with a title. `ref`: of `useModal`, whose `close()` the buttons call. */
export function Sheet({ title, close, className = '', children, ...others }: SheetProps) {
  const id = useId();
  return (
    <dialog {...others} className={`sheet ${className}`} aria-labelledby={id} onClose={close}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
