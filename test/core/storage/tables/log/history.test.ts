import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sentence } from '../../../../../main/core/board/history-messages.ts';
import { freshStores, newJob, type FreshStores } from '../../fresh-stores.ts';

let stores: FreshStores;
let jobId: number;
beforeEach(() => {
  stores = freshStores();
  jobId = stores.jobs.add(newJob());
});
afterEach(() => stores.database.close());

const told = () => stores.happenings.of({ jobId }).map(({ at, until, times, what }) => ({ at, until, times, what }));

describe('what a report meets again and again', () => {
  it('is one row with the first and the last time and a count, its tries included', () => {
    for (let n = 0; n < 50; n += 1) {
      stores.happenings.add({ jobId }, n * 100, 'departing', { attempt: n + 1 });
      stores.happenings.add({ jobId }, n * 100 + 10, 'unreachable', { code: 'ECONNREFUSED' });
    }
    stores.happenings.add({ jobId }, 5_000, 'departing', { attempt: 51 });
    stores.happenings.add({ jobId, flightId: 7 }, 5_010, 'uploaded', { flightId: 7 });
    expect(told()).toEqual([
      { at: 0, until: 0, times: 1, what: 'departing' },
      { at: 10, until: 4_910, times: 50, what: 'unreachable' },
      { at: 5_000, until: 5_000, times: 1, what: 'departing' },
      { at: 5_010, until: 5_010, times: 1, what: 'uploaded' },
    ]);
    expect(stores.happenings.of({ jobId }).map(sentence)[1]).toEqual({
      at: 10,
      until: 4_910,
      times: 50,
      words: 'the service did not answer',
    });
  });

  it('is another row where the code is another, or something else came between', () => {
    stores.happenings.add({ jobId }, 1, 'unreachable', { code: 'ECONNREFUSED' });
    stores.happenings.add({ jobId }, 2, 'unreachable', { code: 'ENOTFOUND' });
    stores.happenings.add({ jobId }, 3, 'too-fast', {});
    stores.happenings.add({ jobId }, 4, 'unreachable', { code: 'ENOTFOUND' });
    stores.happenings.add({ jobId }, 5, 'answer-lost', {});
    stores.happenings.add({ jobId }, 6, 'answer-lost', {});
    expect(told().map((one) => one.times)).toEqual([1, 1, 1, 1, 1, 1]);
  });
});

describe('a line of the history', () => {
  const line = (what: string, code: string) => sentence({ at: 0, what, details: { code } }).words;

  it.each([
    ['held-back', 'write_not_enabled', 'the service did not take it yet (write_not_enabled)'],
    ['service-trouble', 'HTTP 503', 'the service had trouble of its own (HTTP 503)'],
    ['answer-lost', 'HTTP 503', 'sent, but the answer does not tell whether it arrived (HTTP 503)'],
    ['answer-lost', 'UND_ERR_SOCKET', 'sent, but the answer was lost'],
    ['unreachable', 'CERT_HAS_EXPIRED', 'the service did not answer'],
    ['answer-lost', 'restart', 'the companion ended while it was being sent, so it is not known whether it arrived'],
  ])('%s with %s says no more than the service itself said', (what, code, words) => {
    expect(line(what, code)).toBe(words);
  });
});
