// Decodes images a few at a time, in the size they are shown in. Small ones are cached, so that a strip that scrolls
// back into view has its image immediately.
import type { ImageBytes } from '../../main/contract/bridge.ts';
import type { Result } from '../../main/contract/failure.ts';
import { offeredImages } from '../../main/contract/strip.ts';
import { text } from '../text.ts';

const maxAtOnce = 2;
const maxKept = 200;
/** The size of a thumbnail on a high-resolution screen; larger images are not cached. */
const maxKeptPixels = 300 * 300;

export type Drawn =
  | { readonly kind: 'drawn'; readonly bitmap: ImageBitmap }
  | { readonly kind: 'too-large'; readonly size: ImageSize }
  | { readonly kind: 'rejected'; readonly message: string }
  | { readonly kind: 'broken' };

export type ImageLoader = {
  /** Never rejects. Abort `signal` when the image is no longer needed. */
  draw(stripId: string, box: ImageSize, signal: AbortSignal): Promise<Drawn>;
};

type Options = {
  readonly read: (stripId: string) => Promise<Result<ImageBytes>>;
  readonly decode?: (image: Blob, options: ImageBitmapOptions) => Promise<ImageBitmap>;
};

export function createImageLoader({ read, decode = createImageBitmap }: Options): ImageLoader {
  const kept = new Map<string, Drawn>();
  const waiting: (() => void)[] = [];
  let working = 0;

  async function withSlot<T>(work: () => Promise<T>): Promise<T> {
    if (working >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else working += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else working -= 1;
    }
  }

  async function drawNow(stripId: string, box: ImageSize): Promise<Drawn> {
    const image = await read(stripId);
    if (!image.ok) {
      return image.failure.kind === 'not-supported-here'
        ? { kind: 'rejected', message: text(image.failure.message) }
        : { kind: 'broken' };
    }
    const size = imageSize(image.value);
    if (size === null) return { kind: 'broken' };
    const resize = resizeOf(size, box);
    if (resize === null) return { kind: 'too-large', size };
    const { mediaType, bytes } = image.value;
    try {
      const bitmap = await decode(new Blob([bytes], { type: mediaType }), {
        ...resize,
        resizeQuality: 'medium',
        // Ignores the file's colour profile: its parsers are an attack surface.
        colorSpaceConversion: 'none',
      });
      return { kind: 'drawn', bitmap };
    } catch {
      return { kind: 'broken' };
    }
  }

  function keep(key: string, drawn: Drawn) {
    // Another one is offered next.
    if (drawn.kind === 'broken' || offeredImages.some((one) => key.startsWith(one))) return;
    if (drawn.kind === 'drawn' && drawn.bitmap.width * drawn.bitmap.height > maxKeptPixels) return;
    kept.set(key, drawn);
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  }

  return {
    async draw(stripId, box, signal) {
      const key = `${stripId} ${box.width} ${box.height}`;
      const draw = async (): Promise<Drawn> => {
        if (signal.aborted) return { kind: 'broken' };
        const drawn = await drawNow(stripId, box);
        keep(key, drawn);
        return drawn;
      };
      return kept.get(key) ?? withSlot(draw);
    },
  };
}

// Limits the memory of decoded images. A decoder needs four bytes per pixel, so a file of a few kilobytes can need
// gigabytes. An image above the limit is not decoded, and the window shows why.

/** Three 4K screens have 25 million; no known screenshot is larger. */
export const maxPixels = 64_000_000;

/**
 * The longer side of a decoded image; the other keeps the aspect ratio. Null if it is too large.
 * @param box the space to fill, in device pixels
 */
export function resizeOf(size: ImageSize, box: ImageSize): ImageBitmapOptions | null {
  if (size.width * size.height > maxPixels) return null;
  const isWider = size.width * box.height > size.height * box.width;
  // Never enlarged.
  const scale = Math.min(1, isWider ? box.height / size.height : box.width / size.width);
  // For images with extreme proportions.
  const mostSide = 4 * Math.max(box.width, box.height);
  const scaled = (side: number) => Math.max(1, Math.min(Math.round(side * scale), mostSide));
  return size.width >= size.height ? { resizeWidth: scaled(size.width) } : { resizeHeight: scaled(size.height) };
}

// Reads the size of an image before it is decoded: from the first chunk of a PNG, or the frame header of a JPEG.

export type ImageSize = { readonly width: number; readonly height: number };

/** How far to search for the frame header of a JPEG: previews and profiles before it have 64 KiB each. */
const maxJpegHead = 4 * 1024 * 1024;

/** Returns null if the size can't be read; such an image is not decoded. */
export function imageSize({ mediaType, bytes }: ImageBytes): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = mediaType === 'image/png' ? sizeOfPng(view) : sizeOfJpeg(view);
  return size !== null && size.width > 0 && size.height > 0 ? size : null;
}

const pngSignature = [0x89504e47, 0x0d0a1a0a] as const;
const ihdr = 0x49484452;

function sizeOfPng(view: DataView): ImageSize | null {
  if (view.byteLength < 24) return null;
  const isPng = view.getUint32(0) === pngSignature[0] && view.getUint32(4) === pngSignature[1];
  if (!isPng || view.getUint32(12) !== ihdr) return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function sizeOfJpeg(view: DataView): ImageSize | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null;
  const end = Math.min(view.byteLength, maxJpegHead);
  let place = 2;
  while (place + 9 <= end) {
    const marker = view.getUint8(place + 1);
    // The end of the image, or a scan without a frame header.
    if (view.getUint8(place) !== 0xff || marker === 0xd9 || marker === 0xda) return null;
    if (isFrame(marker)) return { height: view.getUint16(place + 5), width: view.getUint16(place + 7) };
    const isWithoutContent = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    // A marker may be preceded by any number of fill bytes.
    place += marker === 0xff ? 1 : isWithoutContent ? 2 : 2 + Math.max(2, view.getUint16(place + 2));
  }
  return null;
}

/** SOF0 to SOF15, without the three codes in that range that aren't frames (DHT, JPG, DAC). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
