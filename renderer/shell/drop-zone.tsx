// Accepts files anywhere in the window. While they are dragged, shows what will be added.
import { useEffect, useState } from 'react';
import { Icon } from '../elements/icon.tsx';
import { openView, useView } from '../elements/use-view.ts';
import { queryByContent, subjectOf } from '../explain/file-query.ts';
import type { WindowStore } from '../store/window-store.ts';
import { useWindow } from '../store/use-window.ts';
import { t } from '../text.ts';
import { countDragged, type Dragged, splitDropped } from './dragged.ts';
import { usePaste } from './pasted.ts';

function useDragged(store: WindowStore, isLookup: boolean): Dragged | null {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  useEffect(() => {
    // Enter and leave events are sent for each element: the pointer is outside when their counts are equal.
    let depth = 0;
    function accept(event: DragEvent): void {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    }
    const handlers = {
      dragenter(event: DragEvent) {
        depth += 1;
        // If strips move under the pointer, only this event comes before the drop, so it has to accept too.
        accept(event);
        const found = countDragged(event.dataTransfer?.items ?? []);
        if (found) setDragged(found);
      },
      dragover: accept,
      dragleave() {
        depth = Math.max(0, depth - 1);
        if (depth === 0) setDragged(null);
      },
      drop(event: DragEvent) {
        depth = 0;
        setDragged(null);
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        const { files, folders } = splitDropped(event.dataTransfer);
        const [first] = files;
        if (isLookup && first) return void lookUp(store, first);
        const unknown = folders.filter((folder) => !store.offerFolder(folder));
        if (files.length + unknown.length === 0) return;
        openView('board');
        void store.addFiles(
          files,
          unknown.map(({ name }) => name),
        );
      },
    };
    for (const [name, handler] of Object.entries(handlers)) addEventListener(name, handler as EventListener);
    return () => {
      for (const [name, handler] of Object.entries(handlers)) removeEventListener(name, handler as EventListener);
    };
  }, [store, isLookup]);
  return dragged;
}

/** In the view Files, a dropped file is looked up and not uploaded. */
async function lookUp(store: WindowStore, file: File) {
  const query = await queryByContent(file);
  if (query) openView('files', subjectOf(query));
  else store.notify(t('window.file.tooLarge', { name: file.name }));
}

export function DropZone({ store }: { readonly store: WindowStore }) {
  const isBegun = useWindow((state) => state.app?.begun ?? false);
  const isLookup = useView() === 'files' && isBegun;
  const dragged = useDragged(store, isLookup);
  usePaste(store);
  if (!dragged) return null;
  if (isLookup) {
    return (
      <div className="drop-zone">
        <section className="drop-text" aria-label={t('window.file.dropTitle')}>
          <Icon name="files" />
          <strong>{t('window.file.dropTitle')}</strong>
          <p>{t('window.file.dropText')}</p>
          {dragged.images + dragged.others > 1 && <p className="dim small">{t('window.file.dropOne')}</p>}
        </section>
      </div>
    );
  }
  return (
    <div className="drop-zone">
      <section className="drop-text" aria-label={t('window.drop.title')}>
        <Icon name="upload" />
        <strong>{t('window.drop.title')}</strong>
        <ul>
          {dragged.images > 0 && (
            <li>
              <span className="will">{t('window.drop.images', { n: dragged.images })}</span>
            </li>
          )}
          {dragged.others > 0 && (
            <li>
              <span className="will-not">{t('window.drop.others', { n: dragged.others })}</span>
            </li>
          )}
        </ul>
        <p className="dim small">{t('window.drop.formats')}</p>
      </section>
    </div>
  );
}
