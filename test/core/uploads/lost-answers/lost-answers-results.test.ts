// The lookup of lost answers against a listing of the test.
import { beforeEach, expect, describe, it } from 'vitest';
import type { Failure } from '../../../../main/contract/failure.ts';
import type { Flight } from '../../../../main/contract/flight.ts';
import type { ListOutcome } from '../../../../main/core/service/outcomes.ts';
import type { Attempt, Job, JobChange } from '../../../../main/core/storage/tables/job.ts';
import { serviceSubject } from '../../../../main/core/storage/tables/learned-facts.ts';
import { createLostAnswers } from '../../../../main/core/uploads/lost-answers.ts';
import { lookupAfterMs } from '../../../../main/core/uploads/match-record.ts';
import { applyTransition } from '../../../../main/core/uploads/report-writer.ts';
import type { Transition } from '../../../../main/core/uploads/transitions.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';
import { flightOf } from '../../sample-flight.ts';
import { freshStores, newJob, type FreshStores } from '../../storage/fresh-stores.ts';
import { failures } from '../../../../main/core/messages/failures.ts';

const hour = 3_600_000;
const [, , lastLookupMs] = lookupAfterMs;

let clock: VirtualClock;
let stores: FreshStores;
let accountId: number;
let startedAt: number;

/** Adds an unconfirmed report. By default its attempt took no time, and the service's clock is ours. */
function lose(more: Partial<Attempt> = {}, age = 0): number {
  const id = stores.jobs.add(newJob({ accountId }));
  const begun = startedAt - age;
  const known = { startedAt: begun, endedAt: begun, baselineId: 40, lookups: 0 };
  const attempt: Attempt = { ...known, sentAt: { from: begun, until: begun }, ...more };
  stores.jobs.change(id, begun, { state: 'unconfirmed', attempts: 1, attempt });
  return id;
}

/** Adds a report that was answered with this flight. */
function uploadedAs(flightId: number) {
  const id = stores.jobs.add(newJob({ accountId }));
  stores.jobs.change(id, startedAt, { state: 'uploaded', evidence: 'answered', flightId, uploadedAt: startedAt });
}

const page = (
  flights: readonly Flight[],
  next: number | null = null,
  unreadIds: readonly number[] = [],
): ListOutcome => ({ kind: 'page', flights, nextBeforeId: next, unreadIds });

/** Looks up with these pages; the last one repeats. */
function lookingUp(
  pages: readonly ListOutcome[],
  more: {
    nextReadAt?: number;
    neededMs?: number;
    list?: () => ListOutcome | { kind: 'no-token'; failure: Failure };
  } = {},
) {
  const asked: (number | undefined)[] = [];
  const told: number[] = [];
  const settled: number[] = [];
  const apply = (job: Job, transition: Transition) => {
    told.push(job.id);
    applyTransition(stores, job, transition, clock.now());
  };
  if (more.neededMs) stores.facts.write(serviceSubject, 'needed-ms', more.neededMs, clock.now());
  const answers = createLostAnswers(
    {
      ports: { clock },
      account: { id: accountId },
      service: {
        name: 'The service',
        timeAt(monotonic) {
          const at = clock.now() - clock.monotonic() + monotonic;
          return { from: at, until: at };
        },
      },
      stores,
      scheduler: {
        nextReadAt: () => more.nextReadAt ?? 0,
        async list({ beforeId, limit }) {
          asked.push(beforeId);
          expect(limit).toBe(100);
          if (asked.length > 10) throw new Error('the listing does not end');
          return more.list?.() ?? pages[Math.min(asked.length, pages.length) - 1]!;
        },
      },
    },
    {
      keepRecord(job, flight, transition) {
        settled.push(flight.id);
        apply(job, transition);
      },
      apply,
    },
  );
  const jobsOf = (ids: readonly number[]) => ids.map((id) => stores.jobs.byId(id)!);
  const begin = (id: number) => answers.begin(id, clock.monotonic());
  const lookUp = (...ids: number[]) => answers.lookUp(jobsOf(ids), new AbortController().signal);
  return { begin, lookUp, asked, told, settled };
}

