// A toast about an action, with a button that undoes it.
import { useEffect, useEffectEvent } from 'react';
import { useExpiry } from './use-expiry.ts';
import { isTyping } from '../../elements/use-keydown.ts';
import { useStore } from '../../store/use-window.ts';
import { t } from '../../text.ts';

const SHOWN_MS = 10_000;

type Props = { readonly message: string; readonly id: number; readonly undo: () => void };

export function UndoToast({ message, id, undo }: Props) {
  const { endToast } = useStore();
  const undoNow = useEffectEvent(() => {
    endToast(id);
    undo();
  });
  const expiry = useExpiry(SHOWN_MS, () => endToast(id));
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping(event.target)) return;
      event.preventDefault();
      undoNow();
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <div className="toast undo-toast" {...expiry}>
      <span id="undo-text" aria-hidden="true">
        {message}
      </span>
      <button
        type="button"
        className="link-button"
        aria-describedby="undo-text"
        aria-keyshortcuts="Control+Z Meta+Z"
        onClick={() => {
          endToast(id);
          undo();
        }}
      >
        {t('window.undo.undo')}
      </button>
    </div>
  );
}
