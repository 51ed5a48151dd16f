// The list of keyboard shortcuts.
import { useEffect, useRef } from 'react';
import { t } from '../text.ts';

const rows = [
  { keys: 'j  k  ↓  ↑', does: 'move' },
  { keys: 'Enter', does: 'open' },
  { keys: 'Esc', does: 'close' },
  { keys: 'o', does: 'choose' },
  { keys: 'a  x', does: 'approve' },
  { keys: 'p', does: 'pause' },
  { keys: '/', does: 'search' },
  { keys: 'e', does: 'export' },
  { keys: 'm', does: 'mark' },
  { keys: '1 – 7', does: 'view' },
  { keys: '?', does: 'help' },
] as const;

export function KeySheet({ close }: { readonly close: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const sheet = ref.current;
    if (sheet && !sheet.open) sheet.showModal();
  }, []);
  return (
    <dialog ref={ref} className="sheet" aria-labelledby="keys-title" onClose={close}>
      <h2 id="keys-title">{t('window.shortcut.title')}</h2>
      <dl>
        {rows.map(({ keys, does }) => (
          <div key={keys}>
            <dt className="mono">{keys}</dt>
            <dd>{t('window.shortcut.does', { key: does })}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="button" onClick={() => ref.current?.close()}>
        {t('window.common.close')}
      </button>
    </dialog>
  );
}
