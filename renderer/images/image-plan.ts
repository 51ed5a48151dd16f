// What a picture may cost this window: pure. A decoder holds four bytes for each pixel, whatever the file's size is, so
// a few kilobytes can ask for gigabytes. Above the limit nothing is decoded, and the pilot reads why.
import type { ImageSize } from './image-size.ts';

/** Three 4K screens side by side have 25 million; above this no screenshot is known. */
export const MOST_PIXELS = 64_000_000;

export type ImagePlan =
  | {
      readonly kind: 'draw';
      /** One of both; the other follows from the picture's shape. */ readonly resize: ImageResize;
    }
  | { readonly kind: 'too-large' };
export type ImageResize = { readonly resizeWidth: number } | { readonly resizeHeight: number };

/** @param box The place it is drawn in, in pixels of the screen; it is filled. */
export function planImage(size: ImageSize, box: ImageSize): ImagePlan {
  if (size.width * size.height > MOST_PIXELS) return { kind: 'too-large' };
  const isWider = size.width * box.height > size.height * box.width;
  // Never larger than it is, and never so large that a strip of a picture costs more than a whole one.
  const scale = Math.min(1, isWider ? box.height / size.height : box.width / size.width);
  const mostSide = 4 * Math.max(box.width, box.height);
  const scaled = (side: number) => Math.max(1, Math.min(Math.round(side * scale), mostSide));
  return {
    kind: 'draw',
    resize: size.width >= size.height ? { resizeWidth: scaled(size.width) } : { resizeHeight: scaled(size.height) },
  };
}
