import { expect, test } from 'vitest';
import { mayRefresh, freshnessOf, retryBackoffMs } from '../../../../main/core/account/tokens/refresh-policy.ts';

test.each([
  [0, 'fresh'],
  [599_999, 'fresh'],
  [600_000, 'due'],
  [899_999, 'due'],
  [900_000, 'expired'],
  [9e15, 'expired'],
] as const)('a token of 900 s is %i ms old: %s', (ageMs, freshness) => {
  expect(freshnessOf(900_000, ageMs)).toBe(freshness);
});

test.each([
  ['fresh', 0, 'later'],
  ['due', 0, 'yes'],
  ['expired', 0, 'yes'],
  ['fresh', 1, 'later'],
  ['due', 1, 'later'],
  ['expired', 1, 'yes'],
  ['due', 2, 'later'],
  ['expired', 2, 'never'],
  ['expired', 7, 'never'],
] as const)(
  'a token that is %s, its refresh token sent %i times without an answer: renew %s',
  (freshness, sent, may) => {
    expect(mayRefresh(freshness, sent)).toBe(may);
  },
);

test('the pause before the next attempt doubles from 5 s to 2 minutes, and is never shorter than requested', () => {
  expect([1, 2, 3, 4, 7, 50].map((tries) => retryBackoffMs(tries, null))).toEqual([
    5_000, 10_000, 20_000, 40_000, 120_000, 120_000,
  ]);
  expect(retryBackoffMs(1, 120_000)).toBe(120_000);
  expect(retryBackoffMs(9, 0)).toBe(120_000);
});
