// Images of any size: half PNG, half JPEG, complete by their structure, each with different content. The content is
// noise, like compressed pixels.

import { randomFillSync } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { constants, crc32, deflateRawSync } from 'node:zlib';

const idatBytes = 64 * 1024;
const width = 256;

/** Writes `count` images of about `bytes` each into a new folder. Returns their paths. */
export function writeImages(folder: string, count: number, bytes: number): string[] {
  mkdirSync(folder, { recursive: true });
  const png = pngOf(bytes);
  const jpeg = jpegOf(bytes);
  return Array.from({ length: count }, (_, index) => {
    const isPng = index % 2 === 0;
    const path = join(folder, `report-${index}.${isPng ? 'png' : 'jpg'}`);
    const file = openSync(path, 'w');
    for (const part of isPng ? png(index) : jpeg(index)) writeSync(file, part);
    closeSync(file);
    return path;
  });
}

type Numbered = (index: number) => Buffer[];

function pngOf(bytes: number): Numbered {
  const rowBytes = 1 + width * 3;
  const rows = Math.max(1, Math.round(bytes / rowBytes));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(rows, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const start = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head)]);
  // The last chunk has the last row, which differs; noise is stored, not compressed.
  const noise = randomFillSync(Buffer.alloc((rows - 1) * rowBytes));
  for (let at = 0; at < noise.length; at += rowBytes) noise[at] = 0;
  const deflated = deflateRawSync(noise, { level: 0, finishFlush: constants.Z_SYNC_FLUSH });
  const pixels: Buffer[] = [chunk('IDAT', Buffer.from([0x78, 0x01]))];
  for (let at = 0; at < deflated.length; at += idatBytes)
    pixels.push(chunk('IDAT', deflated.subarray(at, at + idatBytes)));
  const rest = Buffer.concat(pixels);
  return (index) => {
    const last = Buffer.alloc(rowBytes);
    last.writeUInt32BE(index, 1);
    return [start, rest, chunk('IDAT', deflateRawSync(last)), chunk('IEND', Buffer.alloc(0))];
  };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

function jpegOf(bytes: number): Numbered {
  const tables = segment(0xdb, Buffer.alloc(65, 1));
  const frame = segment(0xc0, Buffer.from([8, 4, 56, 7, 128, 1, 1, 0x11, 0]));
  const scan = segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0]));
  const data = randomFillSync(Buffer.alloc(bytes));
  data[bytes - 1] = 0;
  // In entropy-coded data a zero follows each FF.
  for (let at = data.indexOf(0xff); at >= 0; at = data.indexOf(0xff, at + 2)) data[at + 1] = 0;
  const rest = Buffer.concat([tables, frame, scan, data, Buffer.from([0xff, 0xd9])]);
  // A number that decoders ignore, in a table that is not used.
  return (index) => [
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, Buffer.alloc(65, 1).fill(2, 0, 1).fill(String(index), 1)),
    rest,
  ];
}

function segment(code: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}
