// Asks for confirmation before an irreversible action.
import type { ReactNode } from 'react';
import { messages } from '../messages/messages.ts';
import { Sheet } from './sheet.tsx';

export function Confirm({
  title,
  children,
  action,
  onConfirm,
  onClose,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly action: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  return (
    <Sheet title={title} onClose={onClose}>
      <div className="sheet-text">{children}</div>
      <div className="actions">
        <button
          type="button"
          className="button main-button"
          onClick={() => {
            onConfirm();
            onClose();
          }}
        >
          {action}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {messages.cancel}
        </button>
      </div>
    </Sheet>
  );
}
