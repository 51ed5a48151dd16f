// Locks between processes: an exclusive transaction on a small SQLite file. The operating system releases it when the
// process ends, so that there are no stale locks.
import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../platform/ports.ts';
import { storageErrorOf } from './storage-errors.ts';

export type Lock = {
  release(): void;
  /** False if its file was removed or replaced: another process may hold the lock as well. */
  isInPlace(): boolean;
};

/** A database that nothing refers to is closed, and its lock is released. */
const held = new Set<DatabaseSync>();

/** In the data folder: the process that holds it uploads and watches. */
export const leaderLockName = 'leader.lock';

/** Takes the lock at `path` (a separate file); null when another process or lock holds it. */
export function tryLock(path: string): Lock | null {
  const database = openLock(path, 0);
  try {
    database.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return lockOf(database, path);
}

/** Whether another process holds the lock at `path` exclusively now. */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  const shared = shareLock(path, 0);
  shared?.release();
  return shared === null;
}

/**
 * Takes a shared lock at `path`, which excludes exclusive ones. Waits up to `waitMs` (blocking); null when that was not
 * enough.
 */
export function shareLock(path: string, waitMs: number): Lock | null {
  const database = openLock(path, waitMs);
  try {
    // A statement that is read to its end releases the lock; a transaction that has read does not.
    database.exec('BEGIN; SELECT COUNT(*) FROM sqlite_schema');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return lockOf(database, path);
}

/** Takes the lock at `path`. Waits for it as long as needed (checking every 50 ms). */
export async function takeLock(path: string, clock: Clock): Promise<Lock> {
  let lock = tryLock(path);
  while (!lock) {
    await clock.sleep(50);
    lock = tryLock(path);
  }
  return lock;
}

/** Runs `work` while holding the lock at `path`. */
export async function withLock<T>(path: string, clock: Clock, work: () => Promise<T>): Promise<T> {
  const lock = await takeLock(path, clock);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

function lockOf(database: DatabaseSync, path: string): Lock {
  held.add(database);
  return {
    isInPlace: inPlaceCheck(path),
    release() {
      held.delete(database);
      database.close();
    },
  };
}

function openLock(path: string, timeout: number): DatabaseSync {
  makePrivately(path);
  try {
    return new DatabaseSync(path, { timeout });
  } catch (error) {
    // SQLite does not report which file.
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  }
}

/**
 * SQLite creates files that others may read. An existing one is not opened here: closing it would release its locks.
 */
function makePrivately(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch {
    // It exists, or cannot be created, which SQLite reports next.
  }
}

const isBusy = (error: unknown) => storageErrorOf(error) === 'busy';

// Whether paths still lead to the files that they led to: a folder that is deleted while a process has it open can exist
// again, with another process working in it.

/** Returns a cheap check of these existing paths. A path that can't be read now is not in place. */
export function inPlaceCheck(...paths: readonly string[]): () => boolean {
  const known = paths.map(identityOf);
  return () => paths.every((path, index) => identityOf(path) === known[index] && known[index] !== null);
}

function identityOf(path: string): string | null {
  try {
    // Numbers of files may exceed the integers that JavaScript reads.
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return null;
  }
}
