// Asks for confirmation before an irreversible action.
import type { ReactNode } from 'react';
import { words } from '../words/words.ts';
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
      <div className="sheet-words">{children}</div>
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
          {words.cancel}
        </button>
      </div>
    </Sheet>
  );
}
