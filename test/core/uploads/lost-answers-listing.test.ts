// The lookup of lost answers against a listing of the test: when it runs, how far back it goes, and what it records.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Failure } from '../../../main/contract/failure.ts';
import type { Flight } from '../../../main/contract/strip.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import type { ListOutcome } from '../../../main/core/service/flight-client.ts';
import type { Attempt, JobChange } from '../../../main/core/storage/tables/jobs.ts';
import { createLostAnswers } from '../../../main/core/uploads/lost-answers.ts';
import { latestRecordMs, lookupAfterMs } from '../../../main/core/uploads/match-record.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';
import { flightOf } from '../sample-flight.ts';
import { freshStores, newJob, type FreshStores } from '../storage/fresh-stores.ts';

const hour = 3_600_000;
const [, , lastLookupMs] = lookupAfterMs;

let clock: VirtualClock;
let stores: FreshStores;
let accountId: number;
let startedAt: number;
beforeEach(() => {
  clock = createVirtualClock();
  stores = freshStores();
  accountId = stores.accountOf('anna');
  startedAt = clock.now();
});

/** Adds an unconfirmed report. By default its attempt took no time and the clocks are not compared. */
function lose(more: Partial<Attempt> = {}, age = 0): number {
  const id = stores.jobs.add(newJob({ accountId }));
  const begun = startedAt - age;
  const known = { startedAt: begun, endedAt: begun, baselineId: 40, lookups: 0 };
  const attempt: Attempt = { ...known, isBaselineSure: true, aheadMs: null, ...more };
  stores.jobs.change(id, begun, { state: 'unconfirmed', attempts: 1, attempt });
  return id;
}

const page = (
  flights: readonly Flight[],
  next: number | null = null,
  unreadIds: readonly number[] = [],
): ListOutcome => ({
  kind: 'page',
  flights,
  nextBeforeId: next,
  unreadIds,
});

/** Looks up with these pages; the last one repeats. */
function lookingUp(
  pages: readonly ListOutcome[],
  more: { nextReadAt?: number; list?: () => ListOutcome | { kind: 'no-token'; failure: Failure } } = {},
) {
  const asked: (number | undefined)[] = [];
  const told: number[] = [];
  const settled: number[] = [];
  const answers = createLostAnswers({
    clock,
    accountId,
    store: stores,
    scheduler: {
      nextReadAt: () => more.nextReadAt ?? 0,
      async list({ beforeId, limit }) {
        asked.push(beforeId);
        expect(limit).toBe(100);
        if (asked.length > 10) throw new Error('the listing does not end');
        return more.list?.() ?? pages[Math.min(asked.length, pages.length) - 1]!;
      },
    },
    settle(job, flight, change) {
      settled.push(flight.id);
      stores.jobs.change(job.id, clock.now(), change);
    },
    onJob: (id) => told.push(id),
  });
  const jobsOf = (ids: readonly number[]) => ids.map((id) => stores.jobs.byId(id)!);
  const lookUp = (...ids: number[]) => answers.lookUp(jobsOf(ids), new AbortController().signal);
  return { answers, lookUp, asked, told, settled };
}

const at = (id: number, createdAt: number | null = startedAt) => flightOf({ id, createdAt });
const end = page([]);

describe('when a lookup runs', () => {
  it.each([
    [0, 500],
    [1, 3_000],
    [2, 10_000],
    [7, 10_000],
  ])('after %i lookups, at %i ms after the attempt', async (lookups, restMs) => {
    const id = lose({ lookups });
    const { answers, lookUp, asked } = lookingUp([end]);
    answers.begin(id);
    expect(await lookUp(id)).toEqual({ kind: 'rest', restMs });
    await clock.advance(restMs - 1);
    expect(await lookUp(id)).toEqual({ kind: 'rest', restMs: 1 });
    expect(asked).toEqual([]);
    await clock.advance(1);
    expect((await lookUp(id)).kind).toBe('done');
  });

  it('starts with the first that is due, and not before the service may be read', async () => {
    const [later, first] = [lose({ lookups: 2 }), lose()];
    const nextReadAt = clock.monotonic() + 2_000;
    const { answers, lookUp } = lookingUp([end], { nextReadAt });
    for (const id of [later, first]) answers.begin(id);
    expect(await lookUp(later, first)).toEqual({ kind: 'rest', restMs: 2_000 });
    await clock.advance(1_999);
    expect(await lookUp(later, first)).toEqual({ kind: 'rest', restMs: 1 });
    await clock.advance(1);
    expect(await lookUp(later, first)).toEqual({ kind: 'done', notFound: [] });
    // Only the one whose lookup was due counts another lookup.
    expect([later, first].map((id) => stores.jobs.byId(id)!.attempt?.lookups)).toEqual([2, 1]);
  });

  it('returns when the next lookup is due', async () => {
    const id = lose();
    const { answers, lookUp, told } = lookingUp([end]);
    answers.begin(id);
    await clock.advance(500);
    await lookUp(id);
    expect(stores.jobs.byId(id)).toMatchObject({ state: 'unconfirmed', reason: { retryAt: startedAt + 3_000 } });
    expect(told).toEqual([id]);
  });

  it('waits as long for an attempt of an earlier run', async () => {
    const id = lose({}, hour);
    const { lookUp } = lookingUp([end]);
    expect(await lookUp(id)).toEqual({ kind: 'rest', restMs: 500 });
  });
});

