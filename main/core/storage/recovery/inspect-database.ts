// Inspects a database without changing it. SQLite would replay a damaged write-ahead log on its first write, so the log
// is read first, and the file through a read-only connection.
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { BUSY_AT_START_MS } from '../database/database.ts';
import { versionOf } from '../database/migrate.ts';
import { damagedVersion } from './rescue.ts';
import { storageErrorOf } from '../files/storage-errors.ts';
import { readWriteAheadLog } from './write-ahead-log.ts';

type Inspection = {
  /** Null if it is not known. */
  readonly version: number | null;
  readonly isNew: boolean;
  readonly isDamaged: boolean;
  /** The write-ahead log is missing or damaged: the last commits may be lost. */
  readonly isTailLost: boolean;
  /** For the log. */
  readonly why: string;
};

/** An impossible version: the header is overwritten. */
const ABSURD_VERSION = 1_000;

/** `isThorough` reads all of it; otherwise it was closed cleanly. Throws errors that are not damage. */
export function inspectDatabase(path: string, given: { isThorough: boolean; hasImages(): boolean }): Inspection {
  const log = existsSync(`${path}-wal`) ? readFileSync(`${path}-wal`) : Buffer.alloc(0);
  const fine = { isNew: false, isDamaged: false, isTailLost: false, why: '' };
  if (!existsSync(path) || isEmpty(path)) {
    const isLost = log.length > 0 || given.hasImages();
    return isLost
      ? { ...fine, version: null, isDamaged: true, isTailLost: true, why: 'the file is gone or empty' }
      : { ...fine, version: 0, isNew: true };
  }
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_AT_START_MS });
    const version = versionOf(database);
    if (version > ABSURD_VERSION) return damaged('its version makes no sense');
    if (version === 0) {
      const isBare = database.prepare('SELECT COUNT(*) AS n FROM sqlite_schema').get()?.['n'] === 0;
      return isBare && !given.hasImages() ? { ...fine, version, isNew: true } : damaged('nothing is in it');
    }
    if (given.isThorough) {
      const found = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
      if (found !== 'ok') return damaged(String(found));
    }
    const read = given.isThorough && log.length > 0 ? readWriteAheadLog(log) : null;
    // The log is never empty while the database is open.
    const isTailLost = given.isThorough && (read === null || read.isDamaged);
    return { ...fine, version, isTailLost };
  } catch (error) {
    const storageError = storageErrorOf(error);
    if (storageError !== 'damaged' && storageError !== null) throw error;
    return damaged(error instanceof Error ? error.message : String(error));
  } finally {
    database?.close();
  }

  function damaged(why: string): Inspection {
    const version = damagedVersion(path);
    return {
      ...fine,
      version: version !== null && version <= ABSURD_VERSION ? version : null,
      isDamaged: true,
      isTailLost: true,
      why,
    };
  }
}

function isEmpty(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    return readSync(file, Buffer.alloc(1), 0, 1, 0) === 0;
  } finally {
    closeSync(file);
  }
}
