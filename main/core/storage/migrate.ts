// Brings a database to the current version: all steps or none, and a copy of the old one beside it, so that it can be
// taken back by hand. Two copies are kept: what went wrong is noticed soon or never.
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { syncFile, syncFolder } from './files/fsync-folder.ts';
import { migrations } from './migrations.ts';

const KEPT_COPIES = 2;

export const versionOf = (database: DatabaseSync) =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);

/** Runs the steps that are missing. Throws what a step or the disk says, and then nothing has changed. */
export function migrate(database: DatabaseSync, path: string, steps: readonly string[] = migrations) {
  if (versionOf(database) >= steps.length) return;
  // Nobody else writes from here on, and another process may have done it all meanwhile.
  database.exec('BEGIN IMMEDIATE');
  try {
    const from = versionOf(database);
    if (from > 0 && from < steps.length && existsSync(path)) keepCopy(path, from);
    for (const step of steps.slice(from)) database.exec(step);
    if (from < steps.length) database.exec(`PRAGMA user_version = ${steps.length}`);
    database.exec('COMMIT');
  } catch (error) {
    // Some errors have ended it already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** A whole copy appears under its name, or none. What an earlier try left there is replaced: the data went on since. */
function keepCopy(path: string, version: number) {
  const making = `${path}.copying`;
  rmSync(making, { force: true });
  // Empty, and its owner's alone: SQLite takes a file that is there as it is.
  writeFileSync(making, '', { flag: 'wx', mode: 0o600 });
  const reader = new DatabaseSync(path, { readOnly: true });
  try {
    // What is committed, with what still lies in the log.
    reader.prepare('VACUUM INTO ?').run(making);
  } catch (error) {
    rmSync(making, { force: true });
    throw error;
  } finally {
    reader.close();
  }
  syncFile(making);
  renameSync(making, `${path}.v${version}`);
  syncFolder(dirname(path));
  dropOldCopies(path);
}

function dropOldCopies(path: string) {
  const folder = dirname(path);
  const prefix = `${basename(path)}.v`;
  const versions = readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => Number(name.slice(prefix.length)))
    .sort((a, b) => b - a);
  for (const version of versions.slice(KEPT_COPIES)) rmSync(join(folder, `${prefix}${version}`));
}
