// The area of the image: drag to move, zoom by wheel, pinch or double click.
import { useLayoutEffect, useRef } from 'react';
import { useGestures } from '../gestures/use-gestures.ts';
import { t } from '../text.ts';
import type { ShownImage } from './use-image-view.ts';

type Props = { readonly image: ShownImage; readonly label: string };

export function ZoomArea({ image, label }: Props) {
  const { area, drawn, view, isZoomed } = image;
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const target = canvas.current;
    if (target === null || drawn?.kind !== 'drawn') return;
    target.width = drawn.bitmap.width;
    target.height = drawn.bitmap.height;
    target.getContext('2d')?.drawImage(drawn.bitmap, 0, 0);
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
      {drawn !== null && drawn.kind !== 'drawn' && <p className="dim">{whyNot(drawn)}</p>}
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

function whyNot(drawn: Exclude<NonNullable<ShownImage['drawn']>, { kind: 'drawn' }>): string {
  if (drawn.kind === 'too-large')
    return t('window.strip.imageTooLarge', { width: drawn.size.width, height: drawn.size.height });
  return drawn.kind === 'rejected' ? drawn.message : t('logbook.viewer.broken');
}
