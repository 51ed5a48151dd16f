// The image that the smoke test uploads: drawn here, because the package has none. It differs from run to run, so that
// it is never a duplicate.
import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const side = 64;

/** Returns a PNG of 64 × 64 pixels in random colours. */
export function sampleImage(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // 8 bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const row = () => Buffer.concat([Buffer.from([0]), randomBytes(side * 3)]);
  const pixels = Buffer.concat(Array.from({ length: side }, row));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
