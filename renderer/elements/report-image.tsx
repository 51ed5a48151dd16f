// The image of a report on a canvas, decoded when it scrolls into view.
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useImageLoader } from '../store/use-window.ts';
import { t } from '../text.ts';
import type { Drawn } from '../images/image-loader.ts';
import type { ImageSize } from '../images/image-size.ts';

type Props = {
  readonly stripId: string;
  readonly className: string;
  /** In pixels of the page. */
  readonly box: ImageSize;
  /** The label for screen readers; null if the image is decorative. */
  readonly label: string | null;
  /** Renders what is shown if the image can't be drawn. `why`: a message for the pilot, if there is one. */
  readonly otherwise: (why: string | null) => ReactNode;
};

export function ReportImage({ stripId, className, box: { width, height }, label, otherwise }: Props) {
  const images = useImageLoader();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [notDrawn, setNotDrawn] = useState<Exclude<Drawn, { kind: 'drawn' }> | null>(null);

  useEffect(() => {
    const target = canvas.current;
    if (target === null) return undefined;
    const controller = new AbortController();
    const draw = async () => {
      const sharpness = Math.min(devicePixelRatio, 2);
      const box = { width: Math.round(width * sharpness), height: Math.round(height * sharpness) };
      const drawn = await images.draw(stripId, box, controller.signal);
      if (controller.signal.aborted) return;
      if (drawn.kind !== 'drawn') return setNotDrawn(drawn);
      target.width = drawn.bitmap.width;
      target.height = drawn.bitmap.height;
      target.getContext('2d')?.drawImage(drawn.bitmap, 0, 0);
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
  }, [images, stripId, width, height]);

  if (notDrawn !== null) return otherwise(whyNot(notDrawn));
  const name = label === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return <canvas ref={canvas} className={className} width={width} height={height} {...name} />;
}

function whyNot(drawn: Exclude<Drawn, { kind: 'drawn' }>): string | null {
  if (drawn.kind === 'too-large')
    return t('window.strip.imageTooLarge', { width: drawn.size.width, height: drawn.size.height });
  return drawn.kind === 'rejected' ? drawn.message : null;
}
