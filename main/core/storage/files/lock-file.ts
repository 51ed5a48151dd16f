// Locks between processes that die with their holder: an exclusive transaction on a small SQLite file.
// The operating system drops it when the process ends, however it ends; there is no stale lock to clean up.
import { closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../platform/ports.ts';
import { storageErrorOf } from '../storage-errors.ts';

export type Lock = { release(): void };

/** In the data folder: who has it sends and watches. */
export const senderLockName = 'sender.lock';

/** Takes the lock at `path` (a file of its own), or answers null when another process or lock holds it. */
export function tryLock(path: string): Lock | null {
  const database = openLock(path, 0);
  try {
    database.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return { release: () => database.close() };
}

/** Whether somebody has the lock at `path` alone just now. */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  const shared = shareLock(path, 0);
  shared?.release();
  return shared === null;
}

/**
 * Holds the lock at `path` together with others: nobody has it alone meanwhile. Waits up to `waitMs` (blocking) for one who
 * has it alone; null when that was not enough.
 */
export function shareLock(path: string, waitMs: number): Lock | null {
  const database = openLock(path, waitMs);
  try {
    // A statement that is read to its end lets go; a transaction that has read does not.
    database.exec('BEGIN; SELECT COUNT(*) FROM sqlite_schema');
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

function openLock(path: string, timeout: number): DatabaseSync {
  makePrivately(path);
  try {
    return new DatabaseSync(path, { timeout });
  } catch (error) {
    // SQLite does not say which file.
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  }
}

/** SQLite makes files that others may read. One that is there is not touched: closing it would let go of its locks. */
function makePrivately(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // It is there already; or it cannot be made, which SQLite says next.
  }
}

const isBusy = (error: unknown) => storageErrorOf(error) === 'busy';
