// Opens the database and brings it to the current version. A newer or damaged one is left as it is, and said so.
import { closeSync, copyFileSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { failed, ok, type Result } from '../../contract/failure.ts';
import { failures } from '../failures.ts';
import { migrations } from './migrations.ts';

export type Database = DatabaseSync;

/** SQLite's name for a database without a file. */
const IN_MEMORY = ':memory:';

/** Opens (makes) the database at `path`. WAL with synchronous=FULL: what is committed survives a power cut. */
export function openDatabase(path: string): Result<Database> {
  let database: DatabaseSync | undefined;
  try {
    // SQLite gives its side files the mode of the database.
    if (path !== IN_MEMORY && !existsSync(path)) closeSync(openSync(path, 'wx', 0o600));
    database = new DatabaseSync(path, { timeout: 5_000, enableForeignKeyConstraints: true });
    database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;');
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
    if (version > migrations.length) {
      database.close();
      return failed(
        failures.dataUnreadable(
          `The data in ${path} was written by a newer Pilot Companion (its version is ${version}, this one knows ${migrations.length}). Update the program, or name another folder with --data-dir.`,
          'newer_version',
        ),
      );
    }
    // A page in the middle is first read when it is needed: ask now, before anything is written (50 ms for 50 MB).
    const found = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
    if (found !== 'ok') throw new Error(String(found));
    migrate(database, path, version);
    return ok(database);
  } catch (error) {
    database?.close();
    const code = error instanceof Error ? error.message : String(error);
    return failed(
      failures.dataUnreadable(
        `The data in ${path} cannot be read. Move that file aside to begin anew (the service keeps what was sent), or name another folder with --data-dir.`,
        code,
      ),
    );
  }
}

function migrate(database: DatabaseSync, path: string, from: number) {
  if (from === migrations.length) return;
  if (from > 0 && existsSync(path)) {
    // A copy of the old one stays beside it, so that a migration can be taken back by hand.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    copyFileSync(path, `${path}.v${from}`);
  }
  inTransaction(database, () => {
    for (const step of migrations.slice(from)) database.exec(step);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

/** Runs `work` as one transaction: all of it, or nothing. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/** Changes when another process has written: a cheap look (no query of data). */
export const dataVersion = (database: DatabaseSync) =>
  Number(database.prepare('PRAGMA data_version').get()?.['data_version'] ?? 0);
