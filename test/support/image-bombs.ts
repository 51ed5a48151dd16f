// Images that expand to far more than their size: real files of a few kilobytes with gigabytes of pixels, and the first
// bytes of others.
import { crc32, deflateSync } from 'node:zlib';

const text = (name: string) => new TextEncoder().encode(name);

function chunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([text(type), content]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(content.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function header(width: number, height: number, depth = 8, colour = 2): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  content.set([depth, colour, 0, 0, 0], 8);
  return chunk('IHDR', content);
}

export const pngHead = (width: number, height: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([signature, header(width, height), chunk('IDAT', new Uint8Array(4))]));

type PngOptions = { readonly before?: readonly Buffer[]; readonly grey?: boolean };

/** A complete PNG, one bit or three bytes a pixel, all in one color: it deflates to almost nothing. */
export function plainPng(width: number, height: number, { before = [], grey = false }: PngOptions = {}): Buffer {
  const line = grey ? 1 + Math.ceil(width / 8) : 1 + 3 * width;
  const head = grey ? header(width, height, 1, 0) : header(width, height);
  const pixels = Buffer.alloc(line * height, grey ? 0 : 0x60);
  // The filter type of each line.
  if (!grey) for (let y = 0; y < height; y += 1) pixels[y * line] = 0;
  return Buffer.concat([
    signature,
    head,
    ...before,
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** A chunk of `bytes` zeroes, deflated, as a text or as a colour profile: a bomb for a program that inflates it. */
export function deflatedChunk(type: 'zTXt' | 'iCCP', bytes: number): Buffer {
  return chunk(type, Buffer.concat([text('bomb\0\0'), deflateSync(Buffer.alloc(bytes))]));
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
    return chunk('fcTL', content);
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
    return Buffer.concat([control(2 * n + 1), chunk('fdAT', content)]);
  });
  return Buffer.concat([
    signature,
    header(width, height),
    chunk('acTL', animation),
    control(0),
    chunk('IDAT', frame(0x20)),
    ...later,
    chunk('IEND', new Uint8Array()),
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
