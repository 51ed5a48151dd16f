// What the attempt journal restores after the database has lost its latest changes: the log is gone, the file is as the
// last run closed it.
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failures } from '../../../../main/core/messages/failures.ts';
import type { Repositories } from '../../../../main/core/storage/repositories.ts';
import type { DataFolder } from '../../../../main/core/storage/data-folder.ts';
import { createAttemptJournal, readAttemptJournal } from '../../../../main/core/storage/files/attempt-journal.ts';
import { attemptLine } from '../attempt-line.ts';
import { dataUnderTest } from '../data-under-test.ts';
import { newJob } from '../fresh-stores.ts';

const hourMs = 3_600_000;
const under = (jobs: Repositories['jobs'], id: number, now: number) =>
  jobs.change(id, now, {
    state: 'uploading',
    attempts: 1,
    attempt: { startedAt: now, endedAt: null, baselineId: 4, lookups: 0 },
  });

/** What `early` does is in the file; what `late` does is only in the log, which is lost. */
function afterLosingTheLog<T>(
  data: ReturnType<typeof dataUnderTest>,
  early: (stores: Repositories) => T,
  late: (stores: Repositories, known: T) => void,
): DataFolder {
  const first = data.opened();
  const known = early(data.storesOf(first));
  first.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  copyFileSync(data.path, `${data.path}.early`);
  data.pass(hourMs);
  late(data.storesOf(first), known);
  first.close();
  for (const end of ['-wal', '-shm', '.clean']) rmSync(data.path + end, { force: true });
  copyFileSync(`${data.path}.early`, data.path);
  data.pass(hourMs);
  return data.opened();
}

