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
import { attemptJournalPath, createAttemptJournal } from '../../../main/core/storage/files/attempt-journal.ts';
import { shareLock } from '../../../main/core/storage/files/lock-file.ts';
import { attemptLine } from './attempt-line.ts';
import { dataUnderTest } from './data-under-test.ts';
import { newJob } from './fresh-stores.ts';

const pageBytes = 4_096;

it('a data folder that is locked names the file that another program holds, within seconds', () => {
  using folder = dataUnderTest();
  folder.opened().close();
  using other = new DatabaseSync(folder.path);
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM notices');
  expect(folder.open()).toEqual(failed(failures.dataHeld(folder.path)));
});

describe('opening a data folder', () => {
  it('creates the database, though another process has the folder open', () => {
    using folder = dataUnderTest();
    const lock = shareLock(join(folder.folder, 'data.lock'), 0)!;
    const data = folder.opened();
    expect(data.concern()).toBeNull();
    expect(folder.storesOf(data).jobs.waitingCount(null)).toBe(0);
    data.close();
    lock.release();
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
    using rescued = another.opened();
    expect(rescued.concern()).toMatchObject({ code: 'rescued' });
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
    using data = folder.opened();
    expect(data.concern()).toBeNull();
    expect(() => data.journal.write(attemptLine, true)).toThrow(/ENOSPC/);
    expect(data.concern()).toMatchObject({ kind: 'disk', code: 'full' });
    expect(data.tryAgain()).toBe(false);
    unlinkSync(attemptJournalPath(folder.folder));
    expect(data.tryAgain()).toBe(true);
    expect(data.concern()).toBeNull();
  });

  it('within a transaction is reported as such, and nothing of the transaction is stored', () => {
    using folder = dataUnderTest();
    symlinkSync('/dev/full', attemptJournalPath(folder.folder));
    using data = folder.opened();
    const { switches } = folder.storesOf(data);
    const write = () =>
      inTransaction(data.database, () => {
        switches.setPaused(true);
        data.journal.write(attemptLine, true);
      });
    expect(write).toThrow(/ENOSPC/);
    expect(switches.isPaused()).toBe(false);
    expect(data.failure()).toMatchObject({ code: 'full' });
  });
});

it.each([
  ['a full disk', { code: 'ENOSPC' }, failures.dataDiskFull('full')],
  ['no error of storage', {}, failures.unexpected()],
])('an error that is %s has its own failure', (_what, more, failure) => {
  using folder = dataUnderTest();
  using data = folder.opened();
  expect(data.failureOf(Object.assign(new Error('no'), more))).toEqual(failure);
});

it('a database of a newer version is found before anything is opened', () => {
  using folder = dataUnderTest();
  expect(newerDatabase(folder.folder)).toBeNull();
  using data = folder.opened();
  for (const [version, isNewer] of [
    [migrations.length, false],
    [migrations.length + 1, true],
    [1_001, false],
  ] as const) {
    data.database.exec(`PRAGMA user_version = ${version}; PRAGMA wal_checkpoint(TRUNCATE)`);
    expect(newerDatabase(folder.folder)?.code).toBe(isNewer ? 'newer_version' : undefined);
  }
});

it('damage that a statement meets is reported until the restart, and the next opening rescues what can be read', () => {
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
  using rescued = folder.opened();
  expect(rescued.concern()).toMatchObject({ code: 'rescued' });
});

const dayMs = 86_400_000;
const count = (data: { database: { prepare(sql: string): { get(): unknown } } }) =>
  data.database.prepare('SELECT COUNT(*) AS n FROM jobs').get();
const stateOf = (data: ReturnType<ReturnType<typeof dataUnderTest>['opened']>) =>
  data.database.prepare('SELECT state, attempts FROM jobs').get();

/** Appends the beginning of an attempt that the database does not know. */
function noteAttempt(folder: ReturnType<typeof dataUnderTest>, sha256: string) {
  const journal = createAttemptJournal(attemptJournalPath(folder.folder), folder.clock.now);
  journal.write({ ...attemptLine, at: folder.clock.now(), accountId: 1, subject: 'anna', baselineId: 4, sha256 }, true);
  journal.close();
}

