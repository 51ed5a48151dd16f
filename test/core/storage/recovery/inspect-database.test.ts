import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { inspectDatabase } from '../../../../main/core/storage/recovery/inspect-database.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inspect-'));
  path = join(folder, 'companion.db');
  return () => rmSync(folder, { recursive: true });
});

/** A file with a table, closed: without a log beside it. */
function made(version: number) {
  const database = new DatabaseSync(path);
  database.exec(
    `PRAGMA journal_mode=WAL; PRAGMA user_version=${version}; CREATE TABLE t (a); INSERT INTO t VALUES (1)`,
  );
  database.close();
}
/** A file whose last commit is in its log, as after a crash. */
function crashed(version: number) {
  const database = new DatabaseSync(path);
  database.exec(
    `PRAGMA journal_mode=WAL; PRAGMA user_version=${version}; CREATE TABLE t (a); INSERT INTO t VALUES (1)`,
  );
  const [file, log] = [readFileSync(path), readFileSync(`${path}-wal`)];
  database.close();
  writeFileSync(path, file);
  writeFileSync(`${path}-wal`, log);
}
const inspected = (isThorough: boolean, hasImages = false) =>
  inspectDatabase(path, { isThorough, hasImages: () => hasImages });

const isNew = { version: 0, isNew: true, isDamaged: false, isTailLost: false, why: '' };
const isGone = { version: null, isNew: false, isDamaged: true, isTailLost: true, why: 'the file is gone or empty' };

describe('a database file', () => {
  it('that is not there, or empty, is new, unless there are images or a log', () => {
    expect(inspected(true)).toEqual(isNew);
    writeFileSync(path, '');
    expect(inspected(true)).toEqual(isNew);
    expect(inspected(true, true)).toEqual(isGone);
    writeFileSync(`${path}-wal`, 'a log');
    expect(inspected(true)).toEqual(isGone);
  });

  it('without a table is new, unless there are images', () => {
    new DatabaseSync(path).close();
    const database = new DatabaseSync(path);
    database.exec('CREATE TABLE t (a); DROP TABLE t');
    database.close();
    expect(inspected(true)).toEqual(isNew);
    expect(inspected(true, true)).toMatchObject({ isNew: false, isDamaged: true, why: 'nothing is in it' });
  });

  it('of version 0 with tables is damaged', () => {
    made(0);
    expect(inspected(true)).toMatchObject({ isDamaged: true, isTailLost: true, why: 'nothing is in it' });
  });

  it('of an impossible version is damaged', () => {
    made(5_000);
    expect(inspected(false)).toMatchObject({ version: null, isDamaged: true, why: 'its version makes no sense' });
  });

  it('that was closed cleanly is not read further', () => {
    made(9);
    expect(inspected(false)).toEqual({ ...isNew, version: 9, isNew: false });
  });

  it('that was not closed cleanly has lost its last commits if its log is missing', () => {
    made(9);
    expect(inspected(true)).toMatchObject({ version: 9, isDamaged: false, isTailLost: true });
  });

  it('has its last commits in its log, if that is whole', () => {
    crashed(9);
    expect(existsSync(`${path}-wal`)).toBe(true);
    const log = readFileSync(`${path}-wal`);
    expect(inspected(true)).toMatchObject({ isDamaged: false, isTailLost: false });
    log[log.length - 100]! ^= 255;
    writeFileSync(`${path}-wal`, log);
    expect(inspected(true).isTailLost).toBe(true);
  });

  it('of other content is damaged', () => {
    writeFileSync(path, 'SQLite it is not. '.repeat(400));
    expect(inspected(true)).toMatchObject({ version: null, isDamaged: true, isTailLost: true });
  });
});
