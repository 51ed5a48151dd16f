// What the attempt journal restores after the database has lost its latest changes: the log is gone, the file is as the
// last run closed it.
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { emptyFlight } from '../../../../main/contract/flight.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import type { Repositories } from '../../../../main/core/storage/repositories.ts';
import { dataUnderTest } from '../data-under-test.ts';
import { newJob } from '../fresh-stores.ts';

const hourMs = 3_600_000;
type Data = ReturnType<typeof dataUnderTest>;
const under = (jobs: Repositories['jobs'], id: number, now: number) =>
  jobs.change(id, now, {
    state: 'uploading',
    attempts: 1,
    attempt: { startedAt: now, endedAt: null, baselineId: 4, lookups: 0 },
  });

/** What `early` does is in the file; what `late` does is only in the log, which is lost. Returns what is there then. */
function afterLosingTheLog<T>(
  early: (stores: Repositories, data: Data) => T,
  late: (stores: Repositories, known: T, data: Data) => void,
) {
  const data = dataUnderTest();
  onTestFinished(() => data[Symbol.dispose]());
  const first = data.opened();
  const known = early(data.storesOf(first), data);
  first.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  copyFileSync(data.path, `${data.path}.early`);
  data.pass(hourMs);
  late(data.storesOf(first), known, data);
  first.close();
  for (const end of ['-wal', '-shm', '.clean']) rmSync(data.path + end, { force: true });
  copyFileSync(`${data.path}.early`, data.path);
  data.pass(hourMs);
  const reopened = data.opened();
  onTestFinished(() => reopened.close());
  return { stores: data.storesOf(reopened), concern: reopened.concern(), known, data };
}

const signIn = ({ accounts }: Repositories, { now }: Data['clock'], subject: string) =>
  accounts.signedIn('demo', { subject, name: subject }, now()).id;
const addOfAnna = (stores: Repositories, { spooled, clock }: Data) =>
  stores.jobs.add(newJob({ ...spooled(), accountId: signIn(stores, clock, 'anna') }));

describe('a report whose last change the database has lost', () => {
  it('is not uploaded again when the pilot had been asked whether the service has it', () => {
    const { stores } = afterLosingTheLog(addOfAnna, ({ jobs }, id, data) => {
      under(jobs, id, data.clock.now());
      jobs.change(id, data.clock.now(), { state: 'unconfirmed', reason: failures.answerLost(null) });
      jobs.change(id, data.clock.now(), { state: 'held', reason: failures.answerLostAmbiguous() });
    });
    const [job] = stores.jobs.inStates('waiting', 'held', 'unconfirmed');
    expect(job).toMatchObject({ state: 'unconfirmed', attempts: 1, attempt: { baselineId: 4 } });
  });

  it('stays with the account it was uploaded to, though it was added while signed out', () => {
    const { stores, data } = afterLosingTheLog(
      ({ jobs }, { spooled }) => jobs.add(newJob({ ...spooled(), accountId: null })),
      (known, id, { clock }) => {
        known.jobs.adoptOrphans(signIn(known, clock, 'anna'), clock.now());
        under(known.jobs, id, clock.now());
      },
    );
    stores.jobs.adoptOrphans(signIn(stores, data.clock, 'bert'), data.clock.now());
    const [job] = stores.jobs.inStates('unconfirmed');
    expect(job?.accountId).not.toBeNull();
    expect(stores.accounts.byId(job!.accountId!)?.subject).toBe('anna');
  });

  it.each([
    ['answered', { flightId: 9 }, { evidence: 'answered', flightId: 9, agreedAt: null }],
    ['unknown', { agreedAt: 5 }, { evidence: 'unknown', flightId: null }],
  ] as const)('stays uploaded, and how that is known: %s', (evidence, more, expected) => {
    const { stores, concern } = afterLosingTheLog(addOfAnna, ({ jobs }, id, data) => {
      under(jobs, id, data.clock.now());
      jobs.change(id, data.clock.now(), { state: 'unconfirmed' });
      jobs.change(id, data.clock.now(), { state: 'held' });
      jobs.change(id, data.clock.now(), { state: 'uploaded', evidence, attempt: null, ...more });
    });
    expect(stores.jobs.inStates('uploaded')).toMatchObject([{ attempts: 1, ...expected }]);
    expect(concern).toBeNull();
  });

  it('is looked up again if its flight was only inferred', () => {
    const { stores } = afterLosingTheLog(addOfAnna, ({ jobs }, id, data) => {
      under(jobs, id, data.clock.now());
      jobs.change(id, data.clock.now(), { state: 'unconfirmed' });
      jobs.change(id, data.clock.now(), { state: 'uploaded', evidence: 'inferred', attempt: null, flightId: 9 });
    });
    const [job] = stores.jobs.inStates('unconfirmed');
    expect(job).toMatchObject({ attempts: 1, flightId: null, evidence: null });
  });

  it('is known without its row and its copy, so that its file is a duplicate', () => {
    let image = { sha256: '', spool: '', bytes: 0 };
    const { stores } = afterLosingTheLog(
      (first, { clock }) => signIn(first, clock, 'anna'),
      ({ jobs }, anna, data) => {
        image = data.spooled();
        const id = jobs.add(newJob({ ...image, imageHash: 'drawn', accountId: anna }));
        under(jobs, id, data.clock.now());
        jobs.change(id, data.clock.now(), { state: 'uploaded', evidence: 'answered', attempt: null, flightId: 9 });
        rmSync(join(data.folder, 'spool', image.spool));
      },
    );
    const { jobs, flights } = stores;
    expect(jobs.inStates('uploaded')).toMatchObject([{ ...image, flightId: 9, evidence: 'answered' }]);
    // Its flight can have the pilot's own entry.
    expect(flights.byId(1, 9)?.record).toEqual({ ...emptyFlight, id: 9 });
    expect(jobs.byImage({ sha256: 'another file', imageHash: 'drawn' }, 1)?.flightId).toBe(9);
  });

  it('that the pilot removed after it was stored stays removed, and does not come back from a folder', () => {
    const { stores, known } = afterLosingTheLog(
      ({ jobs }, { spooled, clock }) => {
        const image = spooled();
        return { ...image, id: jobs.add(newJob({ ...image, accountId: null, addedAt: clock.now() })) };
      },
      ({ jobs }, { id }, { clock }) => jobs.change(id, clock.now(), { removedAt: clock.now() }),
    );
    const { jobs } = stores;
    expect(jobs.inStates('waiting', 'held', 'declined', 'unconfirmed')).toEqual([]);
    expect(jobs.isDeclined(null, { sha256: known.sha256, imageHash: null }, null)).toBe(true);
  });
});
