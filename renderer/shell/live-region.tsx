// What happens, for people who hear the window; and for a moment, on the screen, that something was done. The turn makes
// the same words news again.
import { useWindow } from '../store/use-window.ts';

export function LiveRegion() {
  const said = useWindow((state) => state.said);
  const shown = useWindow((state) => state.shown);
  return (
    <>
      <output className="off-screen" aria-live="polite">
        <span key={said.turn}>{said.message}</span>
      </output>
      {shown.turn > 0 && (
        <p key={shown.turn} className="shown" aria-hidden="true">
          {shown.message}
        </p>
      )}
    </>
  );
}
