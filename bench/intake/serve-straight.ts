// The baseline: for each image read, hash, write, fsync, rename, fsync of the folder, one after the other by
// synchronous calls, the fastest that Node has. It checks nothing, and all files go into one folder.

import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { measureRound } from './measured.ts';

const buffer = Buffer.allocUnsafeSlow(512 * 1024);

function copyHashed(path: string, folder: string) {
  const from = openSync(path, 'r');
  const incoming = join(folder, 'incoming');
  const to = openSync(incoming, 'w', 0o600);
  const hash = createHash('sha256');
  for (let bytes = readSync(from, buffer); bytes > 0; bytes = readSync(from, buffer)) {
    const piece = buffer.subarray(0, bytes);
    hash.update(piece);
    writeSync(to, piece);
  }
  closeSync(from);
  fsyncSync(to);
  closeSync(to);
  renameSync(incoming, join(folder, hash.digest('hex')));
}

await measureRound((paths, into) => {
  const folder = join(into, 'copies');
  mkdirSync(folder);
  const held = openSync(folder, 'r');
  return async () => {
    for (const path of paths) {
      copyHashed(path, folder);
      fsyncSync(held);
    }
    closeSync(held);
    return paths.length;
  };
});
