// A change after the first release is a step behind the schema: all of them are run or none.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../../../../main/core/storage/database/database.ts';
import { schema } from '../../../../main/core/storage/database/schema.ts';
import { createRepositories } from '../../../../main/core/storage/repositories.ts';
import { newJob } from '../fresh-stores.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrate-'));
  path = join(folder, 'companion.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

function opened(steps: readonly string[]) {
  const result = openDatabase(path, steps);
  if (!result.ok) throw new Error(`${result.failure.message.id} (${result.failure.code})`);
  return result.value;
}
const versionOf = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true });
  const version = database.prepare('PRAGMA user_version').get()?.['user_version'];
  database.close();
  return version;
};
const withNote = [schema, 'ALTER TABLE jobs ADD COLUMN note TEXT;'];

function fillFirst() {
  using database = opened([schema]);
  createRepositories(database, 'demo').jobs.add(newJob({ name: 'of-yesterday.png' }));
}

it('migrates a database with all its rows', () => {
  fillFirst();
  const database = opened(withNote);
  expect(createRepositories(database, 'demo').jobs.byId(1)).toMatchObject({ name: 'of-yesterday.png' });
  database.close();
  expect(versionOf(path)).toBe(2);
});

it('leaves a database unchanged when a step fails, and its own version can still read it', () => {
  fillFirst();
  const result = openDatabase(path, [...withNote, 'SELECT this is no step;']);
  expect(result).toMatchObject({ ok: false, failure: { kind: 'data-unreadable' } });
  expect(versionOf(path)).toBe(1);
  using old = opened([schema]);
  expect(createRepositories(old, 'demo').jobs.byId(1)).toMatchObject({ name: 'of-yesterday.png' });
  expect(() => old.prepare('SELECT note FROM jobs')).toThrow('note');
});
