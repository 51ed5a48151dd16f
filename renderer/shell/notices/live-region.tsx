// The live region for screen readers, and the toast after something was saved or done.
import { useStore, useWindow } from '../../store/use-window.ts';
import { UndoToast } from './undo-toast.tsx';
import { useExpiry } from './use-expiry.ts';

const SHOWN_MS = 4_000;

/** Also in dialogs that announce something: screen readers ignore what is behind a modal dialog. */
export function Announcements() {
  const announced = useWindow((state) => state.announced);
  return (
    <output className="off-screen" aria-live="polite">
      <span key={announced.id}>{announced.message}</span>
    </output>
  );
}

export function LiveRegion() {
  const toast = useWindow((state) => state.toast);
  return (
    <>
      <Announcements />
      {toast.message !== '' && toast.undo === null && <Toast key={toast.id} message={toast.message} id={toast.id} />}
      {toast.undo !== null && <UndoToast key={toast.id} message={toast.message} id={toast.id} undo={toast.undo} />}
    </>
  );
}

/** A toast without buttons; the pointer passes through it. */
function Toast({ message, id }: { readonly message: string; readonly id: number }) {
  const { endToast } = useStore();
  useExpiry(SHOWN_MS, () => endToast(id));
  return (
    <p className="toast" aria-hidden="true">
      {message}
    </p>
  );
}
