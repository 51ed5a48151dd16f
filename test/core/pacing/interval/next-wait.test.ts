import { describe, expect, test } from 'vitest';
import { freshBracket, type Bracket } from '../../../../main/core/pacing/interval/bracket.ts';
import { expectedWaitMs, nextWaitMs, waitAfterRefusalMs } from '../../../../main/core/pacing/interval/next-wait.ts';

const tripMs = 200;
const wide = { refusedMs: 5_000, acceptedMs: 10_000 };
const done = { acceptedMs: 10_000, spent: 5, held: 140 };
const doubtful = { refusedMs: 4_000, acceptedMs: 4_500 };

test.each<[string, Partial<Bracket>, waiting: number, nextMs: number, expectedMs: number]>([
  ['nothing is known', {}, 1, 5_000, 5_000],
  ['the bracket is wide and many wait: down', wide, 40, 6_815, 7_500],
  ['few would gain: what is known to do', wide, 3, 10_000, 10_000],
  ['the search is over: close to what is known to do', { ...wide, spent: 5 }, 40, 9_815, 7_500],
  ['one more refusal is worth it where they restart the wait', { ...wide, spent: 5, restarts: true }, 40, 8_815, 7_500],
  [
    'a narrow bracket is worth none',
    { refusedMs: 9_800, acceptedMs: 10_000, spent: 5, restarts: true },
    40,
    10_000,
    10_000,
  ],
  ['one refusal alone is in doubt: below it', doubtful, 12, 3_400, 4_250],
  ['fewer wait than are worth a doubt', doubtful, 11, 4_500, 4_500],
  ['a second refusal confirms it', { ...doubtful, refusedBeforeMs: 1_800 }, 40, 4_370, 4_250],
  ['the search has no refusal to spare for a doubt', { ...doubtful, spent: 4 }, 40, 4_413, 4_250],
  ['a short wait is in no doubt', { refusedMs: 1_499, acceptedMs: 1_700 }, 40, 1_648, 1_600],
  ['a short wait goes down by shares', { acceptedMs: 1_200 }, 40, 393, 650],
  [
    'a short wait goes down by less with fewer refusals left',
    { refusedMs: 200, acceptedMs: 1_200, spent: 3 },
    40,
    818,
    700,
  ],
  ['there may be no wait at all', { acceptedMs: 300 }, 400, 0, 200],
  ['it is as short as can be told', { acceptedMs: 100 }, 400, 100, 100],
  ['it has held: a look into a wide bracket', { ...done, refusedMs: 9_000 }, 40, 9_500, 9_500],
  ['it has held: a look below a narrow one', { ...done, refusedMs: 9_900 }, 40, 8_415, 9_950],
  ['it has not held for long enough to look', { ...done, refusedMs: 9_900, held: 139 }, 40, 10_000, 10_000],
  ['too few wait to look', { ...done, refusedMs: 9_900 }, 23, 10_000, 10_000],
  ['it is too short to look', { ...done, refusedMs: 800, acceptedMs: 849 }, 40, 849, 849],
  ['it is just long enough to look', { ...done, refusedMs: 800, acceptedMs: 850 }, 40, 825, 825],
])('the next wait where %s', (_, change, waiting, nextMs, expectedMs) => {
  const bracket = { ...freshBracket, ...change };
  const found = [nextWaitMs(bracket, waiting, tripMs), expectedWaitMs(bracket, waiting, tripMs)];
  expect(found.map(Math.round)).toEqual([nextMs, expectedMs]);
});

describe('after a refusal', () => {
  test.each<[string, Partial<Bracket>, passedMs: number, isFirst: boolean, waitMs: number]>([
    ['the next rung, where nothing is known to do', { refusedMs: 4_000 }, 5_000, true, 16_600],
    [
      'three times as long, where the wait has grown',
      { refusedMs: 5_000, unconfirmedAttempts: 2 },
      5_000,
      true,
      15_000,
    ],
    ['the greater part of the last rung', { refusedMs: 17_000 }, 17_000, true, 43_500],
    ['the last rung, after it has passed once', { refusedMs: 5_000 }, 61_200, true, 60_500],
    ['no longer than any wait that is believed', { refusedMs: 70_000, unconfirmedAttempts: 2 }, 70_000, true, 120_000],
    [
      'what is left of a rung, where refusals restart nothing',
      { refusedMs: 20_000, restarts: false },
      20_000,
      true,
      40_500,
    ],
    ['the whole wait, where refusals restart it', { ...wide, restarts: true }, 4_000, true, 10_000],
    ['what is left, where they do not', { ...wide, restarts: false }, 4_000, true, 6_000],
    ['nothing, where it has passed', { ...wide, restarts: false }, 14_000, true, 0],
    ['the next try, where counting on would show nothing', wide, 4_000, true, 7_199],
    ['what is left, at the second refusal', wide, 4_000, false, 6_000],
    ['the whole wait, at a second refusal after it has passed', wide, 10_000, false, 10_000],
    ['nothing, at the first refusal after it has passed', wide, 10_000, true, 0],
    ['what is left, where that shows what refusals do', wide, 8_000, true, 2_000],
  ])('%s', (_, change, passedMs, isFirst, waitMs) => {
    expect(Math.round(waitAfterRefusalMs({ ...freshBracket, ...change }, passedMs, isFirst))).toBe(waitMs);
  });
});