describe('the attempt journal of a data folder', () => {
  it('is read after an unclean end only', () => {
    using folder = dataUnderTest();
    const data = folder.opened();
    const { accounts, jobs } = folder.storesOf(data);
    const anna = accounts.signedIn('demo', { subject: 'anna', name: 'Anna' }, folder.clock.now()).id;
    const image = folder.spooled();
    jobs.add(newJob({ ...image, accountId: anna }));
    data.close();
    noteAttempt(folder, image.sha256);
    const clean = folder.opened();
    expect(stateOf(clean)).toEqual({ state: 'waiting', attempts: 0 });
    expect(clean.concern()).toBeNull();
    clean.close();
    rmSync(`${folder.path}.clean`);
    using unclean = folder.opened();
    expect(stateOf(unclean)).toEqual({ state: 'unconfirmed', attempts: 1 });
    expect(unclean.concern()).toMatchObject({ code: 'rescued', message: { id: 'failure.dataTailLost' } });
  });

  it('is read for a database that is gone, too', () => {
    using folder = dataUnderTest();
    folder.opened().close();
    noteAttempt(folder, '0'.repeat(64));
    for (const end of ['', '-wal', '-shm', '.clean']) rmSync(folder.path + end, { force: true });
    using data = folder.opened();
    expect(stateOf(data)).toEqual({ state: 'held', attempts: 1 });
    expect(data.concern()).toMatchObject({ code: 'rescued', message: { id: 'failure.dataLost' } });
  });
});

describe('a data folder that is open', () => {
  it('is joined by another process, and marked as closed by the last one', () => {
    using folder = dataUnderTest();
    const [one, other] = [folder.opened(), folder.opened()];
    folder.storesOf(one).switches.setPaused(true);
    expect(folder.storesOf(other).switches.isPaused()).toBe(true);
    one.close();
    expect(existsSync(`${folder.path}.clean`)).toBe(false);
    one.close();
    other.close();
    expect(existsSync(`${folder.path}.clean`)).toBe(true);
  });

  it('in an older version is not joined', ({ skip }) => {
    skip(migrations.length === 1, 'there is one version');
    using folder = dataUnderTest();
    const data = folder.opened();
    data.database.exec(`PRAGMA user_version = ${migrations.length - 1}`);
    expect(folder.open()).toEqual({ ok: false, failure: failures.dataOpenInOlder(folder.path) });
    data.database.exec(`PRAGMA user_version = ${migrations.length}`);
    folder.opened().close();
    data.close();
    expect(existsSync(`${folder.path}.clean`)).toBe(true);
  });
});

it('a data folder that is closed cleanly is read completely once a week', () => {
  using folder = dataUnderTest();
  const began = folder.clock.now();
  const checkedAt = () => {
    folder.opened().close();
    return (JSON.parse(readFileSync(`${folder.path}.clean`, 'utf8')) as { checkedAt: number }).checkedAt;
  };
  expect(checkedAt()).toBe(began);
  folder.pass(7 * dayMs - 1);
  expect(checkedAt()).toBe(began);
  folder.pass(1);
  expect(checkedAt()).toBe(began + 7 * dayMs);
});

it("a database that can't grow reports it once, keeps its rows, and reports when it can grow again", () => {
  using folder = dataUnderTest();
  using data = folder.opened();
  folder.fill(data, 10);
  const told: (string | null)[] = [];
  data.onError(() => told.push(data.concern()?.code ?? null));
  const jobs = folder.storesOf(data).jobs;
  const pages = Number(data.database.prepare('PRAGMA page_count').get()?.['page_count']);
  data.database.exec(`PRAGMA max_page_count = ${pages}`);
  const before = count(data);
  const grow = () =>
    inTransaction(data.database, () => {
      for (let job = 0; job < 200; job += 1) jobs.add(newJob({ accountId: 1 }));
    });
  for (let time = 0; time < 3; time += 1) expect(grow).toThrow(/full/);
  expect(count(data)).toEqual(before);
  expect(data.concern()).toMatchObject({ kind: 'disk', requiredAction: 'free-space' });
  expect(told).toEqual(['full']);
  data.database.exec('PRAGMA max_page_count = 1000000');
  const logBytes = statSync(folder.wal).size;
  expect(data.tryAgain()).toBe(true);
  // What the database's log need not keep is free for the next write.
  expect(statSync(folder.wal).size).toBeLessThan(logBytes);
  expect(data.concern()).toBeNull();
  expect(told).toEqual(['full', null]);
  grow();
});
