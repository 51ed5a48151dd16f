// The image of the viewer: decoded once in its own size, then zoomed and moved.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { Drawn } from '../images/image-loader.ts';
import { useImageLoader } from '../store/use-window.ts';
import { fitted, isZoomed, limitedView, zoomedView, type ImageView } from './zoom.ts';

/** Larger than any screenshot, so that images are decoded in their own size. */
const WHOLE = { width: 16_000, height: 16_000 };
type Size = { readonly width: number; readonly height: number };

export type ShownImage = {
  readonly area: RefObject<HTMLDivElement | null>;
  readonly drawn: Drawn | null;
  readonly view: ImageView | null;
  readonly scale: number;
  readonly isZoomed: boolean;
  readonly zoom: (factor: number, at?: readonly [number, number]) => void;
  readonly pan: (dx: number, dy: number) => void;
  readonly fit: () => void;
};

export function useGesturesOfImage(stripId: string): ShownImage {
  const images = useImageLoader();
  const area = useRef<HTMLDivElement>(null);
  const [read, setRead] = useState<{ readonly stripId: string; readonly drawn: Drawn } | null>(null);
  const [space, setSpace] = useState<Size>({ width: 800, height: 600 });
  const [changed, setChanged] = useState<{ readonly stripId: string; readonly view: ImageView } | null>(null);
  // Ignores the previous report's image, so that it needs no reset.
  const drawn = read?.stripId === stripId ? read.drawn : null;
  const moved = changed?.stripId === stripId ? changed.view : null;
  const setMoved = (view: ImageView) => setChanged({ stripId, view });
  useEffect(() => {
    const controller = new AbortController();
    void images.draw(stripId, WHOLE, controller.signal).then((result) => {
      if (!controller.signal.aborted) setRead({ stripId, drawn: result });
    });
    return () => controller.abort();
  }, [images, stripId]);
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setSpace({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const size = drawn?.kind === 'drawn' ? { width: drawn.bitmap.width, height: drawn.bitmap.height } : null;
  const view = size === null ? null : moved === null ? fitted(size, space) : limitedView(moved, size, space);
  const zoom = (factor: number, at?: readonly [number, number]) => {
    if (size && view) setMoved(zoomedView(view, factor, size, space, at));
  };
  const pan = (dx: number, dy: number) => {
    if (size && view) setMoved(limitedView({ ...view, x: view.x + dx, y: view.y + dy }, size, space));
  };
  const fit = useCallback(() => setChanged(null), []);
  return {
    area,
    drawn,
    view,
    scale: view?.scale ?? 1,
    isZoomed: size !== null && view !== null && isZoomed(view, size, space),
    zoom,
    pan,
    fit,
  };
}
