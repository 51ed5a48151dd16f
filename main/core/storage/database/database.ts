// Opens a database and migrates it. One of a newer version is refused and left unchanged. data-folder.ts opens the
// pilot's data, and inspects it first.
import { accessSync, closeSync, constants, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { failed, ok, type Result } from '../../../contract/failure.ts';
import { failures } from '../../messages/failures.ts';
import { migrate, versionOf, migrations } from './migrate.ts';
import { storageErrorOf } from '../files/storage-errors.ts';

export type Database = DatabaseSync;

/** SQLite's name for a database without a file. */
const inMemory = ':memory:';

/** How long a statement waits for another process (blocking). */
const busyMs = 5_000;
/** The same while it is opened: only a program that is not ours holds it for longer. */
export const busyAtStartMs = 1_500;

/** Opens or creates the database at `path`. WAL with synchronous=FULL: a commit survives a power failure. */
export function openDatabase(path: string, steps: readonly string[] = migrations): Result<Database> {
  try {
    const database = openOrThrow(path, steps);
    const version = versionOf(database);
    if (version <= steps.length) return ok(database);
    database.close();
    return failed(newerVersion(path, version));
  } catch (error) {
    return failed(openFailure(path, error));
  }
}

/** The same, of a database whose version is known not to be newer. Throws what SQLite throws. */
export function openOrThrow(path: string, steps: readonly string[] = migrations): Database {
  // SQLite gives its side files the mode of the database.
  if (path !== inMemory && !existsSync(path)) closeSync(openSync(path, 'wx', 0o600));
  // SQLite opens a file that it can't write for reading, without a word.
  if (path !== inMemory) accessSync(path, constants.W_OK);
  const database = new DatabaseSync(path, { timeout: busyAtStartMs });
  try {
    database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;');
    migrate(database, steps);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

export const newerVersion = (path: string, version: number) =>
  failures.dataFromNewerVersion(path, version, migrations.length);

/** The failure for a database that could not be opened. */
export function openFailure(path: string, error: unknown) {
  const code = error instanceof Error ? error.message : String(error);
  const storageError = storageErrorOf(error);
  if (storageError === 'full') return failures.dataDiskFullAtStart(code);
  if (storageError === 'read-only') return failures.dataReadOnly(path, code);
  if (storageError === 'busy') return failures.dataHeld(path);
  // A lock or the attempt journal: the database beside it need not be moved for that.
  const other = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : path;
  return other === path ? failures.databaseUnreadable(path, code) : failures.dataFileUnusable(other, code);
}

/** Once it is in use, a write may wait for one that another process makes. */
export const waitForWriters = (database: DatabaseSync) => database.exec(`PRAGMA busy_timeout = ${busyMs}`);

/** Runs `work` as one transaction. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    // A full disk may have ended it already: the first error counts.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Another text after each write, by this connection or another. Cheap: no data is read. */
export const contentVersion = (database: DatabaseSync): string =>
  `${dataVersion(database)}/${String(database.prepare('SELECT total_changes() AS changes').get()?.['changes'])}`;

/** Changes when another process has written. Cheap: no data is read. */
export const dataVersion = (database: DatabaseSync) =>
  Number(database.prepare('PRAGMA data_version').get()?.['data_version'] ?? 0);
