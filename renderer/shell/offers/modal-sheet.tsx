// A modal question. Escape and Cancel change nothing.
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Announcements } from '../notices/live-region.tsx';
import { t } from '../../text.ts';

type Props = {
  readonly title: string;
  readonly close: () => void;
  /** The label of the main button. */
  readonly action: string;
  /** Returns an error message, or null if it succeeded. */
  readonly agree: () => Promise<string | null>;
  readonly children: ReactNode;
};

export function ModalSheet({ title, close, action, agree, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [error, setError] = useState<string | null>(null);
  useLayoutEffect(() => {
    const sheet = ref.current;
    if (sheet && !sheet.open) sheet.showModal();
    // A dialog that is removed while it is open doesn't return the focus.
    return () => sheet?.close();
  }, []);
  return (
    <dialog ref={ref} className="sheet question" aria-labelledby={id} onClose={close}>
      <h2 id={id}>{title}</h2>
      {children}
      {error !== null && (
        <p className="invalid" role="alert">
          {error}
        </p>
      )}
      <div className="setup-end">
        <button type="button" className="button" onClick={() => ref.current?.close()}>
          {t('window.common.cancel')}
        </button>
        <button type="button" className="button main-button" onClick={() => void agree().then(setError)}>
          {action}
        </button>
      </div>
      <Announcements />
    </dialog>
  );
}
