// Replaces a damaged database by a rescued one, and moves the damaged one aside under a dated name. The new one is
// complete before anything is moved, and the moves are written down first, so that they are completed after a crash.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import type { Logger } from '../../platform/ports.ts';
import type { UnconfirmedAttempts } from './unconfirmed-attempts.ts';
import { syncFile, syncFolder } from '../files/fsync-folder.ts';
import { migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations.ts';
import { createNotices, type Rescue } from '../tables/log/notices.ts';
import { carryOver, type Carried } from './rescue.ts';
import { storageErrorOf } from '../files/storage-errors.ts';

const sideFiles = ['-wal', '-shm', ''] as const;
const rescuedName = (path: string) => `${path}.rescued`;
const movesName = (path: string) => `${path}.moves`;
const movesSchema = z.object({ aside: z.string() });

/** @returns what was rescued, and where the damaged file is. Throws disk errors; then nothing has changed. */
export function replaceDamaged(given: {
  path: string;
  /** Null: as new as the newest known one. */
  version: number | null;
  now: number;
  log: Logger;
  settle(fresh: DatabaseSync): UnconfirmedAttempts;
}): Rescue {
  const { path, now, log } = given;
  const aside = freeName(path, now);
  const making = rescuedName(path);
  let rescue: Rescue;
  try {
    rescue = make();
  } catch (error) {
    remove(making);
    throw error;
  }
  syncFile(making);
  writeFileSync(movesName(path), JSON.stringify({ aside }), { flush: true, mode: 0o600 });
  syncFolder(dirname(path));
  finishReplacing(path);
  return rescue;

  function make(): Rescue {
    const version = given.version === null || given.version < 1 ? migrations.length : given.version;
    try {
      return makeWith((fresh) => carryOver(path, fresh, version));
    } catch (error) {
      if (storageErrorOf(error) !== null) throw error;
      // After any error: the images are in the spool, and the damaged file is kept.
      log.error('nothing could be carried over', { error });
      return makeWith(() => ({ rows: {}, unreadable: 0 }));
    }
  }

  function makeWith(fill: (fresh: DatabaseSync) => Carried): Rescue {
    remove(making);
    // Readable by its owner only, as the one that it replaces.
    writeFileSync(making, '', { mode: 0o600 });
    const fresh = new DatabaseSync(making);
    try {
      fresh.exec('PRAGMA synchronous = FULL');
      const carried = fill(fresh);
      migrate(fresh, ':memory:');
      fresh.exec('BEGIN');
      const { restored, outcomeUnknown } = given.settle(fresh);
      const found: Rescue = {
        reports: carried.rows['jobs'] ?? 0,
        flights: carried.rows['flights'] ?? 0,
        restored,
        outcomeUnknown,
        unreadable: carried.unreadable,
        keptIn: aside,
      };
      createNotices(fresh).rescued(found, now);
      fresh.exec('COMMIT');
      return found;
    } finally {
      fresh.close();
    }
  }
}

function remove(path: string) {
  for (const end of [...sideFiles, '-journal']) rmSync(path + end, { force: true });
}

/** Completes moves that were begun; does nothing if there are none. */
export function finishReplacing(path: string) {
  const moves = movesName(path);
  if (!existsSync(moves)) return;
  const aside = readMoves(moves);
  // A truncated note was never acknowledged: nothing was moved.
  if (aside !== null && existsSync(rescuedName(path))) {
    // The log first: a new database must never be beside the old one's log.
    for (const end of sideFiles) if (existsSync(path + end)) renameSync(path + end, aside + end);
    syncFolder(dirname(path));
    renameSync(rescuedName(path), path);
  }
  syncFolder(dirname(path));
  rmSync(moves);
  syncFolder(dirname(path));
}

function readMoves(path: string): string | null {
  try {
    return movesSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).aside;
  } catch {
    return null;
  }
}

/** A free dated name beside the database. */
function freeName(path: string, now: number): string {
  const stamp = new Date(now).toISOString().replace(/[:.]/g, '-');
  const stem = basename(path, '.db');
  for (let count = 1; ; count += 1) {
    const name = join(dirname(path), `${stem}.damaged-${stamp}${count === 1 ? '' : `-${count}`}.db`);
    if (sideFiles.every((end) => !existsSync(name + end))) return name;
  }
}
