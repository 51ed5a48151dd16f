import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { historyLine } from '../../../../../main/core/board/history-messages.ts';
import { freshStores, newJob, type FreshStores } from '../../fresh-stores.ts';

let stores: FreshStores;
let jobId: number;
beforeEach(() => {
  stores = freshStores();
  jobId = stores.jobs.add(newJob());
});
afterEach(() => stores.database.close());

const told = () => stores.history.of({ jobId }).map(({ at, until, times, what }) => ({ at, until, times, what }));

describe('a repeated event of a report', () => {
  it('is one row with a count, its first and last time, and its attempts', () => {
    for (let n = 0; n < 50; n += 1) {
      stores.history.add({ jobId }, n * 100, { what: 'uploading', attempt: n + 1 });
      stores.history.add({ jobId }, n * 100 + 10, { what: 'unreachable', code: 'ECONNREFUSED' });
    }
    stores.history.add({ jobId }, 5_000, { what: 'uploading', attempt: 51 });
    stores.history.add({ jobId, flightId: 7 }, 5_010, { what: 'uploaded', flightId: 7 });
    expect(told()).toEqual([
      { at: 0, until: 0, times: 1, what: 'uploading' },
      { at: 10, until: 4_910, times: 50, what: 'unreachable' },
      { at: 5_000, until: 5_000, times: 1, what: 'uploading' },
      { at: 5_010, until: 5_010, times: 1, what: 'uploaded' },
    ]);
    expect(stores.history.of({ jobId }).map(historyLine)[1]).toEqual({
      at: 10,
      until: 4_910,
      times: 50,
      message: { id: 'history.unreachable', params: { hasReply: false, reply: '' } },
    });
  });

  it('that is not of an attempt is one row as well', () => {
    for (const at of [1, 2, 3]) stores.history.add({ jobId }, at, { what: 'unreachable', code: 'ENOTFOUND' });
    expect(told()).toEqual([{ at: 1, until: 3, times: 3, what: 'unreachable' }]);
  });

  it('starts another row when the code differs or another event came between', () => {
    stores.history.add({ jobId }, 1, { what: 'unreachable', code: 'ECONNREFUSED' });
    stores.history.add({ jobId }, 2, { what: 'unreachable', code: 'ENOTFOUND' });
    stores.history.add({ jobId }, 3, { what: 'too-fast' });
    stores.history.add({ jobId }, 4, { what: 'unreachable', code: 'ENOTFOUND' });
    stores.history.add({ jobId }, 5, { what: 'answer-lost' });
    stores.history.add({ jobId }, 6, { what: 'answer-lost' });
    expect(told().map((one) => one.times)).toEqual([1, 1, 1, 1, 1, 1]);
  });
});

describe('history', () => {
  it('are listed for report and flight together, in order, without duplicates', () => {
    const account = stores.accountOf('anna');
    const job = stores.jobs.add(newJob({ accountId: account }));
    const { history } = stores;
    history.add({ accountId: account, jobId: job, flightId: 7 }, 20, { what: 'uploaded', flightId: 7 });
    history.add({ accountId: account, jobId: job }, 10, { what: 'added', source: { kind: 'dropped' } });
    history.add({ accountId: account, flightId: 7 }, 20, { what: 'automatic-check' });
    history.add({ accountId: account, flightId: 8 }, 30, { what: 'completed' });
    history.add({ accountId: account + 1, flightId: 7 }, 30, { what: 'completed' });
    const told = history.of({ accountId: account, jobId: job, flightId: 7 });
    expect(told.map((one) => one.what)).toEqual(['added', 'uploaded', 'automatic-check']);
    expect(told[1]?.details).toEqual({ flightId: 7 });
    expect(history.of({})).toEqual([]);
  });

  it('has the durations of a stage, newest first', () => {
    for (const ms of [1, 2, 3]) stores.history.addDuration(1, ms, 'automatic-check', ms);
    expect(stores.history.durations(1, 'automatic-check', 2)).toEqual([3, 2]);
  });
});

it('counts the events of one kind of one report', () => {
  const other = stores.jobs.add(newJob());
  stores.history.add({ jobId }, 10, { what: 'uploading', attempt: 1 });
  stores.history.add({ jobId }, 20, { what: 'not-added' });
  stores.history.add({ jobId }, 30, { what: 'uploading', attempt: 1 });
  stores.history.add({ jobId }, 40, { what: 'not-added' });
  stores.history.add({ jobId: other }, 50, { what: 'not-added' });
  expect([jobId, other].map((id) => stores.history.countOf(id, 'not-added'))).toEqual([2, 1]);
  expect(stores.history.countOf(jobId, 'rejected')).toBe(0);
});
