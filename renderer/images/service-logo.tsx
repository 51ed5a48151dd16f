// The logo of a preset, on a canvas because the content security policy allows no data: image.
import { useEffect, useRef } from 'react';

/** In pixels of the page. */
const SIDE = 52;

export function ServiceLogo({ logo }: { readonly logo: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    const draw = async () => {
      const bytes = Uint8Array.from(atob(logo.slice(logo.indexOf(',') + 1)), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const target = canvas.current;
      if (isGone || target === null) return bitmap.close();
      // Fits the whole logo, in device pixels.
      const scale = (SIDE * devicePixelRatio) / Math.max(bitmap.width, bitmap.height);
      target.width = Math.round(bitmap.width * scale);
      target.height = Math.round(bitmap.height * scale);
      target.getContext('2d')?.drawImage(bitmap, 0, 0, target.width, target.height);
      bitmap.close();
    };
    // Decorative: the name is next to it.
    draw().catch(() => canvas.current?.setAttribute('hidden', ''));
    return () => void (isGone = true);
  }, [logo]);
  return <canvas ref={canvas} className="service-logo" width={SIDE} height={SIDE} aria-hidden="true" />;
}