describe('a report whose last change the database has lost', () => {
  it('is not uploaded again when the pilot had been asked whether the service has it', () => {
    using data = dataUnderTest();
    const reopened = afterLosingTheLog(
      data,
      (stores) => {
        const anna = stores.accounts.signedIn('demo', { subject: 'anna', name: 'Anna' }, data.clock.now()).id;
        return stores.jobs.add(newJob({ ...data.spooled(), accountId: anna }));
      },
      ({ jobs }, id) => {
        under(jobs, id, data.clock.now());
        jobs.change(id, data.clock.now(), { state: 'unconfirmed', reason: failures.answerLost(null) });
        jobs.change(id, data.clock.now(), { state: 'held', reason: failures.answerLostAmbiguous() });
      },
    );
    const [job] = data.storesOf(reopened).jobs.inStates('waiting', 'held', 'unconfirmed');
    expect(job).toMatchObject({ state: 'unconfirmed', attempts: 1, attempt: { baselineId: 4 } });
    reopened.close();
  });

  it('stays with the account it was uploaded to, though it was added while signed out', () => {
    using data = dataUnderTest();
    const reopened = afterLosingTheLog(
      data,
      (stores) => stores.jobs.add(newJob({ ...data.spooled(), accountId: null })),
      (stores, id) => {
        const now = data.clock.now();
        const anna = stores.accounts.signedIn('demo', { subject: 'anna', name: 'Anna' }, now).id;
        stores.jobs.adoptOrphans(anna, now);
        under(stores.jobs, id, now);
      },
    );
    const stores = data.storesOf(reopened);
    const bert = stores.accounts.signedIn('demo', { subject: 'bert', name: 'Bert' }, data.clock.now()).id;
    stores.jobs.adoptOrphans(bert, data.clock.now());
    const [job] = stores.jobs.inStates('unconfirmed');
    expect(job?.accountId).not.toBeNull();
    expect(stores.accounts.byId(job!.accountId!)?.subject).toBe('anna');
    reopened.close();
  });

  it('is restored and held where its image was removed and then added again', () => {
    using data = dataUnderTest();
    let now = 0;
    let sha256 = '';
    const reopened = afterLosingTheLog(
      data,
      ({ jobs }) => {
        const image = data.spooled();
        const id = jobs.add(newJob({ ...image, accountId: null }));
        jobs.change(id, data.clock.now(), { removedAt: data.clock.now() });
        return image;
      },
      ({ jobs }, image) => {
        now = data.clock.now();
        ({ sha256 } = image);
        data.touch(image.spool);
        jobs.add(newJob({ ...image, accountId: null }));
      },
    );
    const held = data.storesOf(reopened).jobs.inStates('waiting', 'held', 'unconfirmed');
    expect(held).toMatchObject([{ state: 'held', sha256, addedAt: now, attempt: null }]);
    expect(held[0]?.reason).toEqual(failures.rescuedUnsent());
    reopened.close();
  });

  it.each([
    ['answered', { flightId: 9 }, { evidence: 'answered', flightId: 9, agreedAt: null }],
    ['unknown', { agreedAt: 5 }, { evidence: 'unknown', flightId: null }],
  ] as const)('stays uploaded, and how that is known: %s', (evidence, more, expected) => {
    using data = dataUnderTest();
    const reopened = afterLosingTheLog(
      data,
      (stores) => {
        const anna = stores.accounts.signedIn('demo', { subject: 'anna', name: 'Anna' }, data.clock.now()).id;
        return stores.jobs.add(newJob({ ...data.spooled(), accountId: anna }));
      },
      ({ jobs }, id) => {
        under(jobs, id, data.clock.now());
        jobs.change(id, data.clock.now(), { state: 'unconfirmed' });
        jobs.change(id, data.clock.now(), { state: 'held' });
        jobs.change(id, data.clock.now(), { state: 'uploaded', evidence, attempt: null, ...more });
      },
    );
    expect(data.storesOf(reopened).jobs.inStates('uploaded')).toMatchObject([{ attempts: 1, ...expected }]);
    expect(reopened.concern()).toBeNull();
    reopened.close();
  });

  it('is looked up again if its flight was only inferred', () => {
    using data = dataUnderTest();
    const reopened = afterLosingTheLog(
      data,
      (stores) => {
        const anna = stores.accounts.signedIn('demo', { subject: 'anna', name: 'Anna' }, data.clock.now()).id;
        return stores.jobs.add(newJob({ ...data.spooled(), accountId: anna }));
      },
      ({ jobs }, id) => {
        under(jobs, id, data.clock.now());
        jobs.change(id, data.clock.now(), { state: 'unconfirmed' });
        jobs.change(id, data.clock.now(), { state: 'uploaded', evidence: 'inferred', attempt: null, flightId: 9 });
      },
    );
    const [job] = data.storesOf(reopened).jobs.inStates('unconfirmed');
    expect(job).toMatchObject({ attempts: 1, flightId: null, evidence: null });
    reopened.close();
  });

  it('is known without its row and its copy, so that its file is a duplicate', () => {
    using data = dataUnderTest();
    let image = data.spooled();
    const reopened = afterLosingTheLog(
      data,
      (stores) => stores.accounts.signedIn('demo', { subject: 'anna', name: 'Anna' }, data.clock.now()).id,
      ({ jobs }, anna) => {
        image = data.spooled();
        const id = jobs.add(newJob({ ...image, imageHash: 'drawn', accountId: anna }));
        under(jobs, id, data.clock.now());
        jobs.change(id, data.clock.now(), { state: 'uploaded', evidence: 'answered', attempt: null, flightId: 9 });
        rmSync(join(data.folder, 'spool', image.spool));
      },
    );
    const { jobs } = data.storesOf(reopened);
    expect(jobs.inStates('uploaded')).toMatchObject([{ ...image, flightId: 9, evidence: 'answered' }]);
    expect(jobs.byImage({ sha256: 'another file', imageHash: 'drawn' }, 1)?.flightId).toBe(9);
    reopened.close();
  });

  it('that the pilot removed after it was stored stays removed, and does not come back from a folder', () => {
    using data = dataUnderTest();
    let sha256 = '';
    const reopened = afterLosingTheLog(
      data,
      ({ jobs }) => {
        const image = data.spooled();
        ({ sha256 } = image);
        return jobs.add(newJob({ ...image, accountId: null, addedAt: data.clock.now() }));
      },
      ({ jobs }, id) => jobs.change(id, data.clock.now(), { removedAt: data.clock.now() }),
    );
    const { jobs } = data.storesOf(reopened);
    expect(jobs.inStates('waiting', 'held', 'declined', 'unconfirmed')).toEqual([]);
    expect(jobs.wasDeclined({ sha256, imageHash: null }, null)).toBe(true);
    reopened.close();
  });

  it('that the pilot removed is not restored', () => {
    using data = dataUnderTest();
    const reopened = afterLosingTheLog(
      data,
      () => null,
      ({ jobs }) => {
        const id = jobs.add(newJob({ ...data.spooled(), accountId: null }));
        data.pass(1_000);
        jobs.change(id, data.clock.now(), { removedAt: data.clock.now() });
      },
    );
    expect(data.storesOf(reopened).jobs.inStates('waiting', 'held', 'unconfirmed')).toEqual([]);
    reopened.close();
  });
});

describe('the attempt journal', () => {
  it('records since when it is complete, however often it is rotated', () => {
    using data = dataUnderTest();
    const path = join(data.folder, 'attempts.log');
    // So that the journal is full soon.
    const line = { ...attemptLine, name: 'x'.repeat(1024 * 1024) };
    const oldest: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const journal = createAttemptJournal(path, data.clock.now);
      for (let count = 0; count < 5; count += 1) {
        data.pass(1_000);
        journal.write({ ...line, at: data.clock.now() }, false);
      }
      journal.close();
      const { began, lines } = readAttemptJournal(path);
      oldest.push(lines[0]!.at);
      // No attempt from before the oldest kept line may count as never sent.
      expect(began).toBeGreaterThan(turn < 2 ? 0 : oldest[turn - 2]!);
    }
    expect(oldest[3]).toBeGreaterThan(oldest[0]!);
  });
});