const at = (id: number, createdAt: number | null = startedAt) => flightOf({ id, createdAt });
const end = page([]);

async function lookLast(
  pages: readonly ListOutcome[],
  attempt: Partial<Attempt> = {},
  more: Parameters<typeof lookingUp>[1] = {},
) {
  const id = lose({ lookups: 2, ...attempt });
  const looking = lookingUp(pages, more);
  looking.begin(id);
  await clock.advance(Math.max(lastLookupMs, 2 * (more.neededMs ?? 0)));
  const result = await looking.lookUp(id);
  return { ...looking, id, result, job: stores.jobs.byId(id)! };
}

/** For two attempts; `first`: what differs in one of them. */
async function lookLastForTwo(pages: readonly ListOutcome[], first: Partial<Attempt> = {}) {
  const ids = [lose({ lookups: 2, ...first }), lose({ lookups: 2 })];
  const { begin, lookUp, asked } = lookingUp(pages);
  for (const id of ids) begin(id);
  await clock.advance(lastLookupMs);
  await lookUp(...ids);
  return { asked, states: ids.map((id) => stores.jobs.byId(id)!.state) };
}

beforeEach(() => {
  clock = createVirtualClock();
  stores = freshStores();
  accountId = stores.accountOf('anna');
  startedAt = clock.now();
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

  it('a record that is inferred leaves the attempt, for the case that the pilot says otherwise', async () => {
    const { settled, job, result } = await lookLast([page([at(41)])], { lastedMs: 2_000 });
    expect(settled).toEqual([41]);
    expect(job).toMatchObject({ state: 'uploaded', evidence: 'inferred', agreedAt: null, flightId: 41 });
    expect(job).toMatchObject({ uploadedAt: startedAt + 2_000, attempt: { baselineId: 40 } });
    expect(result).toEqual({ kind: 'done', notFound: [] });
  });

  it.each([
    [0, 'held'],
    [30_000, 'uploaded'],
  ])('a record made half a minute later is %i ms of the service away: %s', async (neededMs, state) => {
    const { job } = await lookLast([page([at(41, startedAt + 30_000)])], {}, { neededMs });
    expect(job.state).toBe(state);
  });

  it('the first byte’s time is learned from a later answer, if there was none before', async () => {
    const { job } = await lookLast([page([at(41)])], { sentAt: null });
    expect(job).toMatchObject({ state: 'uploaded', attempt: { sentAt: { from: startedAt, until: startedAt } } });
  });

  it('is the pilot’s decision if two records match', async () => {
    const { id, job } = await lookLast([page([at(42), at(41)])]);
    expect(job).toMatchObject({ state: 'held', reason: { requiredAction: 'decision' }, attempt: {} });
    expect(stores.history.of({ jobId: id }).map(({ what }) => what)).toEqual(['ambiguous']);
  });

  it('of two attempts that one record may be of, neither has it', async () => {
    expect((await lookLastForTwo([page([at(41)])])).states).toEqual(['held', 'held']);
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
    for (let n = 0; n < before; n += 1) stores.history.add({ accountId, jobId: id }, startedAt, { what: 'not-added' });
    const { begin, lookUp } = lookingUp([end]);
    begin(id);
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
    const { begin, lookUp } = lookingUp([], {
      list() {
        stores.jobs.change(id, clock.now(), change);
        present = stores.jobs.byId(id);
        return page([at(41)]);
      },
    });
    begin(id);
    await clock.advance(lastLookupMs);
    expect(await lookUp(id)).toEqual({ kind: 'done', notFound: [] });
    expect(stores.jobs.byId(id)).toEqual(present);
  });
});

it('includes the records of other reports back to the oldest attempt', async () => {
  uploadedAs(35);
  const { states } = await lookLastForTwo([page([at(35), at(30)])], { baselineId: 30 });
  expect(states[0]).toBe('waiting');
});

