// A large view of a report's screenshot beside the service's figures, with zoom, pan, next and previous.
import { IconButton, ZoomButton } from '../elements/button.tsx';
import { show } from '../elements/canvas.ts';
import { whyNotDrawn } from '../elements/report-image.tsx';
import { useModal } from '../elements/sheet.tsx';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Strip } from '../../main/contract/strip.ts';
import { panAndZoomKeys, useGestures, zoomStep } from '../elements/use-gestures.ts';
import { stageText, stripName } from '../format/strip-text.ts';
import { type Size, useSize } from '../elements/use-layout.ts';
import { findStrip } from '../store/bay-lists.ts';
import type { Drawn } from '../store/image-loader.ts';
import { useImageLoader, useStore, useWindow } from '../store/use-window.ts';
import { shownName, t } from '../text.ts';
import { DetailFields } from './detail-fields.tsx';
import './image-viewer.css';

export default function OpenImage({ id }: { readonly id: string }) {
  const store = useStore();
  const detail = useWindow((state) => state.detail);
  const onBoard = useWindow((state) => findStrip(state.lists, id));
  const strip = onBoard ?? (detail === 'gone' ? null : (detail?.strip ?? null));
  const [shown, setShown] = useState<Strip | null>(strip);
  if (strip !== null && strip !== shown) setShown(strip);
  useEffect(() => {
    if (detail === 'gone') store.open(null);
  }, [store, detail]);
  if (shown === null) return null;
  return <ImageViewer strip={shown} select={(next) => store.select(next)} close={() => store.open(null)} />;
}

type ImageViewerProps = { readonly strip: Strip; readonly select: (id: string) => void; readonly close: () => void };

const panBy = 80;

/** A large view of a report's screenshot beside the service's figures, with zoom, pan, next and previous. */
function ImageViewer({ strip, select, close }: ImageViewerProps) {
  const dialog = useModal();
  const image = useImageView(strip.id);
  const [previous, setPrevious] = useState<string | null>(null);
  const [next, setNext] = useState<string | null>(null);
  useEffect(() => {
    // Read from the rendered view behind, so it has to be an effect.
    // oxlint-disable-next-line react/set-state-in-effect
    setPrevious(neighbourWithImage(strip.id, -1));
    setNext(neighbourWithImage(strip.id, 1));
  }, [strip.id]);
  const go = (id: string | null) => {
    if (id !== null) select(id);
  };

  function onKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const sideways = (id: string | null, dx: number) => () => (image.isZoomed ? image.pan(dx, 0) : go(id));
    const actions: Readonly<Record<string, () => void>> = {
      ...panAndZoomKeys(image, panBy),
      ArrowLeft: sideways(previous, panBy),
      ArrowRight: sideways(next, -panBy),
      k: () => go(previous),
      j: () => go(next),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  const step = (icon: 'previous' | 'next', id: string | null) => (
    <IconButton
      icon={icon}
      label={t('logbook.viewer.step', { to: icon })}
      hasTip
      // Not disabled, which would lose the focus at the last image.
      aria-disabled={id === null}
      onClick={() => go(id)}
    />
  );
  const name = stripName(strip);
  return (
    <dialog
      ref={dialog}
      className="viewer"
      aria-label={t('logbook.viewer.label', { name })}
      onClose={close}
      onKeyDown={onKey}
    >
      <div className="line viewer-bar">
        <h2 className="breakable" aria-live="polite">
          {shownName(name)}
        </h2>
        <span className="dim">{stageText(strip)}</span>
        <span className="line viewer-tools">
          {step('previous', previous)}
          {step('next', next)}
          <ZoomButton does="out" onClick={() => image.zoom(1 / zoomStep)} />
          <span className="viewer-scale time dim">{t('logbook.totals.percent', { share: image.scale })}</span>
          <ZoomButton does="in" onClick={() => image.zoom(zoomStep)} />
          <ZoomButton does="all" onClick={image.fit} />
          <IconButton icon="close" label={t('window.common.close')} onClick={() => dialog.current?.close()} />
        </span>
      </div>
      <ZoomArea image={image} label={t('window.strip.screenshotOf', { name })} />
      <aside className="viewer-facts" aria-label={t('window.detail.label', { name })} tabIndex={0}>
        <DetailFields strip={strip} />
      </aside>
    </dialog>
  );
}

type ZoomAreaProps = { readonly image: ShownImage; readonly label: string };

/** The area of the image: drag to move, zoom by wheel, pinch or double click. */
function ZoomArea({ image, label }: ZoomAreaProps) {
  const { area, drawn, view, isZoomed } = image;
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (canvas.current !== null && drawn?.kind === 'drawn') show(drawn.bitmap, canvas.current);
  }, [drawn]);
  const fromMiddle = ([x, y]: readonly [number, number]): [number, number] => {
    const box = area.current!;
    return [x - box.clientWidth / 2, y - box.clientHeight / 2];
  };
  useGestures(area, {
    drag: image.pan,
    zoom: (factor, at) => image.zoom(factor, fromMiddle(at)),
    press: () => {},
    hover: () => {},
    end: () => {},
  });
  return (
    <div
      ref={area}
      className={isZoomed ? 'viewer-area zoomed' : 'viewer-area'}
      onDoubleClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        if (isZoomed) image.fit();
        else image.zoom(2.5, fromMiddle([event.clientX - box.left, event.clientY - box.top]));
      }}
    >
      {drawn === null && <p className="dim">{t('window.common.reading')}</p>}
      {drawn !== null && drawn.kind !== 'drawn' && (
        <p className="dim">{whyNotDrawn(drawn) ?? t('logbook.viewer.broken')}</p>
      )}
      {drawn?.kind === 'drawn' && (
        <canvas
          ref={canvas}
          role="img"
          aria-label={label}
          style={
            view === null
              ? {}
              : { transform: `translate(-50%, -50%) translate(${view.x}px, ${view.y}px) scale(${view.scale})` }
          }
        />
      )}
    </div>
  );
}

