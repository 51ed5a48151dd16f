// Chooses the folder for temporary files of tests: in memory if possible, because waiting for the disk at each commit
// of a database takes half of the time of many tests.
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Containers often have only 64 MB. */
const leastFreeBytes = 1024 ** 3;

/** A folder in memory that is large enough, or the system's temporary folder. */
export function memoryFolder(path = '/dev/shm', leastBytes = leastFreeBytes): string {
  if (process.platform !== 'linux') return tmpdir();
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize >= leastBytes ? path : tmpdir();
  } catch {
    return tmpdir();
  }
}
