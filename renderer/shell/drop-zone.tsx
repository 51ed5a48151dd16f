// The whole window takes files. While they hover it says what will be taken and what not.
import { useEffect, useState } from 'react';
import { Icon } from '../elements/icon.tsx';
import { openView, useView } from '../elements/use-view.ts';
import { subjectOf } from '../explain/asked.ts';
import { askedByContent } from '../explain/dropped-content.ts';
import type { WindowStore } from '../store/window-store.ts';
import { useWindow } from '../store/use-window.ts';
import { words } from '../words/words.ts';
import { countDragged, splitDropped } from './dragged.ts';
import type { Dragged } from './dragged.ts';

const w = words.drop;

function useDragged(store: WindowStore, isAsking: boolean): Dragged | null {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  useEffect(() => {
    // Every element that is entered and left tells; the window is left when as many were left as entered.
    let depth = 0;
    const read = (event: DragEvent) => countDragged(event.dataTransfer?.items ?? []);
    const handlers = {
      dragenter(event: DragEvent) {
        depth += 1;
        const found = read(event);
        if (found) setDragged(found);
      },
      dragover(event: DragEvent) {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      },
      dragleave() {
        depth = Math.max(0, depth - 1);
        if (depth === 0) setDragged(null);
      },
      drop(event: DragEvent) {
        depth = 0;
        setDragged(null);
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        const { files, folderNames } = splitDropped(event.dataTransfer);
        const [first] = files;
        if (isAsking && first) return void ask(store, first);
        openView('board');
        void store.addFiles(files, folderNames);
      },
    };
    for (const [name, handler] of Object.entries(handlers)) addEventListener(name, handler as EventListener);
    return () => {
      for (const [name, handler] of Object.entries(handlers)) removeEventListener(name, handler as EventListener);
    };
  }, [store, isAsking]);
  return dragged;
}

/** Where files are explained, a drop asks about one, and hands nothing over. */
async function ask(store: WindowStore, file: File) {
  const asked = await askedByContent(file);
  if (asked) openView('files', subjectOf(asked));
  else store.tell(words.explain.tooLarge(file.name));
}

export function DropZone({ store }: { readonly store: WindowStore }) {
  const isBegun = useWindow((state) => state.app?.begun ?? false);
  const isAsking = useView() === 'files' && isBegun;
  const dragged = useDragged(store, isAsking);
  if (!dragged) return null;
  if (isAsking) {
    return (
      <div className="drop-zone">
        <div className="drop-words">
          <Icon name="files" />
          <strong>{words.explain.dropTitle}</strong>
          <p>{words.explain.dropWords}</p>
          {dragged.pictures + dragged.others > 1 && <p className="dim small">{words.explain.dropOne}</p>}
        </div>
      </div>
    );
  }
  return (
    <div className="drop-zone">
      <div className="drop-words">
        <Icon name="drop" />
        <strong>{w.title}</strong>
        <ul>
          {dragged.pictures > 0 && (
            <li>
              {w.pictures(dragged.pictures)} <span className="will">{w.willBeTaken}</span>
            </li>
          )}
          {dragged.others > 0 && (
            <li>
              {w.others(dragged.others)} <span className="will-not">{w.willNot}</span>
            </li>
          )}
        </ul>
        <p className="dim small">{w.anything}</p>
      </div>
    </div>
  );
}
