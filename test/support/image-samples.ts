// Images built byte by byte, structurally complete and valid, for tests of the image check and of watching.
import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** Compressed rows of a PNG with eight bits of grey. */
export const pngPixels = (width = 4, height = 3): Buffer => deflateSync(Buffer.alloc((width + 1) * height));

export function pngChunk(type: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, crc]);
}

/** `format`: depth, colour type, compression, filter and interlacing; eight bits of grey by default. */
export function pngHeader(width: number, height: number, format: readonly number[] = [8, 0, 0, 0, 0]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(format, 8);
  return pngChunk('IHDR', header);
}

export const pngStart = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** A PNG that viewers open. `text` makes it a different image, `comment` another file of the same one; `padBytes` makes it longer. */
export function samplePng(
  options: { width?: number; height?: number; text?: string; comment?: string; padBytes?: number } = {},
): Buffer {
  const { width = 4, height = 3, text = '', comment = '', padBytes = 0 } = options;
  const rows = Buffer.alloc((width + 1) * height, createHash('sha256').update(text).digest());
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  const note = Buffer.from(`Comment\0${comment}${'.'.repeat(padBytes)}`, 'latin1');
  const chunks = [pngHeader(width, height), pngChunk('tEXt', note), pngChunk('IDAT', deflateSync(rows, { level: 0 }))];
  return Buffer.concat([pngStart, ...chunks, pngChunk('IEND')]);
}

export function jpegSegment(code: number, data: Uint8Array): Buffer {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** A quantization table and a frame. */
export function jpegFrame(width: number, height: number, code = 0xc0): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  return Buffer.concat([jpegSegment(0xdb, Buffer.alloc(65, 1)), jpegSegment(code, frame)]);
}

export const jpegScanHeader = jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0]));
export const jpegStart = Buffer.from([0xff, 0xd8]);
export const jpegEnd = Buffer.from([0xff, 0xd9]);

/** Any bytes as entropy-coded data: FF is stuffed, and a restart marker follows now and then. */
export function jpegEntropy(bytes: Uint8Array, restartEvery = 0): Buffer {
  const coded: number[] = [];
  bytes.forEach((byte, index) => {
    coded.push(byte);
    if (byte === 0xff) coded.push(0);
    if (restartEvery > 0 && index % restartEvery === restartEvery - 1) coded.push(0xff, 0xd0 + (index % 8));
  });
  return Buffer.from(coded);
}

/** A structurally complete JPEG, with a complete thumbnail inside its APP1. */
export function sampleJpeg({ seed = 7 } = {}): Buffer {
  const data = Uint8Array.from({ length: 200 }, (_, index) => (index * seed * 31 + (index % 9 === 0 ? 255 : 0)) % 256);
  const thumbnail = Buffer.concat([
    jpegStart,
    jpegFrame(2, 2),
    jpegScanHeader,
    jpegEntropy(data.subarray(0, 20)),
    jpegEnd,
  ]);
  return Buffer.concat([
    jpegStart,
    jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), thumbnail])),
    jpegFrame(16, 9),
    jpegScanHeader,
    jpegEntropy(data, 16),
    jpegEnd,
  ]);
}

/** `table`: what its encoder chose; `scan`: what it shows. */
export const jpegOf = ({ scan, table }: { scan: number[]; table: number }) =>
  Buffer.concat([
    jpegStart,
    jpegSegment(0xdb, Buffer.alloc(65, table)),
    jpegSegment(0xc4, Buffer.alloc(20, 1)),
    jpegFrame(8, 8),
    jpegScanHeader,
    jpegEntropy(Buffer.from(scan)),
    jpegEnd,
  ]);