async function lookLast(pages: readonly ListOutcome[], attempt: Partial<Attempt> = {}, more = {}) {
  const id = lose({ lookups: 2, ...attempt });
  const looking = lookingUp(pages, more);
  looking.answers.begin(id);
  await clock.advance(lastLookupMs);
  const result = await looking.lookUp(id);
  return { ...looking, id, result, job: stores.jobs.byId(id)! };
}

// One page, and the one after it, which is empty.
describe('how far back it lists', () => {
  it.each<[string, Partial<Attempt>, () => Flight, number, number?]>([
    ['to the newest record that was known', {}, () => at(40, null), 1],
    ['not past it', {}, () => at(39, null), 1, 60],
    ['further, where the oldest record is newer', {}, () => at(41, null), 2],
    ['further, where ids began again', { baselineId: 400 }, () => at(39, null), 2],
    ['to an hour before the attempt', { aheadMs: 0, baselineId: 5 }, () => at(6, startedAt - hour - 1), 1],
    ['not less than an hour', { aheadMs: 0, baselineId: 5 }, () => at(6, startedAt - hour), 2],
    ['by a clock that is ahead', { aheadMs: hour, baselineId: 5 }, () => at(6, startedAt - 1), 1],
    ['by a clock that is behind', { aheadMs: -hour, baselineId: 5 }, () => at(6, startedAt - 2 * hour), 2],
    ['by ids alone where the clocks were not compared', { baselineId: 5 }, () => at(6, startedAt - 2 * hour), 2],
    ['by ids alone where a record has no time', { aheadMs: 0, baselineId: 5 }, () => at(6, null), 2],
  ])('%s', async (_name, attempt, oldest, pages, newestId) => {
    const newest = newestId === undefined ? [] : [at(newestId)];
    const { asked } = await lookLast([page([...newest, oldest()], 6), end], attempt);
    expect(asked).toEqual([undefined, 6].slice(0, pages));
  });

  it('until every attempt is reached', async () => {
    const [older, newer] = [lose({ lookups: 2, baselineId: 30 }), lose({ lookups: 2 })];
    const { answers, lookUp, asked } = lookingUp([page([at(40)], 40), page([at(30)], 30)]);
    for (const id of [older, newer]) answers.begin(id);
    await clock.advance(lastLookupMs);
    await lookUp(older, newer);
    expect(asked).toEqual([undefined, 40]);
  });

  it('stops if the service has no older ones, or returns none', async () => {
    expect((await lookLast([page([at(41)])])).asked).toHaveLength(1);
    expect((await lookLast([page([], 60)])).asked).toHaveLength(1);
  });

  it.each([
    ['the same records', 50],
    ['newer ones', 51],
  ])('stops where the next page would give %s, and leaves the report to the pilot', async (_name, next) => {
    const pages = [page([at(60, startedAt - 100 * hour)], 50), page([at(50, startedAt - 100 * hour)], next)];
    const { asked, job } = await lookLast(pages);
    expect(asked).toEqual([undefined, 50]);
    expect(job.state).toBe('held');
  });

  it('stops once more records may be of the attempts than there are attempts', async () => {
    expect((await lookLast([page([at(43), at(42)], 42), end])).asked).toEqual([undefined]);
    expect((await lookLast([page([at(42)], 42), end])).asked).toEqual([undefined, 42]);
  });

  it.each([
    ['newer than the known ones', [41], 1, 'held'],
    ['as old as the known ones', [40], 2, 'uploaded'],
  ] as const)('stops at a record that cannot be parsed and is %s', async (_name, unreadIds, pages, state) => {
    const { asked, job } = await lookLast([page([at(45)], 45, unreadIds), end]);
    expect(asked).toHaveLength(pages);
    expect(job.state).toBe(state);
  });

  it('continues past a record that cannot be parsed and belongs to another report', async () => {
    const other = stores.jobs.add(newJob({ accountId }));
    stores.jobs.change(other, startedAt, { state: 'uploaded', flightId: 41, uploadedAt: startedAt });
    const { job } = await lookLast([page([], null, [41])]);
    expect(job.state).toBe('waiting');
  });
});

