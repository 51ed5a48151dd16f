// Images that expand to far more than their size: real files of a few kilobytes with gigabytes of pixels, and the first
// bytes of others.
import { deflateSync } from 'node:zlib';
import { pngChunk, pngHeader, pngStart } from './image-samples.ts';

/** Eight bits of red, green and blue. */
const colour = [8, 2, 0, 0, 0];

export const pngHead = (width: number, height: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([pngStart, pngHeader(width, height, colour), pngChunk('IDAT', new Uint8Array(4))]));

type PngOptions = { readonly before?: readonly Buffer[]; readonly grey?: boolean };

/** A complete PNG, one bit or three bytes a pixel, all in one color: it deflates to almost nothing. */
export function plainPng(width: number, height: number, { before = [], grey = false }: PngOptions = {}): Buffer {
  const line = grey ? 1 + Math.ceil(width / 8) : 1 + 3 * width;
  const head = grey ? pngHeader(width, height, [1, 0, 0, 0, 0]) : pngHeader(width, height, colour);
  const pixels = Buffer.alloc(line * height, grey ? 0 : 0x60);
  // The filter type of each line.
  if (!grey) for (let y = 0; y < height; y += 1) pixels[y * line] = 0;
  return Buffer.concat([pngStart, head, ...before, pngChunk('IDAT', deflateSync(pixels)), pngChunk('IEND')]);
}

/** A chunk of `bytes` zeroes, deflated, as a text or as a colour profile: a bomb for a program that inflates it. */
export function deflatedChunk(type: 'zTXt' | 'iCCP', bytes: number): Buffer {
  return pngChunk(type, Buffer.concat([Buffer.from('bomb\0\0'), deflateSync(Buffer.alloc(bytes))]));
}

/** Returns an animated PNG with `frames` frames of one size. */
export function animatedPng(width: number, height: number, frames: number): Buffer {
  const control = (sequence: number) => {
    const content = Buffer.alloc(26);
    content.writeUInt32BE(sequence, 0);
    content.writeUInt32BE(width, 4);
    content.writeUInt32BE(height, 8);
    content.writeUInt16BE(1, 20);
    content.writeUInt16BE(1000, 22);
    return pngChunk('fcTL', content);
  };
  const frame = (value: number) => {
    const pixels = Buffer.alloc((1 + 3 * width) * height, value);
    for (let y = 0; y < height; y += 1) pixels[y * (1 + 3 * width)] = 0;
    return deflateSync(pixels);
  };
  const animation = Buffer.alloc(8);
  animation.writeUInt32BE(frames, 0);
  const later = Array.from({ length: frames - 1 }, (_, n) => {
    const content = Buffer.concat([Buffer.alloc(4), frame(0xff)]);
    content.writeUInt32BE(2 * n + 2, 0);
    return Buffer.concat([control(2 * n + 1), pngChunk('fdAT', content)]);
  });
  return Buffer.concat([
    pngStart,
    pngHeader(width, height, colour),
    pngChunk('acTL', animation),
    control(0),
    pngChunk('IDAT', frame(0x20)),
    ...later,
    pngChunk('IEND'),
  ]);
}

/** A JPEG's start, with this many profile blocks of 64 KiB before its frame. */
export function jpegHead(width: number, height: number, profiles = 0): Uint8Array<ArrayBuffer> {
  const profile = Buffer.alloc(2 + 65_535);
  profile.writeUInt16BE(0xffe2, 0);
  profile.writeUInt16BE(65_535, 2);
  const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 0, 0, 0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const blocks = Array.from({ length: profiles }, () => profile);
  return new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xd8]), ...blocks, frame]));
}