it.each<[string, string, Partial<Attempt>, number]>([
  ['was sent at the same time', 'held', {}, 0],
  ['was sent at another time', 'uploaded', {}, hour],
  ['was sent at an unknown time', 'held', { sentAt: null }, hour],
])('another report without a record %s: a new record leaves it %s', async (_name, state, attempt, age) => {
  const rival = lose(attempt, age);
  stores.jobs.change(rival, startedAt, { state: 'held' });
  const { job } = await lookLast([page([at(41)])]);
  expect(job.state).toBe(state);
});

describe('when a lookup runs', () => {
  it.each([
    [0, 500],
    [1, 3_000],
    [2, 10_000],
    [7, 10_000],
    // Not before the service has had twice the time that it was ever seen to need.
    [2, 60_000, 30_000],
    [1, 3_000, 30_000],
  ])('after %i lookups, at %i ms after the attempt', async (lookups, restMs, neededMs = 0) => {
    const id = lose({ lookups });
    const { begin, lookUp, asked } = lookingUp([end], { neededMs });
    begin(id);
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
    const { begin, lookUp } = lookingUp([end], { nextReadAt });
    for (const id of [later, first]) begin(id);
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
    const { begin, lookUp, told } = lookingUp([end]);
    begin(id);
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

// One page, and the one after it, which is empty.
describe('how far back it lists', () => {
  it.each<[string, Partial<Attempt>, () => Flight, number, number?]>([
    ['to the newest record that was known', {}, () => at(40, null), 1],
    ['not past it', {}, () => at(39, null), 1, 60],
    ['further, where the oldest record is newer', {}, () => at(41, null), 2],
    ['further, where ids began again', { baselineId: 400 }, () => at(39, null), 2],
    ['by ids, whenever a record was made', { baselineId: 5 }, () => at(6, startedAt - 2 * hour), 2],
  ])('%s', async (_name, attempt, oldest, pages, newestId) => {
    const newest = newestId === undefined ? [] : [at(newestId)];
    const { asked } = await lookLast([page([...newest, oldest()], 6), end], attempt);
    expect(asked).toEqual([undefined, 6].slice(0, pages));
  });

  it('until every attempt is reached', async () => {
    const pages = [page([at(40)], 40), page([at(30)], 30)];
    const { asked } = await lookLastForTwo(pages, { baselineId: 30 });
    expect(asked).toEqual([undefined, 40]);
  });

  it('over as many pages as it takes', async () => {
    uploadedAs(60);
    uploadedAs(50);
    const { asked, job } = await lookLast([page([at(60)], 60), page([at(50)], 50), page([at(39)], 39)]);
    expect(asked).toEqual([undefined, 60, 50]);
    expect(job.state).toBe('waiting');
  });

  it('stops if the service has no older ones, or returns none', async () => {
    expect((await lookLast([page([at(41)])])).asked).toHaveLength(1);
    expect((await lookLast([page([], 60)])).asked).toHaveLength(1);
  });

  it.each([
    ['the same records', 50],
    ['newer ones', 51],
  ])('stops where the next page would give %s, and leaves the report to the pilot', async (_name, next) => {
    const { asked, job } = await lookLast([page([at(50)], 50), page([], next)], { baselineId: 60 });
    expect(asked).toEqual([undefined, 50].slice(0, asked.length));
    expect(job.state).toBe('held');
  });

  it('stops where a page comes again, though its records are explained', async () => {
    uploadedAs(50);
    const { asked, job } = await lookLast([page([at(50)], 50)]);
    expect(asked).toEqual([undefined, 50]);
    expect(job.state).toBe('held');
  });

  it('stops once two records are unexplained even for the newest attempt', async () => {
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

  it('stops at a record without an id, although the one before it belongs to another report', async () => {
    uploadedAs(41);
    const { job } = await lookLast([page([at(41)], null, [41])]);
    expect(job.state).toBe('held');
  });

  it('continues past a record that cannot be parsed and belongs to another report', async () => {
    uploadedAs(41);
    const { job } = await lookLast([page([], null, [41])]);
    expect(job.state).toBe('waiting');
  });
});
