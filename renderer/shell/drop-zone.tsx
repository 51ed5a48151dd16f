// Accepts files anywhere in the window, dropped or pasted. While they are dragged, shows what will be added.
import { useEffect, useState } from 'react';
import { acceptedFiles } from '../../main/contract/bridge.ts';
import type { OfferedImage } from '../../main/contract/strip.ts';
import { draggedOffer } from '../store/drops.ts';
import { Icon } from '../elements/icon.tsx';
import { isTyping, useWindowEvent } from '../elements/use-keydown.ts';
import { openView } from '../elements/use-view.ts';
import type { WindowStore } from '../store/window-store.ts';
import { t } from '../text.ts';

const isTaken = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.some((type) => type === 'Files' || type === draggedOffer) ?? false;

function useDragged(store: WindowStore): Dragged | null {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  useEffect(() => {
    // Enter and leave events are sent for each element: the pointer is outside when their counts are equal.
    let depth = 0;
    function accept(event: DragEvent): void {
      if (!isTaken(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    }
    const handlers = {
      dragenter(event: DragEvent) {
        depth += 1;
        // If strips move under the pointer, only this event comes before the drop, so it has to accept too.
        accept(event);
        const isOffer = event.dataTransfer?.types.includes(draggedOffer);
        const found = isOffer ? { images: 1, others: 0 } : countDragged(event.dataTransfer?.items ?? []);
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
        if (!isTaken(event.dataTransfer)) return;
        event.preventDefault();
        const offer = event.dataTransfer.getData(draggedOffer);
        if (offer !== '') return void store.addOffered(offer as OfferedImage);
        const { files, folders } = splitDropped(event.dataTransfer);
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
  }, [store]);
  return dragged;
}

export function DropZone({ store }: { readonly store: WindowStore }) {
  const dragged = useDragged(store);
  usePaste(store);
  if (!dragged) return null;
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

/** What is dragged over the window. Until the drop, browsers reveal only kinds and types, not names. */
type Dragged = { readonly images: number; readonly others: number };

/** Counts the dragged files by type. Returns null if no file is dragged, but text or a link. */
export function countDragged(items: Iterable<{ readonly kind: string; readonly type: string }>): Dragged | null {
  const files = [...items].filter((item) => item.kind === 'file');
  if (files.length === 0) return null;
  const images = files.filter((file) => acceptedFiles.split(',').includes(file.type)).length;
  return { images, others: files.length - images };
}

type Dropped = { readonly files: readonly File[]; readonly folders: readonly File[] };

/** Separates files and folders: in a drop, a folder is a file that can't be read. */
function splitDropped(transfer: DataTransfer): Dropped {
  const entries = [...transfer.items]
    .filter((item) => item.kind === 'file')
    .map((item) => ({ file: item.getAsFile(), isFolder: item.webkitGetAsEntry()?.isDirectory ?? false }));
  const found = (isFolder: boolean) =>
    entries.filter((entry) => entry.isFolder === isFolder).flatMap(({ file }) => (file === null ? [] : [file]));
  return { files: found(false), folders: found(true) };
}

// Adds images that are pasted into the window: files copied in a file manager, or an image copied in another program.

/** The name that browsers give to an image without a file. */
const unnamedImage = /^image\.(png|jpe?g)$/i;

/** Gives an image without a file a unique name. `at`: epoch ms. */
export function namedPaste(file: File, at: number): File {
  const extension = unnamedImage.exec(file.name)?.[1];
  if (extension === undefined) return file;
  const time = new Date(at).toISOString().slice(0, 19).replaceAll(':', '-');
  return new File([file], `pasted-${time}Z.${extension.toLowerCase()}`, { type: file.type });
}

/** Adds pasted images in every view. Pasting into a field is not affected. */
function usePaste(store: WindowStore): void {
  useWindowEvent('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0 || isTyping(event.target)) return;
    event.preventDefault();
    openView('board');
    void store.addFiles(files.map((file) => namedPaste(file, Date.now())));
  });
}
