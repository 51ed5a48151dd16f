// Images of random bytes, complete by their structure: a PNG with checksums, a JPEG with arbitrary data. Reproducible
// from a seed.

import { crc32, deflateSync } from 'node:zlib';
import type { Draw } from '../harness/draw.ts';

/** @param format by the file name extension */
export function drawImage(random: Draw, format: 'png' | 'jpg', bytes: number): Buffer {
  const data = Buffer.alloc(Math.max(16, Math.round(bytes)));
  for (let at = 0; at + 4 <= data.length; at += 4) data.writeUInt32LE(Math.floor(random() * 4_294_967_296), at);
  return format === 'png' ? png(data) : jpeg(data);
}

function png(data: Buffer): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(data.length, 0);
  // One row of grey, stored and not compressed.
  const pixels = deflateSync(Buffer.concat([Buffer.of(0), data]), { level: 0 });
  const chunks = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function jpeg(data: Buffer): Buffer {
  // No FF in the data: it would be a marker.
  for (let at = 0; at < data.length; at += 1) if (data[at] === 0xff) data[at] = 0xfe;
  const table = Buffer.concat([Buffer.from([0xff, 0xdb, 0, 67, 0]), Buffer.alloc(64, 1)]);
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 64, 0, 64, 1, 1, 0x11, 0]);
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), table, frame, scan, data, Buffer.from([0xff, 0xd9])]);
}
