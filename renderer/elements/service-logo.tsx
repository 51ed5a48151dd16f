// The logo of a preset, on a canvas because the content security policy allows no data: image.
import { useEffect, useRef } from 'react';
import { contextOf } from './canvas.ts';

/** In pixels of the page. */
const side = 52;

/** Decodes the logo of a preset, a PNG as a data URL. */
export const logoImage = (logo: string): Promise<ImageBitmap> =>
  createImageBitmap(
    new Blob([Uint8Array.from(atob(logo.slice(logo.indexOf(',') + 1)), (character) => character.charCodeAt(0))]),
  );

export function ServiceLogo({ logo }: { readonly logo: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    const draw = async () => {
      const bitmap = await logoImage(logo);
      const target = canvas.current;
      if (isGone || target === null) return bitmap.close();
      // Fits the whole logo, in device pixels.
      const sharpness = (side * devicePixelRatio) / Math.max(bitmap.width, bitmap.height);
      contextOf(target, bitmap, sharpness).drawImage(bitmap, 0, 0);
      bitmap.close();
    };
    // Decorative: the name is next to it.
    draw().catch(() => canvas.current?.setAttribute('hidden', ''));
    return () => void (isGone = true);
  }, [logo]);
  return <canvas ref={canvas} className="service-logo" width={side} height={side} aria-hidden="true" />;
}
