// Reads the screenshot of a report and compresses it with the browser's decoder.
import type { ImageBytes } from '../../../main/contract/bridge.ts';
import type { Result } from '../../../main/contract/failure.ts';
import { MAX_PIXELS } from '../../images/image-plan.ts';
import { imageSize, type ImageSize } from '../../images/image-size.ts';
import { t } from '../../text.ts';
import { compress, type Compressed } from './compress.ts';

type Original = { readonly bitmap: ImageBitmap; readonly bytes: number };

export type ReadCompressed =
  | { readonly kind: 'compressed'; readonly original: Original; readonly compressed: Compressed }
  /** `why`: a message for the pilot. */
  | { readonly kind: 'not-possible'; readonly why: string };

/** @param maxBytes the service's maximum; null if it isn't known, which aims at half of the file's size */
export async function readCompressed(
  read: () => Promise<Result<ImageBytes>>,
  maxBytes: number | null,
): Promise<ReadCompressed> {
  const image = await read();
  if (!image.ok) return notPossible();
  const { bytes, mediaType } = image.value;
  const size = imageSize(image.value);
  if (size === null || size.width * size.height > MAX_PIXELS) return notPossible();
  const blob = new Blob([bytes], { type: mediaType });
  // Colour profiles are ignored, as in image-loader.ts.
  const bitmap = await createImageBitmap(blob, { colorSpaceConversion: 'none' }).catch(() => null);
  if (bitmap === null) return notPossible();
  const most = maxBytes ?? Math.floor(bytes.byteLength / 2);
  const compressed = await compress(size, most, (scaled, quality) => encodeJpeg(bitmap, scaled, quality));
  if (compressed === null) return { kind: 'not-possible', why: t('window.compress.stillTooLarge', { bytes: most }) };
  return { kind: 'compressed', original: { bitmap, bytes: bytes.byteLength }, compressed };
}

const notPossible = (): ReadCompressed => ({ kind: 'not-possible', why: t('window.compress.notPossible') });

async function encodeJpeg(bitmap: ImageBitmap, { width, height }: ImageSize, quality: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  // A JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}
