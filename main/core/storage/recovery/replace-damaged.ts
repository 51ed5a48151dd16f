// Puts a rescued database in the place of a damaged one, which is moved aside with its log under a dated name. The new one
// is whole before anything moves, and the moves are written down first: a process that ends between them is made up for.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Logger } from '../../platform/ports.ts';
import type { UnconfirmedAttempts } from './unconfirmed-attempts.ts';
import { syncFile, syncFolder } from '../files/fsync-folder.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations.ts';
import { createNotices, type Rescue } from '../tables/log/notices.ts';
import { carryOver, type Carried } from './rescue.ts';
import { storageErrorOf } from '../storage-errors.ts';

const sideFiles = ['-wal', '-shm', ''] as const;
const rescuedName = (path: string) => `${path}.rescued`;
const movesName = (path: string) => `${path}.moves`;
const movesSchema = z.object({ aside: z.string() });

/** @returns what was rescued, and where the damaged file lies now. Throws what the disk says; then nothing has changed. */
export function replaceDamaged(given: {
  path: string;
  /** Null: as new as we know. */
  version: number | null;
  now: number;
  log: Logger;
  settle(fresh: DatabaseSync): UnconfirmedAttempts;
}): Rescue {
  const { path, now, log } = given;
  const aside = freeName(path, now);
  const making = rescuedName(path);
  for (const end of [...sideFiles, '-journal']) rmSync(making + end, { force: true });
  let rescue: Rescue;
  try {
    rescue = make(making, aside);
  } catch (error) {
    for (const end of [...sideFiles, '-journal']) rmSync(making + end, { force: true });
    throw error;
  }
  syncFile(making);
  writeFileSync(movesName(path), JSON.stringify({ aside }), { flush: true, mode: 0o600 });
  syncFolder(dirname(path));
  finishReplacing(path);
  return rescue;

  function make(target: string, keptIn: string): Rescue {
    const version = given.version === null || given.version < 1 ? migrations.length : given.version;
    // Readable by its owner alone, as the one that it replaces.
    writeFileSync(target, '', { mode: 0o600 });
    const fresh = new DatabaseSync(target);
    try {
      fresh.exec('PRAGMA synchronous = FULL');
      migrate(fresh, ':memory:', migrations.slice(0, version));
      let carried: Carried = { rows: {}, unreadable: 0 };
      try {
        carried = carryOver(path, fresh);
      } catch (error) {
        if (storageErrorOf(error) !== null) throw error;
        // Whatever it was in there: the pictures are in the spool, and the damaged file is kept.
        log.error('nothing could be carried over', { error: error instanceof Error ? error.stack : String(error) });
        if (fresh.isTransaction) fresh.exec('ROLLBACK');
      }
      migrate(fresh, ':memory:');
      fresh.exec('BEGIN');
      const { restored, outcomeUnknown } = given.settle(fresh);
      const found: Rescue = {
        reports: carried.rows['jobs'] ?? 0,
        flights: carried.rows['flights'] ?? 0,
        restored,
        outcomeUnknown,
        unreadable: carried.unreadable,
        keptIn,
      };
      createNotices(fresh).rescued(found, now);
      fresh.exec('COMMIT');
      return found;
    } finally {
      fresh.close();
    }
  }
}

/** Goes on with moves that were begun; does nothing where there are none. */
export function finishReplacing(path: string) {
  const moves = movesName(path);
  if (!existsSync(moves)) return;
  const aside = readMoves(moves);
  // A note that was cut off had not been waited for: nothing has moved.
  if (aside !== null && existsSync(rescuedName(path))) {
    // The log first: a new database must never lie beside the old one's.
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

/** A dated name beside the database that nothing has yet. */
function freeName(path: string, now: number): string {
  const stamp = new Date(now).toISOString().replace(/[:.]/g, '-');
  const stem = basename(path, '.db');
  for (let count = 1; ; count += 1) {
    const name = join(dirname(path), `${stem}.damaged-${stamp}${count === 1 ? '' : `-${count}`}.db`);
    if (sideFiles.every((end) => !existsSync(name + end))) return name;
  }
}
