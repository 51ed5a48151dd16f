// For an image that is too large: compress it, or choose another one.
import { lazy, Suspense, useRef, useState } from 'react';
import type { Strip } from '../../../main/contract/strip.ts';
import { hasId } from '../../../main/messages/message.ts';
import { useStore } from '../../store/use-window.ts';
import { t } from '../../text.ts';

const CompressDialog = lazy(() => import('./compress-dialog.tsx'));

export const isTooLarge = ({ reason }: Strip) => reason?.kind === 'file-too-large';

export function ReplaceImage({ strip }: { readonly strip: Strip }) {
  const store = useStore();
  const [isOpen, setIsOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const limit = strip.reason?.message;
  const maxBytes = limit && hasId(limit, 'failure.fileTooLarge') ? limit.params.maxBytes : null;

  function replace(chosen: HTMLInputElement) {
    const [file] = chosen.files ?? [];
    // Cleared, so that choosing the same file again triggers a change event.
    chosen.value = '';
    if (file) void store.replaceFile(strip.id, file, t('window.compress.replaced', { name: file.name }));
  }

  return (
    <>
      {strip.hasImage && (
        <button type="button" className="button main-button" onClick={() => setIsOpen(true)}>
          {t('window.compress.open')}
        </button>
      )}
      <button type="button" className="button" onClick={() => input.current?.click()}>
        {t('window.compress.other')}
      </button>
      <input
        ref={input}
        hidden
        type="file"
        accept=".png,.jpg,.jpeg,image/png,image/jpeg"
        aria-label={t('window.compress.other')}
        onChange={(event) => replace(event.currentTarget)}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <CompressDialog strip={strip} maxBytes={maxBytes} close={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
