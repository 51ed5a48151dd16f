// Locks between processes that die with their holder: an exclusive transaction on a small SQLite file.
// The operating system drops it when the process ends, however it ends; there is no stale lock to clean up.
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../ports.ts';

export type Lock = { release(): void };

/** Takes the lock at `path` (a file of its own), or answers null when another process or lock holds it. */
export function tryLock(path: string): Lock | null {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return { release: () => database.close() };
}

/** Runs `work` while holding the lock at `path`, waiting for it as long as it takes (looking every 50 ms). */
export async function withLock<T>(path: string, clock: Clock, work: () => Promise<T>): Promise<T> {
  let lock = tryLock(path);
  while (!lock) {
    await clock.sleep(50);
    lock = tryLock(path);
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}

const isBusy = (error: unknown) =>
  error instanceof Error && 'errcode' in error && (error.errcode === 5 || error.errcode === 6);
