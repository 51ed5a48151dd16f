// What a change of a report writes to the attempt journal.
import { beforeEach, describe, expect, it } from 'vitest';
import type { AttemptLine } from '../../../../main/core/storage/files/attempt-journal.ts';
import { createJobJournal } from '../../../../main/core/storage/tables/job-journal.ts';
import { freshStores, newJob, type FreshStores } from '../fresh-stores.ts';

let stores: FreshStores;
let anna: number;
let lines: (AttemptLine & { isDurable: boolean })[];
let write: ReturnType<typeof createJobJournal>;
beforeEach(() => {
  stores = freshStores();
  anna = stores.accountOf('anna');
  lines = [];
  write = createJobJournal(stores.database, 'demo', {
    begin() {},
    write: (line, isDurable) => void lines.push({ ...line, isDurable }),
    tryRoom() {},
    close() {},
  });
});

const attempt = { startedAt: 1, endedAt: null, baselineId: 4, lookups: 0 };
const uploading = (accountId: number | null = anna) => {
  const id = stores.jobs.add(newJob({ accountId }));
  stores.jobs.change(id, 5, { state: 'uploading', attempts: 3, attempt });
  return id;
};
const told = () => lines.map(({ what, isDurable }) => [what, isDurable]);

describe('the journal of a report', () => {
  it('has the beginning of an attempt, durably', () => {
    const job = newJob({ accountId: anna });
    const id = stores.jobs.add(job);
    write(id, 7, { state: 'uploading', attempts: 1, attempt });
    expect(lines).toEqual([
      {
        at: 7,
        what: 'began',
        profile: 'demo',
        jobId: id,
        accountId: anna,
        subject: 'anna',
        sha256: job.sha256,
        imageHash: job.imageHash,
        name: job.name,
        bytes: job.bytes,
        spool: job.spool,
        attempt: 1,
        flightId: null,
        evidence: null,
        baselineId: 4,
        isDurable: true,
      },
    ]);
  });

  it('has the end of an attempt in the state that follows, with its flight', () => {
    const id = uploading();
    write(id, 8, { state: 'uploaded', evidence: 'answered', flightId: 9, attempt: null });
    write(id, 9, { state: 'unconfirmed' });
    expect(told()).toEqual([
      ['uploaded', false],
      ['unconfirmed', false],
    ]);
    expect(lines[0]).toMatchObject({ at: 8, attempt: 3, flightId: 9, baselineId: null });
  });

  it('has the end of an attempt whose answer was lost', () => {
    const id = uploading();
    stores.jobs.change(id, 6, { state: 'unconfirmed' });
    write(id, 7, { state: 'held' });
    expect(told()).toEqual([['held', false]]);
  });

  it('has a removal, and that a removed report is there again', () => {
    const id = stores.jobs.add(newJob({ accountId: anna }));
    write(id, 7, { removedAt: 7 });
    write(id, 8, { removedAt: null });
    write(id, 9, { removedAt: null, state: 'held' });
    write(id, 10, { removedAt: 10, state: 'held' });
    expect(told()).toEqual([
      ['removed', false],
      ['waiting', false],
      ['held', false],
      ['removed', false],
    ]);
  });

  it('has no other change', () => {
    const id = stores.jobs.add(newJob({ accountId: anna }));
    write(id, 7, {});
    write(id, 7, { state: 'held' });
    write(uploading(), 7, { attempts: 4 });
    write(999, 7, { state: 'uploading' });
    expect(lines).toEqual([]);
  });

  it('names the account of the change, else that of the report, else none', () => {
    const unnamed = stores.accounts.signedIn('demo', { subject: null, name: null }, 1).id;
    const orphan = uploading(null);
    for (const accountId of [undefined, anna, unnamed, 999]) {
      write(orphan, 7, { state: 'uploading', ...(accountId !== undefined && { accountId }) });
    }
    expect(lines.map(({ accountId, subject }) => [accountId, subject])).toEqual([
      [null, null],
      [anna, 'anna'],
      [unnamed, null],
      [999, null],
    ]);
  });

  it('leaves out reports of another profile', () => {
    const others = freshStores('other', stores.database);
    write(others.jobs.add(newJob()), 7, { state: 'uploading' });
    expect(lines).toEqual([]);
  });
});
