// Shown while the emulator is unreachable.
import { useCell } from '../store/cell.ts';
import { useConsole } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';

export function LinkBanner() {
  const { link, retryNow } = useConsole();
  const state = useCell(link);
  if (state.kind !== 'lost') return null;
  return (
    <div className="banner" role="alert">
      <span>{messages.link.lost(state.againInS)}</span>
      <button type="button" className="button small-button" onClick={retryNow}>
        {messages.link.retryNow}
      </button>
    </div>
  );
}
