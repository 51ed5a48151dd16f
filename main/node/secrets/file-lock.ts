// Holds off other processes while a small file is read and replaced. The lock is a file with the holder's process id:
// one whose holder is gone (killed in the middle) counts for nothing.
import { open, readFile, rm } from 'node:fs/promises';
import type { Clock } from '../../core/ports.ts';

const waitMs = 20;
/** Replacing the file takes milliseconds; a lock that stands this long belongs to nobody. */
const longestMs = 5_000;

export async function withFileLock<T>(path: string, clock: Clock, work: () => Promise<T>): Promise<T> {
  const begunMs = clock.monotonic();
  while (!(await taken(path))) {
    if ((await isLeftBehind(path)) || clock.monotonic() - begunMs > longestMs) await rm(path, { force: true });
    else await clock.sleep(waitMs);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function taken(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function isLeftBehind(path: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => '');
  // Empty: its holder is just writing its id. Ours: the writes of one process take turns, so it is from an earlier life.
  if (!/^\d+$/.test(text)) return false;
  if (Number(text) === process.pid) return true;
  try {
    process.kill(Number(text), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
