// Limits the memory of decoded images. A decoder needs four bytes per pixel, so a file of a few kilobytes can need
// gigabytes. An image above the limit is not decoded, and the window shows why. Pure.
import type { ImageSize } from './image-size.ts';

/** Three 4K screens have 25 million; no known screenshot is larger. */
export const MAX_PIXELS = 64_000_000;

type ImagePlan =
  | {
      readonly kind: 'draw';
      /** One side; the other keeps the aspect ratio. */
      readonly resize: ImageResize;
    }
  | { readonly kind: 'too-large' };
type ImageResize = { readonly resizeWidth: number } | { readonly resizeHeight: number };

/** @param box the space to fill, in device pixels */
export function planImage(size: ImageSize, box: ImageSize): ImagePlan {
  if (size.width * size.height > MAX_PIXELS) return { kind: 'too-large' };
  const isWider = size.width * box.height > size.height * box.width;
  // Never enlarged.
  const scale = Math.min(1, isWider ? box.height / size.height : box.width / size.width);
  // For images with extreme proportions.
  const mostSide = 4 * Math.max(box.width, box.height);
  const scaled = (side: number) => Math.max(1, Math.min(Math.round(side * scale), mostSide));
  return {
    kind: 'draw',
    resize: size.width >= size.height ? { resizeWidth: scaled(size.width) } : { resizeHeight: scaled(size.height) },
  };
}
