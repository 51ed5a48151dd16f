// Creates a JPEG from an image over the service's maximum size. Reduces quality first and resolution only after that,
// and stops while the figures are still legible.
import type { ImageSize } from '../../images/image-size.ts';

export type Compressed = { readonly blob: Blob; readonly size: ImageSize };
type Encode = (size: ImageSize, quality: number) => Promise<Blob>;

/** Tried in this order. Below the last one, figures on a screenshot are illegible. */
const steps = [
  { scale: 1, quality: 0.92 },
  { scale: 1, quality: 0.85 },
  { scale: 1, quality: 0.75 },
  { scale: 0.8, quality: 0.82 },
  { scale: 0.65, quality: 0.8 },
  { scale: 0.5, quality: 0.78 },
  { scale: 0.35, quality: 0.75 },
] as const;

/** Returns the result of the first step that has at most `maxBytes`, or null if none has. */
export async function compress(size: ImageSize, maxBytes: number, encode: Encode): Promise<Compressed | null> {
  for (const { scale, quality } of steps) {
    const scaled = { width: sideOf(size.width, scale), height: sideOf(size.height, scale) };
    // One after the other, because most images fit at the first step.
    // oxlint-disable-next-line no-await-in-loop
    const blob = await encode(scaled, quality);
    if (blob.size <= maxBytes) return { blob, size: scaled };
  }
  return null;
}

const sideOf = (side: number, scale: number) => Math.max(1, Math.round(side * scale));

/** Returns the name of the compressed image: `report.png` becomes `report.jpg`. */
export const compressedName = (name: string) => `${name.replace(/\.(png|jpe?g)$/i, '')}.jpg`;