/** Larger than any screenshot, so that images are decoded in their own size. */
const whole = { width: 16_000, height: 16_000 };

type ShownImage = ReturnType<typeof useImageView>;

/** The image of the viewer: decoded once in its own size, then zoomed and moved. */
function useImageView(stripId: string) {
  const images = useImageLoader();
  const [area, measured] = useSize<HTMLDivElement>();
  const space = measured ?? { width: 800, height: 600 };
  const [read, setRead] = useState<{ readonly stripId: string; readonly drawn: Drawn } | null>(null);
  const [changed, setChanged] = useState<{ readonly stripId: string; readonly view: ImageView } | null>(null);
  // Ignores the previous report's image, so that it needs no reset.
  const drawn = read?.stripId === stripId ? read.drawn : null;
  const moved = changed?.stripId === stripId ? changed.view : null;
  const setMoved = (view: ImageView) => setChanged({ stripId, view });
  useEffect(() => {
    const controller = new AbortController();
    void images.draw(stripId, whole, controller.signal).then((result) => {
      if (!controller.signal.aborted) setRead({ stripId, drawn: result });
    });
    return () => controller.abort();
  }, [images, stripId]);
  const size = drawn?.kind === 'drawn' ? { width: drawn.bitmap.width, height: drawn.bitmap.height } : null;
  const view = size === null ? null : moved === null ? fitted(size, space) : limitedView(moved, size, space);
  const zoom = (factor: number, at?: readonly [number, number]) => {
    if (size && view) setMoved(zoomedView(view, factor, size, space, at));
  };
  const pan = (dx: number, dy: number) => {
    if (size && view) setMoved(limitedView({ ...view, x: view.x + dx, y: view.y + dy }, size, space));
  };
  const fit = () => setChanged(null);
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

/** Returns the next report with a screenshot in this direction, or null at the end of what is rendered. */
function neighbourWithImage(id: string, step: 1 | -1): string | null {
  const all = [...document.querySelectorAll<HTMLElement>('[data-strip]')];
  const from = all.findIndex((element) => element.dataset['strip'] === id);
  if (from === -1) return null;
  for (let at = from + step; at >= 0 && at < all.length; at += step) {
    if (all[at]!.dataset['image'] !== undefined) return all[at]!.dataset['strip'] ?? null;
  }
  return null;
}

/** The zoom of an image and its position, in CSS pixels from the middle of its area. */
type ImageView = { readonly scale: number; readonly x: number; readonly y: number };

const maxScale = 8;

/** Returns the scale that shows the whole image, never enlarged. */
export const fitScale = (image: Size, space: Size): number =>
  Math.min(1, space.width / Math.max(1, image.width), space.height / Math.max(1, image.height));

export const fitted = (image: Size, space: Size): ImageView => ({ scale: fitScale(image, space), x: 0, y: 0 });

/** Limits the view: not smaller than the fitting scale, and without a gap at an edge of a larger image. */
export function limitedView({ scale, x, y }: ImageView, image: Size, space: Size): ImageView {
  const next = Math.min(maxScale, Math.max(fitScale(image, space), scale));
  const free = (side: number, room: number) => Math.max(0, (side * next - room) / 2);
  const clamp = (value: number, most: number) => (most === 0 ? 0 : Math.min(most, Math.max(-most, value)));
  return {
    scale: next,
    x: clamp(x, free(image.width, space.width)),
    y: clamp(y, free(image.height, space.height)),
  };
}

/** Zooms around the point `at`, relative to the middle of the area. */
export function zoomedView(
  view: ImageView,
  factor: number,
  image: Size,
  space: Size,
  at: readonly [number, number] = [0, 0],
): ImageView {
  const scale = Math.min(maxScale, Math.max(fitScale(image, space), view.scale * factor));
  const ratio = scale / view.scale;
  const moved = { scale, x: at[0] - (at[0] - view.x) * ratio, y: at[1] - (at[1] - view.y) * ratio };
  return limitedView(moved, image, space);
}

const isZoomed = (view: ImageView, image: Size, space: Size) => view.scale > fitScale(image, space) * 1.001;
