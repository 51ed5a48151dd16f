// Replaces a damaged database by the last backup, or by an empty one, with what the attempt journal and the spool know.
// The new one is complete, and named after the place of the damaged one, before anything is moved: so a crash in
// between is finished by the next start.
import { chmodSync, copyFileSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Logger } from '../../platform/ports.ts';
import { migrate } from '../database/migrate.ts';
import { syncFile, syncFolder } from '../files/attempt-journal.ts';
import { storageErrorOf } from '../files/storage-errors.ts';
import { createNotices, type Rescue } from '../tables/log/history.ts';
import { backupPath } from './backup.ts';
import type { UnconfirmedAttempts } from './unconfirmed-attempts.ts';

const sideFiles = ['-wal', '-shm', ''] as const;
const replacement = '.replacement';

/** @returns what replaced it, and where the damaged file is. Throws disk errors; then nothing has changed. */
export function replaceDamaged(given: {
  path: string;
  /** The backup can be used. */
  hasBackup: boolean;
  now: number;
  log: Logger;
  settle(fresh: DatabaseSync, knownUntil: number): UnconfirmedAttempts;
}): Rescue {
  const { path, now } = given;
  const aside = freeName(path, now);
  const making = `${path}.restoring`;
  let rescue: Rescue;
  try {
    rescue = make(given.hasBackup);
  } catch (error) {
    remove(making);
    throw error;
  }
  syncFile(making);
  renameSync(making, aside + replacement);
  syncFolder(dirname(path));
  finishReplacing(path);
  return rescue;

  function make(fromBackup: boolean): Rescue {
    remove(making);
    // Readable by its owner only, as the one that it replaces.
    if (fromBackup) {
      copyFileSync(backupPath(path), making);
      chmodSync(making, 0o600);
    } else writeFileSync(making, '', { mode: 0o600 });
    const fresh = new DatabaseSync(making);
    try {
      fresh.exec('PRAGMA synchronous = FULL');
      migrate(fresh);
      const notices = createNotices(fresh);
      const copiedAt = fromBackup ? notices.lastBackup() : null;
      fresh.exec('BEGIN');
      const { restored, outcomeUnknown } = given.settle(fresh, copiedAt ?? 0);
      const keptIn = sideFiles.some((end) => existsSync(path + end)) ? aside : null;
      const found: Rescue = { what: 'replaced', copiedAt, restored, outcomeUnknown, keptIn };
      notices.rescued(found, now);
      fresh.exec('COMMIT');
      return found;
    } catch (error) {
      const storageError = storageErrorOf(error);
      if (!fromBackup || (storageError !== null && storageError !== 'damaged')) throw error;
      given.log.error('the backup could not be used', { error });
    } finally {
      fresh.close();
    }
    return make(false);
  }
}

function remove(path: string) {
  for (const end of [...sideFiles, '-journal']) rmSync(path + end, { force: true });
}

/** Completes a replacement that was begun; does nothing if there is none. */
export function finishReplacing(path: string) {
  const folder = dirname(path);
  const made = readdirSync(folder).find((name) => name.startsWith(stemOf(path)) && name.endsWith(replacement));
  if (made === undefined) return;
  const aside = join(folder, made.slice(0, -replacement.length));
  // The log first: a new database must never be beside the old one's log.
  for (const end of sideFiles) if (existsSync(path + end)) renameSync(path + end, aside + end);
  syncFolder(folder);
  renameSync(join(folder, made), path);
  syncFolder(folder);
}

const stemOf = (path: string) => `${basename(path, '.db')}.damaged-`;

/** A free dated name beside the database. */
function freeName(path: string, now: number): string {
  const stamp = new Date(now).toISOString().replace(/[:.]/g, '-');
  for (let count = 1; ; count += 1) {
    const name = join(dirname(path), `${stemOf(path)}${stamp}${count === 1 ? '' : `-${count}`}.db`);
    if (sideFiles.every((end) => !existsSync(name + end))) return name;
  }
}
