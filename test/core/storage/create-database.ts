// Creates databases for tests. The migrations run once in each worker: their result is copied.
import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase, type Database } from '../../../main/core/storage/database/database.ts';

let migrated: Uint8Array | undefined;

/** Creates a database of the current version, as `openDatabase` does: in memory, or a file at `path`. */
export function createDatabase(path?: string): Database {
  migrated ??= opened(':memory:').serialize();
  if (path !== undefined) {
    writeFileSync(path, migrated, { flag: 'wx', mode: 0o600 });
    return opened(path);
  }
  const database = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true });
  database.deserialize(migrated);
  return database;
}

/** Opens the database at `path`, or throws its failure. */
export function opened(path: string): Database {
  const result = openDatabase(path);
  if (!result.ok) throw new Error(`${result.failure.message.id} (${result.failure.code})`);
  return result.value;
}
