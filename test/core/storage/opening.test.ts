// What the opening of a data folder decides, and what is shown of errors met later.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { failed } from '../../../main/contract/failure.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import { inTransaction } from '../../../main/core/storage/database/database.ts';
import { migrations } from '../../../main/core/storage/database/migrate.ts';
import { newerDatabase } from '../../../main/core/storage/recovery/inspect-database.ts';
import { attemptJournalPath } from '../../../main/core/storage/files/attempt-journal.ts';
import { shareLock } from '../../../main/core/storage/files/lock-file.ts';
import { attemptLine } from './attempt-line.ts';
import { dataUnderTest } from './data-under-test.ts';

const pageBytes = 4_096;

describe('a data folder that is locked', () => {
  it('names the file that another program holds, within seconds', () => {
    using folder = dataUnderTest();
    folder.opened().close();
    using other = new DatabaseSync(folder.path);
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM notices');
    expect(folder.open()).toEqual(failed(failures.dataHeld(folder.path)));
  });
});

describe('opening a data folder', () => {
  it('creates the database, though another process has the folder open', () => {
    using folder = dataUnderTest();
    const lock = shareLock(join(folder.folder, 'data.lock'), 0)!;
    const data = folder.opened();
    expect(data.concern()).toBeNull();
    expect(folder.storesOf(data).jobs.waitingIds(null)).toEqual([]);
    data.close();
    lock.release();
  });

  it('reports one report that was restored and may have been sent', () => {
    using folder = dataUnderTest();
    folder.opened().close();
    folder.spooled();
    rmSync(`${folder.path}.clean`);
    rmSync(attemptJournalPath(folder.folder));
    const data = folder.opened();
    expect(folder.storesOf(data).jobs.inStates('held')).toHaveLength(1);
    expect(data.concern()).toMatchObject({ code: 'rescued' });
    expect(data.database.prepare('SELECT details FROM notices').get()).toEqual({
      details: JSON.stringify({
        what: 'settled',
        copiedAt: null,
        restored: 1,
        outcomeUnknown: 1,
        keptIn: null,
      }),
    });
    data.close();
  });

  it('takes a database that was only begun as new, and one that is not of the app as damaged', () => {
    using folder = dataUnderTest();
    const begun = new DatabaseSync(folder.path);
    begun.exec('PRAGMA journal_mode = WAL');
    begun.close();
    const data = folder.opened();
    expect(data.concern()).toBeNull();
    data.close();
    using another = dataUnderTest();
    const foreign = new DatabaseSync(another.path);
    foreign.exec('CREATE TABLE of_another_app (id)');
    foreign.close();
    const rescued = another.opened();
    expect(rescued.concern()).toMatchObject({ code: 'rescued' });
    rescued.close();
  });

  it('reads a database that was closed cleanly not completely', () => {
    using folder = dataUnderTest();
    const data = folder.opened();
    folder.fill(data, 3);
    const root = data.database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'accounts_by_subject'").get();
    data.close();
    const page = Number(root!['rootpage']);
    folder.damage((content) => Buffer.from(content).fill(0xa5, (page - 1) * pageBytes, page * pageBytes));
    const mark = JSON.parse(readFileSync(`${folder.path}.clean`, 'utf8')) as object;
    writeFileSync(`${folder.path}.clean`, JSON.stringify({ ...mark, mtimeMs: statSync(folder.path).mtimeMs }));
    const clean = folder.opened();
    expect(clean.concern()).toBeNull();
    clean.close();
    rmSync(`${folder.path}.clean`);
    const unclean = folder.opened();
    expect(unclean.concern()).toMatchObject({ code: 'rescued' });
    unclean.close();
  });
});

describe.skipIf(process.platform === 'win32')('closing a data folder', () => {
  it('leaves no marker where the lock cannot be taken', () => {
    using folder = dataUnderTest();
    const data = folder.opened();
    rmSync(join(folder.folder, 'data.lock'));
    mkdirSync(join(folder.folder, 'data.lock'));
    expect(() => data.close()).not.toThrow();
    expect(existsSync(`${folder.path}.clean`)).toBe(false);
  });
});

