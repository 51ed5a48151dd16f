// Reads the size of an image before it is decoded: from the first chunk of a PNG, or the frame header of a JPEG.
import type { ImageBytes } from '../../main/contract/bridge.ts';

export type ImageSize = { readonly width: number; readonly height: number };

/** How far to search for the frame header of a JPEG: previews and profiles before it have 64 KiB each. */
const MAX_JPEG_HEAD = 4 * 1024 * 1024;

/** Returns null if the size can't be read; such an image is not decoded. */
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
  const end = Math.min(view.byteLength, MAX_JPEG_HEAD);
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
      // End of image, or a scan without a frame header.
      return null;
    } else {
      place += 2 + Math.max(2, view.getUint16(place + 2));
    }
  }
  return null;
}

/** SOF0 to SOF15, without the three codes in that range that aren't frames (DHT, JPG, DAC). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
