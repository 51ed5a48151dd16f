// Migrates a database: all steps or none, with a copy of the old one beside it until the next migration.
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { syncFile, syncFolder } from '../files/attempt-journal.ts';
import { schema } from './schema.ts';

export const versionOf = (database: DatabaseSync) =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);

/** Runs the missing steps. Throws the error of a step or the disk; then nothing has changed. */
export function migrate(database: DatabaseSync, path: string, steps: readonly string[] = migrations) {
  if (versionOf(database) >= steps.length) return;
  // Exclusive from here on; another process may have migrated it meanwhile.
  database.exec('BEGIN IMMEDIATE');
  try {
    const from = versionOf(database);
    if (from > 0 && from < steps.length && existsSync(path)) keepCopy(path);
    for (const step of steps.slice(from)) database.exec(step);
    if (from < steps.length) database.exec(`PRAGMA user_version = ${steps.length}`);
    database.exec('COMMIT');
  } catch (error) {
    // Some errors have ended it already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Creates a complete copy under its name, or none. One from an earlier attempt is replaced: the data has changed since.
 */
function keepCopy(path: string) {
  const making = `${path}.copying`;
  rmSync(making, { force: true });
  // Created empty and private: SQLite uses an existing file as it is.
  writeFileSync(making, '', { flag: 'wx', mode: 0o600 });
  const reader = new DatabaseSync(path, { readOnly: true });
  try {
    // What is committed, including the write-ahead log.
    reader.prepare('VACUUM INTO ?').run(making);
  } catch (error) {
    rmSync(making, { force: true });
    throw error;
  } finally {
    reader.close();
  }
  syncFile(making);
  renameSync(making, `${path}.previous`);
  syncFolder(dirname(path));
}

// The steps of the database, oldest first; `user_version` is how many were run. The first makes the whole schema. There
// is no release yet: until then schema.ts is edited in place. Afterwards a change is a step behind it, and one that has
// been released is never edited.

export const migrations: readonly string[] = [schema];
