// Makes a JPEG of an image with the browser's own decoder and encoder.
import type { ImageSize } from './image-loader.ts';

export async function encodeJpeg(bitmap: ImageBitmap, { width, height }: ImageSize, quality: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  // A JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}

/** Hardly any loss on a screenshot. */
const quality = 0.92;

/** A JPEG of a file in another format, in the same size; null if the browser can't read it. */
export async function jpegOf(file: File, maxPixels: number): Promise<File | null> {
  const bitmap = await createImageBitmap(file, { colorSpaceConversion: 'none' }).catch(() => null);
  if (bitmap === null || bitmap.width * bitmap.height > maxPixels) return null;
  const blob = await encodeJpeg(bitmap, bitmap, quality);
  bitmap.close();
  return new File([blob], `${file.name}.jpg`, { type: 'image/jpeg' });
}
