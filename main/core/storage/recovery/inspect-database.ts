// Inspects a database without changing it, through a read-only connection.
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { busyAtStartMs, type Database } from '../database/database.ts';
import { migrate, versionOf, migrations } from '../database/migrate.ts';
import { absurdVersion } from '../database/newer-database.ts';
import { storageErrorOf } from '../files/storage-errors.ts';
import { flightColumns, flightRowSchema } from '../tables/flights.ts';
import { jobColumns, jobRowSchema } from '../tables/jobs.ts';
import * as z from 'zod/mini';

type Inspection =
  | { readonly kind: 'new' }
  | { readonly kind: 'fine'; readonly version: number }
  /** `why` is for the log. */
  | { readonly kind: 'damaged'; readonly why: string };

/**
 * `isThorough` reads all of it; otherwise it was closed cleanly. `isExpected`: something else tells that there was one.
 * Throws errors that are not damage.
 */
export function inspectDatabase(path: string, given: { isThorough: boolean; isExpected(): boolean }): Inspection {
  const damaged = (why: string): Inspection => ({ kind: 'damaged', why });
  const header = existsSync(path) ? headerOf(path) : null;
  if (!header?.length) {
    return existsSync(`${path}-wal`) || given.isExpected() ? damaged('the file is gone or empty') : { kind: 'new' };
  }
  let database: DatabaseSync | null = null;
  try {
    // SQLite opens a file with a later one for reading only, and calls that a read-only database.
    if (header[18]! > 2) return damaged('its format makes no sense');
    database = new DatabaseSync(path, { readOnly: true, timeout: busyAtStartMs });
    const version = versionOf(database);
    if (version > absurdVersion) return damaged('its version makes no sense');
    if (version === 0) {
      const isBare = database.prepare('SELECT COUNT(*) AS n FROM sqlite_schema').get()?.['n'] === 0;
      return isBare && !given.isExpected() ? { kind: 'new' } : damaged('nothing is in it');
    }
    const why = given.isThorough ? damageOf(database, version) : null;
    return why === null ? { kind: 'fine', version } : damaged(why);
  } catch (error) {
    const storageError = storageErrorOf(error);
    // SQLite says the same of a page that the disk does not give and of one behind the end of a file that was cut.
    const isDamage =
      storageError === null || storageError === 'damaged' || (storageError === 'disk' && canBeRead(path));
    if (!isDamage) throw error;
    return damaged(error instanceof Error ? error.message : String(error));
  } finally {
    database?.close();
  }
}

/** SQLite has no checksums: a changed byte may leave its pages in order, but not the schema, or what a row means. */
function damageOf(database: Database, version: number): string | null {
  const found = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (found !== 'ok') return String(found);
  if (version !== migrations.length) return null;
  const expected = new DatabaseSync(':memory:');
  try {
    migrate(expected, ':memory:');
    if (schemaOf(database) !== schemaOf(expected)) return 'its schema is changed';
  } finally {
    expected.close();
  }
  for (const row of database.prepare(`SELECT ${jobColumns} FROM jobs`).iterate()) {
    const job = jobRowSchema.parse(row);
    // Such a report would be sent with another report's image.
    if (!job.spool.includes(job.sha256)) return 'a report names another image';
  }
  for (const row of database.prepare(`SELECT ${flightColumns} FROM flights`).iterate()) flightRowSchema.parse(row);
  return null;
}

const schemaOf = (database: Database) =>
  JSON.stringify(
    database
      .prepare(
        String.raw`SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY type, name`,
      )
      .all(),
  );

function canBeRead(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}

/** The first bytes of the file, less if it is shorter. */
function headerOf(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const header = Buffer.alloc(100);
    return header.subarray(0, readSync(file, header, 0, header.length, 0));
  } finally {
    closeSync(file);
  }
}

// Whether the database was closed cleanly: then the next start need not read all of it, which takes a second for every
// few hundred megabytes. The marker has the size and time of the closed file, and is deleted while it is open.

const markSchema = z.object({ bytes: z.number(), mtimeMs: z.number(), checkedAt: z.number() });

/** Disks lose data silently: the file is still read completely at this interval. */
const checkEveryMs = 7 * 86_400_000;

type CleanShutdownMarker = {
  /**
   * When the file was last read completely, if it was closed cleanly and not changed since; null otherwise. Deletes the
   * marker.
   */
  take(now: number): number | null;
  /**
   * Call it when the file is closed and its log is gone. Never throws: without a marker the next start inspects the
   * file.
   */
  set(checkedAt: number): void;
};

export function createCleanShutdownMarker(databasePath: string): CleanShutdownMarker {
  const path = `${databasePath}.clean`;
  return {
    take(now) {
      const mark = read();
      // Not `rmSync`, which does not report a read-only disk.
      if (mark) unlinkSync(path);
      const info = statSync(databasePath, { throwIfNoEntry: false });
      const log = statSync(`${databasePath}-wal`, { throwIfNoEntry: false });
      // A reader without write access leaves an empty log, such as the one that reads the vault's counter.
      if (!mark || !info || (log && log.size > 0)) return null;
      const isSame = mark.bytes === info.size && mark.mtimeMs === info.mtimeMs;
      const age = now - mark.checkedAt;
      return isSame && age >= 0 && age < checkEveryMs ? mark.checkedAt : null;
    },
    set(checkedAt) {
      try {
        if (statSync(`${databasePath}-wal`, { throwIfNoEntry: false })) return;
        const { size, mtimeMs } = statSync(databasePath);
        writeFileSync(`${path}.new`, JSON.stringify({ bytes: size, mtimeMs, checkedAt }), { mode: 0o600 });
        renameSync(`${path}.new`, path);
      } catch {
        // The folder is full or missing.
      }
    },
  };

  function read() {
    try {
      return markSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    } catch {
      return null;
    }
  }
}
