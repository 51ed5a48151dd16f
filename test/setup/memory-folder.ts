// Where tests keep files that no test expects on a disk: in memory where the system offers that. Every commit of a database
// waits for the disk otherwise, which is half of the time of many tests.
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Containers often have 64 MB only. */
const LEAST_BYTES = 1024 ** 3;

/** A folder in memory that is large enough, or the system's temporary folder. */
export function memoryFolder(path = '/dev/shm', leastBytes = LEAST_BYTES): string {
  if (process.platform !== 'linux') return tmpdir();
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize >= leastBytes ? path : tmpdir();
  } catch {
    return tmpdir();
  }
}
