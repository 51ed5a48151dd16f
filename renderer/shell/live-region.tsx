// What happens, for people who hear the window. The turn makes the same words news again.
import { useWindow } from '../store/use-window.ts';

export function LiveRegion() {
  const said = useWindow((state) => state.said);
  return (
    <output className="off-screen" aria-live="polite">
      <span key={said.turn}>{said.words}</span>
    </output>
  );
}
