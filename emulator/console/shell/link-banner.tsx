// Shown while the emulator is unreachable.
import { useCell } from '../store/cell.ts';
import { useConsole } from '../store/use-console.ts';
import { words } from '../words/words.ts';

export function LinkBanner() {
  const { link, tryNow } = useConsole();
  const state = useCell(link);
  if (state.kind !== 'lost') return null;
  return (
    <div className="banner" role="alert">
      <span>{words.link.lost(state.againInS)}</span>
      <button type="button" className="button small-button" onClick={tryNow}>
        {words.link.tryNow}
      </button>
    </div>
  );
}
