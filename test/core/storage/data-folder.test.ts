// Opening and closing a data folder, and errors of its disk.
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failures } from '../../../main/core/messages/failures.ts';
import { migrations } from '../../../main/core/storage/database/migrate.ts';
import { inTransaction } from '../../../main/core/storage/database/database.ts';
import { attemptJournalPath, createAttemptJournal } from '../../../main/core/storage/files/attempt-journal.ts';
import { attemptLine } from './attempt-line.ts';
import { dataUnderTest } from './data-under-test.ts';
import { newJob } from './fresh-stores.ts';

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
    const unclean = folder.opened();
    expect(stateOf(unclean)).toEqual({ state: 'unconfirmed', attempts: 1 });
    expect(unclean.concern()?.code).toBe('rescued');
    unclean.close();
  });

  it('is read for a database that is gone, too', () => {
    using folder = dataUnderTest();
    folder.opened().close();
    noteAttempt(folder, '0'.repeat(64));
    for (const end of ['', '-wal', '-shm', '.clean']) rmSync(folder.path + end, { force: true });
    const data = folder.opened();
    expect(stateOf(data)).toEqual({ state: 'held', attempts: 1 });
    expect(data.concern()).toMatchObject({ code: 'rescued', message: { id: 'failure.dataLost' } });
    data.close();
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

describe('a data folder that is closed cleanly', () => {
  it('is read completely once a week', () => {
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
});

describe("a database that can't grow", () => {
  it('reports it once, keeps its rows, and reports when it can grow again', () => {
    using folder = dataUnderTest();
    const data = folder.opened();
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
    data.close();
  });
});

describe('a database that becomes read-only', () => {
  it('reports it, and reports when it is writable again', () => {
    using folder = dataUnderTest();
    const data = folder.opened();
    const { switches } = folder.storesOf(data);
    data.database.exec('PRAGMA query_only = ON');
    expect(() => switches.setPaused(true)).toThrow(/readonly/);
    expect(data.concern()).toMatchObject({ kind: 'disk', code: 'read-only' });
    expect(data.tryAgain()).toBe(false);
    data.database.exec('PRAGMA query_only = OFF');
    expect(data.tryAgain()).toBe(true);
    expect(data.concern()).toBeNull();
    switches.setPaused(true);
    data.close();
  });
});
