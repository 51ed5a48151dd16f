// A report's image in shades of gray, shrunk, for a look at its text. Runs in a child process only
// (text-in-file.ts, logbook/route-in-file.ts): the whole image is decoded.
import { readFile } from 'node:fs/promises';
import createDecoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import { createJpegScan } from './jpeg.ts';
import { createPixelRows } from './png-pixels.ts';
import { createPngScan, pngSignature } from './png.ts';
import { readingFile } from './reading-files.ts';

/** In pixels of the image. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

export type GrayImage = {
  readonly width: number;
  readonly height: number;
  readonly shades: Uint8Array;
  /** The longer side of the image before it was shrunk. */
  readonly longSide: number;
};

/** More is not decoded. */
const maxPixels = 10_000_000;

/**
 * Null if the image is not decoded: larger than `maxPixels`, an interlaced PNG, or not a whole image. May throw if it is
 * damaged.
 * @param maxSide The longer side after shrinking is at most this.
 */
export async function readGrayImage(path: string, maxSide: number): Promise<GrayImage | null> {
  const bytes = await readFile(path);
  const isPng = bytes.subarray(0, pngSignature.length).equals(pngSignature);
  return isPng ? fromPng(bytes, maxSide) : fromJpeg(bytes, maxSide);
}

async function fromPng(bytes: Buffer, maxSide: number): Promise<GrayImage | null> {
  let shrunk: ReturnType<typeof createShrunk> | null = null;
  let push: ((piece: Buffer) => void) | null = null;
  const scan = createPngScan({
    header(header, palette) {
      if (header.isInterlaced || header.width * header.height > maxPixels) return;
      const gray = createShrunk(header.width, header.height, maxSide);
      shrunk = gray;
      push = createPixelRows(header, palette, (colourAt) => {
        gray.row((x) => {
          const colour = colourAt(x);
          return shadeOf(colour >> 16, (colour >> 8) & 255, colour & 255);
        });
      });
    },
    rows: (piece) => push?.(piece),
  });
  await scan.push(bytes);
  return (shrunk as ReturnType<typeof createShrunk> | null)?.image() ?? null;
}

/** The decoder makes one; browsers have it, and Node lacks it. */
class ImageData {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

async function fromJpeg(bytes: Buffer, maxSide: number): Promise<GrayImage | null> {
  const scan = createJpegScan();
  await scan.push(bytes);
  const found = scan.state();
  if (found.kind !== 'whole' || found.width * found.height > maxPixels) return null;
  Object.assign(globalThis, { ImageData });
  const wasmBinary = await readingFile('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm');
  // One for each image: its memory is free for what looks at the image next.
  const decoder = await createDecoder({ wasmBinary });
  const decoded: ImageData | null = decoder.decode(bytes, false);
  if (decoded === null) return null;
  const { width, height, data } = decoded;
  const gray = createShrunk(width, height, maxSide);
  for (let y = 0; y < height; y += 1) {
    gray.row((x) => {
      const at = 4 * (y * width + x);
      return shadeOf(data[at]!, data[at + 1]!, data[at + 2]!);
    });
  }
  return gray.image();
}

/** Rec. 601. */
const shadeOf = (red: number, green: number, blue: number) => (red * 77 + green * 150 + blue * 29) >> 8;

/** Averages squares of a whole number of pixels; what is left at the right and the bottom is not used. */
function createShrunk(width: number, height: number, maxSide: number) {
  const step = Math.ceil(Math.max(width, height) / maxSide);
  const [columns, rows] = [Math.floor(width / step), Math.floor(height / step)];
  const shades = new Uint8Array(columns * rows);
  const sums = new Uint32Array(columns);
  let y = 0;
  return {
    row(shadeAt: (x: number) => number) {
      for (let x = 0; x < columns * step; x += 1) sums[Math.trunc(x / step)]! += shadeAt(x);
      y += 1;
      if (y % step !== 0 || y > rows * step) return;
      const from = (y / step - 1) * columns;
      for (let x = 0; x < columns; x += 1) shades[from + x] = sums[x]! / (step * step);
      sums.fill(0);
    },
    image: (): GrayImage => ({ width: columns, height: rows, shades, longSide: Math.max(width, height) }),
  };
}
