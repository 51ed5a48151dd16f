import { describe, expect, it } from 'vitest';
import { failures } from '../../../../main/core/messages/failures.ts';
import type { ListOutcome } from '../../../../main/core/service/outcomes.ts';
import type { Attempt, JobChange } from '../../../../main/core/storage/tables/jobs.ts';
import {
  hour,
  lastLookupMs,
  clock,
  stores,
  accountId,
  startedAt,
  lose,
  page,
  lookingUp,
  at,
  end,
  lookLast,
  setUpLostAnswers,
  uploadedAs,
} from './lost-answers-under-test.ts';

setUpLostAnswers();

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

  it('of two attempts that one record may be of, neither has it', async () => {
    const [older, newer] = [lose({ lookups: 2 }), lose({ lookups: 2 })];
    const { begin, lookUp } = lookingUp([page([at(41)])]);
    for (const id of [older, newer]) begin(id);
    await clock.advance(lastLookupMs);
    await lookUp(older, newer);
    expect([older, newer].map((id) => stores.jobs.byId(id)!.state)).toEqual(['held', 'held']);
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
  const [older, newer] = [lose({ lookups: 2, baselineId: 30 }), lose({ lookups: 2 })];
  const { begin, lookUp } = lookingUp([page([at(35), at(30)])]);
  for (const id of [older, newer]) begin(id);
  await clock.advance(lastLookupMs);
  await lookUp(older, newer);
  expect(stores.jobs.byId(older)!.state).toBe('waiting');
});

describe('another report without a record', () => {
  it.each<[string, string, Partial<Attempt>, number]>([
    ['was sent at the same time', 'held', {}, 0],
    ['was sent at another time', 'uploaded', {}, hour],
    ['was sent at an unknown time', 'held', { sentAt: null }, hour],
  ])('%s: a new record leaves it %s', async (_name, state, attempt, age) => {
    const rival = lose(attempt, age);
    stores.jobs.change(rival, startedAt, { state: 'held' });
    const { job } = await lookLast([page([at(41)])]);
    expect(job.state).toBe(state);
  });
});
