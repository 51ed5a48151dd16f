import { beforeEach, describe, expect, it } from 'vitest';
import { failures } from '../../../../main/core/messages/failures.ts';
import { evidences, isInferred, isSettled } from '../../../../main/contract/evidence.ts';
import { jobStates, type JobState } from '../../../../main/contract/strip.ts';
import { inferredSql, settledSql } from '../../../../main/core/storage/tables/job.ts';
import { createJobs, type BoardJob } from '../../../../main/core/storage/tables/jobs.ts';
import { freshStores, newJob, type FreshStores } from '../fresh-stores.ts';

const sha256 = 'a'.repeat(64);
let stores: FreshStores;
let jobs: FreshStores['jobs'];
let anna: number;
let ben: number;
beforeEach(() => {
  stores = freshStores();
  jobs = stores.jobs;
  anna = stores.accountOf('anna');
  ben = stores.accountOf('ben');
});

function waitingIds(account: number) {
  const ahead = ({ id }: { id: number }) => jobs.waitingAhead(account, id);
  const waiting = jobs.ofAccount(account, 'waiting').toSorted((one, other) => ahead(one) - ahead(other));
  return waiting.map(({ id }) => id);
}

describe('a job on disk', () => {
  it('is read back as it was stored', () => {
    const job = newJob({
      accountId: anna,
      source: { kind: 'folder', folder: 'Shots' },
      state: 'held',
      reason: failures.fileTooLarge(2, 1),
    });
    const id = jobs.add(job);
    expect(jobs.byId(id)).toEqual({
      ...job,
      lacksText: null,
      looksLike: null,
      id,
      since: job.addedAt,
      attempts: 0,
      attempt: null,
      flightId: null,
      uploadedAt: null,
      evidence: null,
      agreedAt: null,
    });
  });

  it.each([true, false])('is read back with whether it lacks text: %s', (lacksText) => {
    expect(jobs.byId(jobs.add(newJob({ lacksText })))).toMatchObject({ lacksText });
  });

  it('exists once per content and account, and once while it has no owner', () => {
    jobs.add(newJob({ sha256, accountId: anna }));
    jobs.add(newJob({ sha256, accountId: ben }));
    jobs.add(newJob({ sha256, accountId: null }));
    for (const accountId of [anna, ben, null]) expect(() => jobs.add(newJob({ sha256, accountId }))).toThrow(/UNIQUE/);
  });

  it('may be added again after it was removed', () => {
    const first = jobs.add(newJob({ sha256, accountId: anna }));
    jobs.change(first, 5, { removedAt: 5 });
    expect(jobs.byId(first)).toBeNull();
    const second = jobs.add(newJob({ sha256, accountId: anna }));
    expect(second).not.toBe(first);
    expect(jobs.byImage({ sha256, imageHash: null }, anna)?.id).toBe(second);
  });

  it('is known for a while after it was removed', () => {
    const id = jobs.add(newJob({ sha256, accountId: anna }));
    expect(jobs.removedSince(id, 0)).toBeNull();
    jobs.change(id, 5, { state: 'held' });
    jobs.change(id, 9, { removedAt: 9 });
    expect(jobs.removedSince(id, 8)).toMatchObject({ id, state: 'held' });
    expect(jobs.removedSince(id, 10)).toBeNull();
    expect(jobs.removedSince(id + 1, 0)).toBeNull();
  });

  it('is invisible to another profile', () => {
    const id = jobs.add(newJob({ sha256 }));
    const others = createJobs(stores.database, 'service-x');
    expect(others.byId(id)).toBeNull();
    expect(others.byImage({ sha256, imageHash: null }, null)).toBeNull();
    others.change(id, 5, { state: 'held' });
    expect(jobs.byId(id)?.state).toBe('waiting');
    expect(others.counts().waiting).toBe(0);
  });

  it.each([
    ['the own one', ['anna', 'ben', null], 'anna', 'anna'],
    ['one that nobody owns yet', ['ben', null], 'anna', null],
    ['not another pilot’s', ['ben'], 'anna', undefined],
    ['no pilot’s, while nobody is signed in', ['ben'], null, undefined],
    ['the ownerless one first, while nobody is signed in', ['ben', null], null, null],
  ] as const)('is found by its content: %s', (_words, owners, asker, found) => {
    const ids = { anna, ben };
    for (const owner of owners) jobs.add(newJob({ sha256, accountId: owner && ids[owner] }));
    const job = jobs.byImage({ sha256, imageHash: null }, asker && ids[asker]);
    expect(job?.accountId).toBe(found === undefined ? undefined : found && ids[found]);
  });

  it('changes only the named fields, and `since` with the state', () => {
    const id = jobs.add(newJob({ accountId: anna }));
    const attempt = { startedAt: 2_000, endedAt: null, baselineId: 4, lookups: 0 };
    jobs.change(id, 2_000, { state: 'uploading', attempt, attempts: 1 });
    expect(jobs.byId(id)).toMatchObject({ state: 'uploading', since: 2_000, attempt, attempts: 1, reason: null });
    jobs.change(id, 3_000, { state: 'uploading', reason: failures.answerLost(null) });
    expect(jobs.byId(id)).toMatchObject({ since: 2_000, attempt, reason: { kind: 'service-unreachable' } });
    jobs.change(id, 4_000, {
      state: 'uploaded',
      evidence: 'answered',
      attempt: null,
      reason: null,
      flightId: 7,
      uploadedAt: 3_999.6,
    });
    expect(jobs.byId(id)).toMatchObject({ since: 4_000, attempt: null, flightId: 7, uploadedAt: 4_000, attempts: 1 });
    jobs.change(id, 5_000, {});
    expect(jobs.byId(id)?.since).toBe(4_000);
  });

  it('is uploaded in the order it was added, per account', () => {
    const first = jobs.add(newJob({ accountId: anna }));
    const foreign = jobs.add(newJob({ accountId: ben }));
    const second = jobs.add(newJob({ accountId: anna }));
    jobs.add(newJob());
    expect(waitingIds(anna)).toEqual([first, second]);
    expect([anna, ben, null].map(jobs.waitingCount)).toEqual([2, 1, 1]);
    expect(jobs.nextWaiting(anna)?.id).toBe(first);
    jobs.change(first, 5, { state: 'held' });
    expect(jobs.nextWaiting(anna)?.id).toBe(second);
    expect(jobs.nextWaiting(ben)?.id).toBe(foreign);
    expect(jobs.unfinishedByAccount()).toEqual([
      { id: anna, reports: 2 },
      { id: ben, reports: 1 },
    ]);
  });

  it('yields to jobs with fewer attempts when it keeps failing', () => {
    const [first, second, third] = [1, 2, 3].map(() => jobs.add(newJob({ accountId: anna })));
    const failSometimes = (id: number, attempts: number) =>
      jobs.change(id, 5, { attempts, reason: failures.answerNotUnderstood('The service', 'HTTP 422') });
    failSometimes(first!, 3);
    expect(waitingIds(anna)).toEqual([second, third, first]);
    expect(jobs.nextWaiting(anna)?.id).toBe(second);
    failSometimes(second!, 1);
    failSometimes(third!, 1);
    expect(waitingIds(anna)).toEqual([second, third, first]);
    failSometimes(second!, 4);
    expect(waitingIds(anna)).toEqual([third, first, second]);
    jobs.change(third!, 5, { reason: failures.tooFast(9) });
    jobs.change(first!, 5, { reason: failures.serviceUnreachable('The service') });
    expect(waitingIds(anna)).toEqual([first, third, second]);
  });

  it('is counted by state', () => {
    const states = ['waiting', 'waiting', 'held', 'rejected', 'uploaded'] as const;
    for (const state of states) jobs.change(jobs.add(newJob({ accountId: anna })), 5, { state });
    jobs.change(jobs.add(newJob({ accountId: anna })), 5, { removedAt: 5 });
    expect(jobs.counts()).toEqual({
      declined: 0,
      waiting: 2,
      uploading: 0,
      unconfirmed: 0,
      uploaded: 1,
      rejected: 1,
      held: 1,
    });
  });

  it.each<[JobState, BoardJob['bay'], { isSending?: boolean; canRead?: boolean; signedIn?: number[] }?]>([
    ['waiting', 'queue'],
    ['uploading', 'queue'],
    ['uploading', 'queue', { isSending: false }],
    ['uploading', 'queue', { canRead: false }],
    ['uploading', 'needs-attention', { isSending: false, canRead: false }],
    ['unconfirmed', 'queue'],
    ['unconfirmed', 'needs-attention', { canRead: false }],
    ['held', 'needs-attention'],
    ['rejected', 'needs-attention'],
    ['declined', 'not-uploaded'],
    ['uploaded', null],
    ['held', 'queue', { signedIn: [] }],
    ['rejected', 'queue', { signedIn: [] }],
    ['declined', 'not-uploaded', { signedIn: [] }],
  ])('is, while %s, in the bay %s', (state, bay, { isSending = true, canRead = true, signedIn = [anna] } = {}) => {
    const id = jobs.add(newJob({ accountId: anna }));
    jobs.change(id, 5, { state });
    const seen = { hidden: [], unreadable: canRead ? [] : [anna], shown: ben, signedIn, isSending };
    expect(jobs.onBoard(id, seen)?.bay).toBe(bay);
    for (const one of ['needs-attention', 'queue', 'not-uploaded'] as const) {
      expect(jobs.bayPage(one, seen, null, 9).map((job) => job.id)).toEqual(one === bay ? [id] : []);
      expect(jobs.bayCounts(seen)[one]).toBe(one === bay ? 1 : 0);
      expect(jobs.bayCounts({ ...seen, hidden: [anna] })[one]).toBe(0);
    }
  });

  it('without an account is in the bay of the shown pilot’s', () => {
    const id = jobs.add(newJob({ accountId: null }));
    jobs.change(id, 5, { state: 'unconfirmed' });
    const seen = { hidden: [], unreadable: [anna], shown: anna, signedIn: [anna, ben], isSending: true };
    expect(jobs.onBoard(id, seen)?.bay).toBe('needs-attention');
    expect(jobs.onBoard(id, { ...seen, shown: ben })?.bay).toBe('queue');
    expect(jobs.bayPage('needs-attention', { ...seen, hidden: [anna] }, null, 9)).toHaveLength(1);
  });

  it('owns its flight exclusively, even after it is removed', () => {
    const first = jobs.add(newJob({ accountId: anna }));
    const second = jobs.add(newJob({ accountId: anna }));
    const foreign = jobs.add(newJob({ accountId: ben }));
    jobs.change(first, 5, { state: 'uploaded', evidence: 'answered', flightId: 7 });
    jobs.change(foreign, 5, { state: 'uploaded', evidence: 'answered', flightId: 7 });
    expect(() => jobs.change(second, 5, { flightId: 7 })).toThrow(/UNIQUE/);
    expect(jobs.byFlight(anna, 7)?.id).toBe(first);
    jobs.change(first, 6, { removedAt: 6 });
    expect([...jobs.ownedFlightIds(anna, 0)]).toEqual([7]);
    expect([...jobs.ownedFlightIds(anna, 7)]).toEqual([]);
  });

  it('without a flight record is listed, newest first', () => {
    const [first, second, third] = [1, 2, 3].map(() => jobs.add(newJob({ accountId: anna })));
    for (const id of [first!, second!]) jobs.change(id, 5, { state: 'uploaded', evidence: 'answered' });
    jobs.change(third!, 5, { state: 'uploaded', evidence: 'answered', flightId: 3 });
    expect(jobs.withoutFlight(anna).map((job) => job.id)).toEqual([second, first]);
  });

  it('without an owner goes to the pilot who signs in, and the same image stays one report', () => {
    const own = jobs.add(newJob({ sha256, accountId: anna }));
    const twin = jobs.add(newJob({ sha256 }));
    const orphan = jobs.add(newJob());
    const foreign = jobs.add(newJob({ accountId: ben }));
    jobs.adoptOrphans(anna, 9);
    expect(jobs.byId(twin)).toBeNull();
    expect(jobs.byId(orphan)?.accountId).toBe(anna);
    expect(jobs.byId(foreign)?.accountId).toBe(ben);
    expect(waitingIds(anna)).toEqual([own, orphan]);
  });

  it("that can't be parsed is reported, not skipped", () => {
    const id = jobs.add(newJob());
    stores.database.prepare("UPDATE jobs SET state = 'flying' WHERE id = ?").run(id);
    expect(() => jobs.byId(id)).toThrow(/state/);
  });
});

it('what is settled or inferred is the same in SQL as in the contract', () => {
  const queries = [settledSql, inferredSql].map((sql) =>
    stores.database.prepare(`SELECT 1 FROM jobs WHERE id = ? AND state = 'uploaded' AND ${sql}`),
  );
  for (const state of jobStates)
    for (const evidence of [null, ...evidences])
      for (const agreedAt of [null, 5]) {
        const id = jobs.add(newJob({ accountId: anna }));
        jobs.change(id, 5, { state, evidence, agreedAt });
        const known = { state, evidence: state === 'uploaded' ? evidence : null, agreedAt };
        const found = queries.map((query) => query.get(id) !== undefined);
        expect([known, found]).toEqual([known, [isSettled(known), isInferred(known)]]);
      }
});
