// Images of any size: half PNG, half JPEG, complete by their structure, each with different content. The content is
// noise, like compressed pixels.

import { randomFillSync } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

const idatBytes = 64 * 1024;

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
  const head = Buffer.alloc(13);
  head.writeUInt32BE(1920, 0);
  head.writeUInt32BE(1080, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const start = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head)]);
  const pixels: Buffer[] = [];
  for (let at = 0; at < bytes; at += idatBytes) {
    pixels.push(chunk('IDAT', randomFillSync(Buffer.alloc(Math.min(idatBytes, bytes - at)))));
  }
  const rest = Buffer.concat([...pixels, chunk('IEND', Buffer.alloc(0))]);
  return (index) => [start, chunk('tEXt', Buffer.from(`Comment\0report ${index}`)), rest];
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
  const frame = segment(0xc0, Buffer.from([8, 4, 56, 7, 128, 1, 1, 0x11, 0]));
  const scan = segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0]));
  const data = randomFillSync(Buffer.alloc(bytes));
  data[bytes - 1] = 0;
  // In entropy-coded data a zero follows each FF.
  for (let at = data.indexOf(0xff); at >= 0; at = data.indexOf(0xff, at + 2)) data[at + 1] = 0;
  const rest = Buffer.concat([frame, scan, data, Buffer.from([0xff, 0xd9])]);
  return (index) => [Buffer.from([0xff, 0xd8]), segment(0xfe, Buffer.from(`report ${index}`)), rest];
}

function segment(code: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}
