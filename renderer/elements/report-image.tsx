// The image of a report, decoded when it scrolls into view.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Drawn, ImageSize } from '../store/image-loader.ts';
import { useImageLoader } from '../store/use-window.ts';
import { t } from '../text.ts';
import { show } from './canvas.ts';

type ReportImageProps = {
  readonly stripId: string;
  readonly className: string;
  /** In pixels of the page. */
  readonly box: ImageSize;
  /** The label for screen readers; null if the image is decorative. */
  readonly label: string | null;
  /** Draws over the image. It must not be a new function each time. */
  readonly drawOver?: ((context: CanvasRenderingContext2D) => void) | undefined;
  /** Renders what is shown if the image can't be drawn. `why`: a message for the pilot, if there is one. */
  readonly otherwise: (why: string | null) => ReactNode;
};

export function ReportImage({ stripId, className, box, label, drawOver, otherwise }: ReportImageProps) {
  const { width, height } = box;
  const images = useImageLoader();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [notDrawn, setNotDrawn] = useState<Exclude<Drawn, { kind: 'drawn' }> | null>(null);

  useEffect(() => {
    const target = canvas.current;
    if (target === null) return undefined;
    const controller = new AbortController();
    const draw = async () => {
      const sharpness = Math.min(devicePixelRatio, 2);
      const pixels = { width: Math.round(width * sharpness), height: Math.round(height * sharpness) };
      const drawn = await images.draw(stripId, pixels, controller.signal);
      if (controller.signal.aborted) return;
      if (drawn.kind !== 'drawn') return setNotDrawn(drawn);
      const context = show(drawn.bitmap, target);
      drawOver?.(context);
    };
    const sight = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        sight.disconnect();
        void draw();
      },
      { rootMargin: '200px' },
    );
    sight.observe(target);
    return () => {
      sight.disconnect();
      controller.abort();
    };
  }, [images, stripId, width, height, drawOver]);

  if (notDrawn !== null) return otherwise(whyNotDrawn(notDrawn));
  const name = label === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return <canvas ref={canvas} className={className} width={width} height={height} {...name} />;
}

/** A message for the pilot, if there is one. */
export function whyNotDrawn(drawn: Exclude<Drawn, { kind: 'drawn' }>): string | null {
  if (drawn.kind === 'too-large')
    return t('window.strip.imageTooLarge', { width: drawn.size.width, height: drawn.size.height });
  return drawn.kind === 'rejected' ? drawn.message : null;
}
