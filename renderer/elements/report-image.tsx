// Images on a canvas: that of a report, decoded when it scrolls into view, and the logo of a preset.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Drawn, ImageSize } from '../store/image-loader.ts';
import { useImageLoader } from '../store/use-window.ts';
import { t } from '../text.ts';

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

export function ReportImage({
  stripId,
  className,
  box: { width, height },
  label,
  drawOver,
  otherwise,
}: ReportImageProps) {
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
      const context = target.getContext('2d');
      context?.drawImage(drawn.bitmap, 0, 0);
      if (context) drawOver?.(context);
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

/** In pixels of the page. */
const side = 52;

/** Decodes the logo of a preset, a PNG as a data URL. */
export const logoImage = (logo: string): Promise<ImageBitmap> =>
  createImageBitmap(
    new Blob([Uint8Array.from(atob(logo.slice(logo.indexOf(',') + 1)), (character) => character.charCodeAt(0))]),
  );

/** The logo of a preset, on a canvas because the content security policy allows no data: image. */
export function ServiceLogo({ logo }: { readonly logo: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    const draw = async () => {
      const bitmap = await logoImage(logo);
      const target = canvas.current;
      if (isGone || target === null) return bitmap.close();
      // Fits the whole logo, in device pixels.
      const scale = (side * devicePixelRatio) / Math.max(bitmap.width, bitmap.height);
      target.width = Math.round(bitmap.width * scale);
      target.height = Math.round(bitmap.height * scale);
      target.getContext('2d')?.drawImage(bitmap, 0, 0, target.width, target.height);
      bitmap.close();
    };
    // Decorative: the name is next to it.
    draw().catch(() => canvas.current?.setAttribute('hidden', ''));
    return () => void (isGone = true);
  }, [logo]);
  return <canvas ref={canvas} className="service-logo" width={side} height={side} aria-hidden="true" />;
}