describe('the result', () => {
  it('passes on that nobody is signed in', async () => {
    const outcome = { kind: 'no-token', failure: failures.fileGone() } as const;
    expect((await lookLast([end], {}, { list: () => outcome })).result).toEqual(outcome);
  });

  it.each([
    [{ kind: 'absent' }, true],
    [{ kind: 'scope-missing' }, true],
    [{ kind: 'lost', code: 'ECONNRESET' }, false],
  ])('%j is rejected: %s', async (outcome, isRejected) => {
    const { result, job, told } = await lookLast([end], {}, { list: () => outcome as ListOutcome });
    expect(result).toEqual({ kind: 'failed', isRejected, outcome });
    expect(job.state).toBe('unconfirmed');
    expect(told).toEqual([]);
  });

  it('a record is the report’s, uploaded when the attempt ended', async () => {
    const { settled, job, result } = await lookLast([page([at(41)])], { lastedMs: 2_000 });
    expect(settled).toEqual([41]);
    expect(job).toMatchObject({ state: 'uploaded', flightId: 41, uploadedAt: startedAt + 2_000, attempt: null });
    expect(result).toEqual({ kind: 'done', notFound: [] });
  });

  it('no record means that the report is sent again', async () => {
    const { id, result, job } = await lookLast([end]);
    expect(result).toMatchObject({ kind: 'done', notFound: [{ id }] });
    expect(job).toMatchObject({ state: 'waiting', attempt: null });
    expect(stores.history.of({ jobId: id }).map(({ what }) => what)).toEqual(['not-arrived']);
  });

  it.each([
    [2, 'rejected'],
    [1, 'waiting'],
  ])('a report that was refused %i times before and is not there is %s', async (before, state) => {
    const failure = { ...failures.fileGone(), code: 'teapot' };
    const id = lose({ lookups: 2, answered: { outcome: 'rejected', failure } });
    for (let n = 0; n < before; n += 1) stores.history.add({ accountId, jobId: id }, startedAt, 'not-added');
    const { answers, lookUp } = lookingUp([end]);
    answers.begin(id);
    await clock.advance(lastLookupMs);
    expect(await lookUp(id)).toMatchObject({ kind: 'done', notFound: state === 'waiting' ? [{ id }] : [] });
    expect(stores.jobs.byId(id)).toMatchObject({ state, attempt: null });
    expect(stores.history.of({ jobId: id })).toContainEqual(
      expect.objectContaining({ what: 'not-added', details: { code: 'teapot' } }),
    );
  });

  it.each<[string, JobChange]>([
    ['was decided by the pilot', { state: 'declined' }],
    ['was sent again', { attempt: { startedAt: 1, endedAt: null, baselineId: 40, lookups: 2 } }],
  ])('leaves a report alone that %s while the service was asked', async (_name, change) => {
    const id = lose({ lookups: 2 });
    let present: unknown;
    const { answers, lookUp } = lookingUp([], {
      list() {
        stores.jobs.change(id, clock.now(), change);
        present = stores.jobs.byId(id);
        return page([at(41)]);
      },
    });
    answers.begin(id);
    await clock.advance(lastLookupMs);
    expect(await lookUp(id)).toEqual({ kind: 'done', notFound: [] });
    expect(stores.jobs.byId(id)).toEqual(present);
  });
});

it('includes the records of other reports back to the oldest attempt', async () => {
  const other = stores.jobs.add(newJob({ accountId }));
  stores.jobs.change(other, startedAt, { state: 'uploaded', flightId: 35, uploadedAt: startedAt });
  const [older, newer] = [lose({ lookups: 2, baselineId: 30 }), lose({ lookups: 2 })];
  const { answers, lookUp } = lookingUp([page([at(35), at(30)])]);
  for (const id of [older, newer]) answers.begin(id);
  await clock.advance(lastLookupMs);
  await lookUp(older, newer);
  expect(stores.jobs.byId(older)!.state).toBe('waiting');
});

describe('another report without a record', () => {
  // It may have made the record up to a quarter of an hour after it ended.
  it.each<[string, string, number, Partial<Attempt>]>([
    ['that ended as long before', 'held', latestRecordMs, {}],
    ['that ended longer before', 'uploaded', latestRecordMs + 1, {}],
    ['whose end is known by how long it took', 'held', latestRecordMs + 10, { endedAt: null, lastedMs: 10 }],
    ['that took less', 'uploaded', latestRecordMs + 10, { endedAt: null, lastedMs: 9 }],
    ['whose end is not known', 'uploaded', latestRecordMs + 1, { endedAt: null }],
  ])('%s: a new record leaves it %s', async (_name, state, age, attempt) => {
    const rival = lose(attempt, age);
    stores.jobs.change(rival, startedAt, { state: 'held' });
    const { job } = await lookLast([page([at(41, null)])]);
    expect(job.state).toBe(state);
  });

  it('counts for the oldest attempt too if several are looked up together', async () => {
    const rival = lose({}, 2 * hour);
    stores.jobs.change(rival, startedAt - 2 * hour, { state: 'uploaded', attempt: null });
    const compared = { lookups: 2, aheadMs: 0 };
    const [older, newer] = [lose(compared, 2 * hour), lose(compared)];
    const { answers, lookUp } = lookingUp([page([at(42, startedAt), at(41, startedAt - 2 * hour)])]);
    for (const id of [older, newer]) answers.begin(id);
    await clock.advance(lastLookupMs);
    await lookUp(older, newer);
    expect([older, newer].map((id) => stores.jobs.byId(id)!.state)).toEqual(['held', 'uploaded']);
  });
});
