// An image to upload: valid as a PNG unless it is decoded, of any size, and the same in every run. Its bytes are random
// like those of a compressed image, because they affect the search for a boundary.

import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const emptyChunkBytes = 12;

export function makeImage(sizeBytes: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(1920, 0);
  header.writeUInt32BE(1080, 4);
  header.set([8, 2], 8);
  const head = Buffer.concat([signature, chunk('IHDR', header)]);
  const end = chunk('IEND', Buffer.alloc(0));
  return Buffer.concat([head, chunk('IDAT', noise(sizeBytes - head.length - emptyChunkBytes - end.length)), end]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, check]);
}

function noise(sizeBytes: number): Buffer {
  const bytes = Buffer.alloc(sizeBytes);
  for (let at = 0; at < sizeBytes;) at += createHash('sha512').update(`noise ${at}`).digest().copy(bytes, at);
  return bytes;
}
