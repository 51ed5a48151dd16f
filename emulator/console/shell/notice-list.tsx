import { Icon } from '../elements/icon.tsx';
import { useCell } from '../store/cell.ts';
import { useConsole } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';

export function NoticeList() {
  const { notices } = useConsole();
  const shown = useCell(notices.cell);
  return (
    <div className="notices" aria-live="polite">
      {shown.map(({ id, kind, text }) => (
        <div key={id} className={`notice ${kind}`}>
          <span>{text}</span>
          <button
            type="button"
            className="icon-button"
            aria-label={messages.dismiss}
            onClick={() => notices.dismiss(id)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
