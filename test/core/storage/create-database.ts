// Creates databases for tests. The migrations run once in each worker: their result is copied.
import { writeFileSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
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
  prepareOnUse(database);
  return database;
}

/** A test uses few of the repositories' statements, and preparing all of them takes longer than most tests. */
function prepareOnUse(database: Database) {
  const prepare = database.prepare.bind(database);
  database.prepare = (sql) => {
    let statement: StatementSync | undefined;
    const prepared = () => (statement ??= prepare(sql));
    return {
      run: (...values: []) => prepared().run(...values),
      get: (...values: []) => prepared().get(...values),
      all: (...values: []) => prepared().all(...values),
      iterate: (...values: []) => prepared().iterate(...values),
      setReturnArrays: (isOn: boolean) => prepared().setReturnArrays(isOn),
    } as unknown as StatementSync;
  };
}

/** Opens the database at `path`, or throws its failure. */
export function opened(path: string): Database {
  const result = openDatabase(path);
  if (!result.ok) throw new Error(`${result.failure.message.id} (${result.failure.code})`);
  return result.value;
}
