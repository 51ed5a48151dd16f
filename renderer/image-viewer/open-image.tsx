// Opens the viewer on the selected report. The previous report stays visible while the next one is read.
import { useEffect, useState } from 'react';
import type { Strip } from '../../main/contract/strip.ts';
import { findStrip } from '../store/bay-list.ts';
import { useStore, useWindow } from '../store/use-window.ts';
import { ImageViewer } from './image-viewer.tsx';

export default function OpenImage({ id }: { readonly id: string }) {
  const store = useStore();
  const detail = useWindow((state) => state.detail);
  const onBoard = useWindow((state) => findStrip(state.lists, id));
  const strip = onBoard ?? (detail === 'gone' ? null : (detail?.strip ?? null));
  const [shown, setShown] = useState<Strip | null>(strip);
  if (strip !== null && strip !== shown) setShown(strip);
  useEffect(() => {
    if (detail === 'gone') store.showImage(false);
  }, [store, detail]);
  if (shown === null) return null;
  return <ImageViewer strip={shown} select={(next) => store.select(next)} close={() => store.showImage(false)} />;
}
