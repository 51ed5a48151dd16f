// Inspects a database without changing it, through a read-only connection.
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { busyAtStartMs, newerVersion, type Database } from '../database/database.ts';
import { migrate, versionOf, migrations } from '../database/migrate.ts';
import type { Failure } from '../../../contract/failure.ts';
import { storageErrorOf } from '../files/storage-errors.ts';
import { flightColumns, flightRowSchema } from '../tables/flights.ts';
import { jobColumns, jobRowSchema } from '../tables/job.ts';

/** An impossible version: the header is overwritten. */
const absurdVersion = 1_000;

/**
 * The failure for a database of a newer version, before anything in the data folder is opened or changed. Null if the
 * version is known, or nothing can be read: opening it reports why, and finds a migration that is in the log only.
 */
export function newerDatabase(folder: string): Failure | null {
  const path = join(folder, 'companion.db');
  let header: Buffer;
  try {
    header = headerOf(path);
  } catch {
    return null;
  }
  if (header.length < headerBytes || !header.toString('latin1').startsWith('SQLite format 3\0')) return null;
  const version = header.readUInt32BE(versionAt);
  return version > migrations.length && version <= absurdVersion ? newerVersion(path, version) : null;
}

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

/**
 * SQLite has no checksums: a changed byte may leave its pages in order, but not the schema, or what a row means. Indexes are
 * compared with their tables, which `quick_check` leaves out: a report that is not found would be uploaded again.
 */
function damageOf(database: Database, version: number): string | null {
  const found = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
  if (found !== 'ok') return String(found);
  if (version !== migrations.length) return null;
  const expected = new DatabaseSync(':memory:');
  try {
    migrate(expected);
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

/** The header of a file of SQLite, with `user_version` at byte 60 (https://sqlite.org/fileformat2.html). */
const headerBytes = 100;
const versionAt = 60;

/** Less if the file is shorter. */
function headerOf(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const header = Buffer.alloc(headerBytes);
    return header.subarray(0, readSync(file, header, 0, header.length, 0));
  } finally {
    closeSync(file);
  }
}
