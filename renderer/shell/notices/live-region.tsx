// Announcements for screen readers, and the toast that something was saved or done.
import { useStore, useWindow } from '../../store/use-window.ts';
import { UndoToast } from './undo-toast.tsx';

export function LiveRegion() {
  const announced = useWindow((state) => state.announced);
  const toast = useWindow((state) => state.toast);
  const { endToast } = useStore();
  return (
    <>
      <output className="off-screen" aria-live="polite">
        <span key={announced.turn}>{announced.message}</span>
      </output>
      {toast.message !== '' && toast.undo === null && (
        <p key={toast.turn} className="toast" aria-hidden="true" onAnimationEnd={() => endToast(toast.turn)}>
          {toast.message}
        </p>
      )}
      {toast.undo !== null && (
        <UndoToast key={toast.turn} message={toast.message} turn={toast.turn} undo={toast.undo} />
      )}
    </>
  );
}
