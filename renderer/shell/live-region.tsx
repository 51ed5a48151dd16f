// Announcements for screen readers, and the toast that something was saved or copied.
import { useWindow } from '../store/use-window.ts';

export function LiveRegion() {
  const announced = useWindow((state) => state.announced);
  const toast = useWindow((state) => state.toast);
  return (
    <>
      <output className="off-screen" aria-live="polite">
        <span key={announced.turn}>{announced.message}</span>
      </output>
      {toast.turn > 0 && (
        <p key={toast.turn} className="toast" aria-hidden="true">
          {toast.message}
        </p>
      )}
    </>
  );
}
