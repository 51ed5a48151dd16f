// The baseline: for each image read, hash, write, fsync, rename, fsync of the folder, one after the other by
// synchronous calls, the fastest that Node has; on request with a row committed in SQLite (synchronous=FULL). It checks
// nothing, and all files go into one folder.

import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { measureRound } from './measured.ts';

const buffer = Buffer.allocUnsafeSlow(512 * 1024);

function copyHashed(path: string, folder: string): string {
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
  const sha256 = hash.digest('hex');
  renameSync(incoming, join(folder, sha256));
  return sha256;
}

await measureRound(({ side, paths, into }) => {
  const folder = join(into, 'copies');
  mkdirSync(folder);
  const held = openSync(folder, 'r');
  const database = side === 'straight-with-row' ? new DatabaseSync(join(into, 'rows.db')) : null;
  database?.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE rows (sha256 TEXT, path TEXT)');
  const insert = database?.prepare('INSERT INTO rows VALUES (?, ?)');
  return async (added) => {
    for (const path of paths) {
      const sha256 = copyHashed(path, folder);
      fsyncSync(held);
      insert?.run(sha256, path);
      added();
    }
    closeSync(held);
    database?.close();
  };
});
