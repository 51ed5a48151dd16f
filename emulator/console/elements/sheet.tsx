// A modal dialog; the native element manages the focus.
import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { messages } from '../messages/messages.ts';
import { Icon } from './icon.tsx';

export function Sheet({
  title,
  onClose,
  isWide = false,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} className={isWide ? 'sheet wide' : 'sheet'} aria-labelledby={id} onClose={onClose}>
      <div className="sheet-head">
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label={messages.close}
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  );
}
