// How large a picture would be, read from its first bytes, before anything is asked to decode it. Nothing is inflated and
// no profile is opened here: a PNG says its size in its first chunk, a JPEG in its frame header.
import type { ImageBytes } from '../../main/contract/image.ts';

export type ImageSize = { readonly width: number; readonly height: number };

/** So many bytes of a JPEG may come before its frame: previews and profiles have 64 KiB a piece. */
const MOST_JPEG_HEAD = 4 * 1024 * 1024;

/** Null where the bytes do not say it: then they are not drawn. */
export function imageSize({ mediaType, bytes }: ImageBytes): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = mediaType === 'image/png' ? sizeOfPng(view) : sizeOfJpeg(view);
  return size !== null && size.width > 0 && size.height > 0 ? size : null;
}

const pngSignature = [0x89504e47, 0x0d0a1a0a] as const;
const IHDR = 0x49484452;

function sizeOfPng(view: DataView): ImageSize | null {
  if (view.byteLength < 24) return null;
  const isPng = view.getUint32(0) === pngSignature[0] && view.getUint32(4) === pngSignature[1];
  if (!isPng || view.getUint32(12) !== IHDR) return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function sizeOfJpeg(view: DataView): ImageSize | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null;
  const end = Math.min(view.byteLength, MOST_JPEG_HEAD);
  let place = 2;
  while (place + 9 <= end) {
    if (view.getUint8(place) !== 0xff) return null;
    const marker = view.getUint8(place + 1);
    // A marker may be preceded by any number of fill bytes.
    if (marker === 0xff) {
      place += 1;
    } else if (isFrame(marker)) {
      return { height: view.getUint16(place + 5), width: view.getUint16(place + 7) };
    } else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      place += 2;
    } else if (marker === 0xd9 || marker === 0xda) {
      // Its end, or pixels without a frame.
      return null;
    } else {
      place += 2 + Math.max(2, view.getUint16(place + 2));
    }
  }
  return null;
}

/** SOF0 to SOF15 but the three markers among them that are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