describe.skipIf(process.platform !== 'linux')('an attempt journal without room', () => {
  it('does not keep a data folder from opening, is reported with the first line, and is tried again', () => {
    using folder = dataUnderTest();
    symlinkSync('/dev/full', attemptJournalPath(folder.folder));
    const data = folder.opened();
    expect(data.concern()).toBeNull();
    expect(() => data.journal.write(attemptLine, true)).toThrow(/ENOSPC/);
    expect(data.concern()).toMatchObject({ kind: 'disk', code: 'full' });
    expect(data.tryAgain()).toBe(false);
    unlinkSync(attemptJournalPath(folder.folder));
    expect(data.tryAgain()).toBe(true);
    expect(data.concern()).toBeNull();
    data.close();
  });

  it('within a transaction is reported as such, and nothing of the transaction is stored', () => {
    using folder = dataUnderTest();
    symlinkSync('/dev/full', attemptJournalPath(folder.folder));
    const data = folder.opened();
    const { switches } = folder.storesOf(data);
    const write = () =>
      inTransaction(data.database, () => {
        switches.setPaused(true);
        data.journal.write(attemptLine, true);
      });
    expect(write).toThrow(/ENOSPC/);
    expect(switches.isPaused()).toBe(false);
    expect(data.failure()).toMatchObject({ code: 'full' });
    data.close();
  });

  it('is reported as a disk error where it is no file', () => {
    using folder = dataUnderTest();
    const data = folder.opened();
    const path = attemptJournalPath(folder.folder);
    data.journal.close();
    unlinkSync(path);
    mkdirSync(path);
    expect(() => data.journal.write(attemptLine, true)).toThrow(/EISDIR/);
    expect(data.failure()).toMatchObject({ kind: 'disk', code: 'disk' });
    data.close();
  });
});

it.each([
  ['a full disk', { code: 'ENOSPC' }, failures.dataDiskFull('full')],
  ['no error of storage', {}, failures.unexpected()],
])('an error that is %s has its own failure', (_what, more, failure) => {
  using folder = dataUnderTest();
  const data = folder.opened();
  expect(data.failureOf(Object.assign(new Error('no'), more))).toEqual(failure);
  data.close();
});

it('a database of a newer version is found before anything is opened', () => {
  using folder = dataUnderTest();
  expect(newerDatabase(folder.folder)).toBeNull();
  const data = folder.opened();
  for (const [version, isNewer] of [
    [migrations.length, false],
    [migrations.length + 1, true],
    [1_001, false],
  ] as const) {
    data.database.exec(`PRAGMA user_version = ${version}; PRAGMA wal_checkpoint(TRUNCATE)`);
    expect(newerDatabase(folder.folder)?.code).toBe(isNewer ? 'newer_version' : undefined);
  }
  data.close();
});

describe('damage that a statement meets', () => {
  it('is reported until the restart, and the next opening rescues what can be read', () => {
    using folder = dataUnderTest();
    const data = folder.opened();
    folder.fill(data, 60);
    data.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const root = data.database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'jobs'").get();
    const page = Number(root!['rootpage']);
    data.close();
    folder.damage((content) => Buffer.from(content).fill(0xa5, (page - 1) * pageBytes, page * pageBytes));
    const mark = { bytes: statSync(folder.path).size, mtimeMs: statSync(folder.path).mtimeMs };
    writeFileSync(`${folder.path}.clean`, JSON.stringify({ ...mark, checkedAt: folder.clock.now() }));
    const broken = folder.opened();
    expect(() => broken.database.prepare('SELECT MAX(added_at) FROM jobs').get()).toThrow(/malformed/);
    expect(broken.failure()).toMatchObject({ kind: 'data-unreadable' });
    expect(broken.tryAgain()).toBe(false);
    broken.close();
    // Without the marker, the next start inspects all of it.
    expect(existsSync(`${folder.path}.clean`)).toBe(false);
    const rescued = folder.opened();
    expect(rescued.concern()).toMatchObject({ code: 'rescued' });
    rescued.close();
  });
});
