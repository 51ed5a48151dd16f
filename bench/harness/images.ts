// Images of any size, complete by their structure, each with different content: noise, like compressed pixels.

import { randomFillSync } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** @param bytes about so many */
export function makeImage(format: 'png' | 'jpg', bytes: number): Buffer {
  const noise = randomFillSync(Buffer.alloc(Math.max(16, Math.round(bytes))));
  return format === 'png' ? png(noise) : jpeg(noise);
}

/** One row of grey, stored and not compressed. */
function png(noise: Buffer): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(noise.length, 0);
  const pixels = deflateSync(Buffer.concat([Buffer.of(0), noise]), { level: 0 });
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

function jpeg(noise: Buffer): Buffer {
  // FF would begin a marker.
  for (let at = noise.indexOf(0xff); at >= 0; at = noise.indexOf(0xff, at)) noise[at] = 0xfe;
  const table = Buffer.concat([Buffer.from([0xff, 0xdb, 0, 67, 0]), Buffer.alloc(64, 1)]);
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 64, 0, 64, 1, 1, 0x11, 0]);
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), table, frame, scan, noise, Buffer.from([0xff, 0xd9])]);
}
