// Migrates a database: all steps or none.
import type { DatabaseSync } from 'node:sqlite';
import { schema } from './schema.ts';

export const versionOf = (database: DatabaseSync) =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);

/** Runs the missing steps. Throws the error of a step or the disk; then nothing has changed. */
export function migrate(database: DatabaseSync, steps: readonly string[] = migrations) {
  if (versionOf(database) >= steps.length) return;
  // Exclusive from here on; another process may have migrated it meanwhile.
  database.exec('BEGIN IMMEDIATE');
  try {
    const from = versionOf(database);
    for (const step of steps.slice(from)) database.exec(step);
    if (from < steps.length) database.exec(`PRAGMA user_version = ${steps.length}`);
    database.exec('COMMIT');
  } catch (error) {
    // Some errors have ended it already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

// The steps of the database, oldest first; `user_version` is how many were run. The first makes the whole schema. There
// is no release yet: until then schema.ts is edited in place. Afterwards a change is a step behind it, and one that has
// been released is never edited. With the first such step, the data folder is backed up (backup.ts) before it is migrated.

export const migrations: readonly string[] = [schema];
