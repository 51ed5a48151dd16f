import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentVersion, inTransaction, openDatabase } from '../../../../main/core/storage/database/database.ts';
import { migrations } from '../../../../main/core/storage/database/migrate.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'database-'));
  path = join(folder, 'companion.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

function opened() {
  const result = openDatabase(path);
  if (!result.ok) throw new Error(result.failure.message.id);
  return result.value;
}
const one = (database: DatabaseSync, sql: string) => Object.values(database.prepare(sql).get() ?? {})[0];

describe('the database', () => {
  it('is created at the current version, with settings by which a commit survives a power cut', () => {
    using database = opened();
    expect(one(database, 'PRAGMA user_version')).toBe(migrations.length);
    expect(one(database, 'PRAGMA journal_mode')).toBe('wal');
    expect(one(database, 'PRAGMA synchronous')).toBe(2);
    expect(one(database, 'PRAGMA foreign_keys')).toBe(1);
  });

  // Root may write any file.
  it.skipIf(process.getuid?.() === 0)('is refused with a message where its file is read-only', () => {
    opened().close();
    chmodSync(path, 0o400);
    expect(openDatabase(path)).toMatchObject({ ok: false, failure: { message: { id: 'failure.dataReadOnly' } } });
  });

  it('of a newer version is refused with a message and left unchanged', () => {
    opened().close();
    const newer = new DatabaseSync(path);
    newer.exec('PRAGMA user_version = 900');
    newer.close();
    const before = readFileSync(path);
    const result = openDatabase(path);
    expect(result).toMatchObject({ ok: false, failure: { kind: 'data-unreadable', code: 'newer_version' } });
    expect(!result.ok && result.failure.message).toMatchObject({
      id: 'failure.dataFromNewerVersion',
      params: { version: 900 },
    });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('has another content version after a write of its own or of another process, and no other after a read', () => {
    const [ours, theirs] = [opened(), opened()];
    const write = (into: DatabaseSync) => into.exec('UPDATE pause_switch SET profile = profile');
    ours.exec("INSERT INTO pause_switch VALUES ('demo', 'paused', 1)");
    const versions = [contentVersion(ours)];
    for (const database of [ours, theirs, ours, theirs]) {
      write(database);
      versions.push(contentVersion(ours));
      one(ours, 'SELECT COUNT(*) FROM pause_switch');
      expect(contentVersion(ours)).toBe(versions.at(-1));
    }
    expect(new Set(versions).size).toBe(5);
    ours.close();
    theirs.close();
  });

  it('applies a transaction as a whole or not at all', () => {
    using database = opened();
    expect(() =>
      inTransaction(database, () => {
        database.exec("INSERT INTO pause_switch VALUES ('demo', 'paused', 1)");
        throw new Error('in the middle');
      }),
    ).toThrow('in the middle');
    expect(one(database, 'SELECT COUNT(*) FROM pause_switch')).toBe(0);
    expect(inTransaction(database, () => 'value')).toBe('value');
  });
});
