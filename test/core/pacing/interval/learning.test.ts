import { describe, expect, test } from 'vitest';
import { freshBracket, type Bracket, type Wait } from '../../../../main/core/pacing/interval/bracket.ts';
import { afterAcceptance, afterRefusal } from '../../../../main/core/pacing/interval/learning.ts';

const wait = (leastMs: number, mostMs = leastMs): Wait => ({ leastMs, mostMs });
type Change = Partial<Bracket>;

describe('an accepted report', () => {
  const known = { acceptedMs: 5_000 };
  const tight = { refusedMs: 4_500, spent: 5, ...known };
  test.each<[string, Change, Wait, sinceRefusalMs: number | null, Change]>([
    ['confirms the wait', { ...known, unconfirmedAttempts: 1 }, wait(5_000), null, { held: 1, unconfirmedAttempts: 0 }],
    [
      'confirms it up to half more',
      { ...known, unconfirmedAttempts: 1 },
      wait(7_499),
      null,
      { held: 1, unconfirmedAttempts: 0 },
    ],
    ['settles no doubt after more', { ...known, unconfirmedAttempts: 1 }, wait(7_500), null, { held: 1 }],
    ['settles no doubt after a refusal', { ...known, unconfirmedAttempts: 1 }, wait(5_000), 4_000, { held: 1 }],
    [
      'soon after a refusal shows that refusals do not restart the wait',
      { ...known, refusedMs: 4_500, refusedInAllMs: 4_900 },
      wait(5_100, 5_200),
      4_000,
      { refusedMs: 4_900, held: 1, restarts: false },
    ],
    ['after a shorter wait shortens it', known, wait(4_000, 4_200), null, { acceptedMs: 4_200 }],
    ['after a wait in a wide range shortens it by less', known, wait(4_000, 4_900), null, { acceptedMs: 4_700 }],
    ['where nothing was known gives the first wait', {}, wait(5_000, 5_200), null, { acceptedMs: 5_200 }],
    ['after an hour says nothing', {}, wait(6_241, 6_300), null, {}],
    ['after refusals gives the first wait', {}, wait(9_000, 9_300), 5_000, { acceptedMs: 9_300 }],
    [
      'after what was refused before begins the search again',
      { ...tight, refusedBeforeMs: 1_000, held: 29 },
      wait(4_000, 4_100),
      null,
      { refusedMs: 1_000, refusedBeforeMs: 0, acceptedMs: 4_100, spent: 3, held: 0 },
    ],
    [
      'after what was refused before, where the wait had settled, searches less',
      { ...tight, refusedBeforeMs: 3_000, held: 30, lookAfter: 320 },
      wait(4_000, 4_100),
      null,
      { refusedMs: 0, refusedBeforeMs: 0, acceptedMs: 4_100, spent: 4, held: 0, lookAfter: 140 },
    ],
  ])('%s', (_, change, waited, sinceRefusalMs, learned) => {
    const before = { ...freshBracket, ...change };
    expect(afterAcceptance(before, waited, sinceRefusalMs)).toEqual({ ...before, ...learned });
  });
});

describe('a refused report', () => {
  const known = { acceptedMs: 10_000, refusedMs: 9_000 };
  test.each<[string, Change, Wait, whole: Wait, left: Wait | null, unevenMs: number, Change]>([
    ['is the first', {}, wait(5_000), wait(5_000), null, 0, { refusedMs: 5_000, refusedInAllMs: 5_000, spent: 1 }],
    [
      'narrows the bracket from below',
      { acceptedMs: 10_000, refusedMs: 4_000 },
      wait(6_000),
      wait(6_000),
      null,
      0,
      { refusedMs: 6_000, refusedBeforeMs: 4_000, refusedInAllMs: 6_000, spent: 1 },
    ],
    [
      'below the bracket confirms it',
      { acceptedMs: 10_000, refusedMs: 7_000 },
      wait(6_000),
      wait(6_000),
      null,
      0,
      { refusedBeforeMs: 6_000, refusedInAllMs: 6_000, spent: 1 },
    ],
    [
      'a whole wait after the last report shows that refusals restart it',
      { acceptedMs: 10_000, refusedMs: 7_000 },
      wait(6_000),
      wait(10_000),
      null,
      0,
      { refusedBeforeMs: 6_000, spent: 1, restarts: true },
    ],
    [
      'counts from the report where refusals do not restart the wait',
      { acceptedMs: 10_000, refusedMs: 7_000, restarts: false },
      wait(6_000),
      wait(9_000),
      null,
      0,
      { refusedMs: 9_000, refusedBeforeMs: 7_000, refusedInAllMs: 9_000, spent: 1 },
    ],
    [
      'in a look makes looks rarer and costs nothing',
      { ...known, held: 140, spent: 5 },
      wait(8_500),
      wait(8_500),
      null,
      0,
      { refusedBeforeMs: 8_500, refusedInAllMs: 8_500, held: 0, lookAfter: 320 },
    ],
    [
      'after the wait had settled ends the search',
      { ...known, held: 30, spent: 2 },
      wait(9_500),
      wait(9_500),
      null,
      0,
      { refusedMs: 9_500, refusedBeforeMs: 9_000, refusedInAllMs: 9_500, spent: 5, held: 0 },
    ],
    [
      'before the wait had settled costs one',
      { ...known, held: 29, spent: 2 },
      wait(9_500),
      wait(9_500),
      null,
      0,
      { refusedMs: 9_500, refusedBeforeMs: 9_000, refusedInAllMs: 9_500, spent: 3, held: 0 },
    ],
    [
      'again where the wait has grown goes up faster',
      { refusedMs: 9_000, unconfirmedAttempts: 2 },
      wait(9_500),
      wait(9_500),
      null,
      0,
      { refusedMs: 9_500, refusedBeforeMs: 9_000, refusedInAllMs: 9_500, spent: 1, unconfirmedAttempts: 3 },
    ],
    [
      'though the wait was kept adds a little',
      { ...known, held: 50 },
      wait(10_000),
      wait(10_000),
      null,
      0,
      { acceptedMs: 10_020, held: 0, unconfirmedAttempts: 1 },
    ],
    [
      'though a short wait was kept adds less',
      { acceptedMs: 1_000, refusedMs: 900 },
      wait(1_000),
      wait(1_000),
      null,
      0,
      { acceptedMs: 1_012, unconfirmedAttempts: 1 },
    ],
    [
      'on an uneven way adds half of what it varies by',
      known,
      wait(10_000),
      wait(10_000),
      null,
      90,
      { acceptedMs: 10_045, unconfirmedAttempts: 1 },
    ],
    [
      'though the wait was kept, a second time, begins again',
      { ...known, unconfirmedAttempts: 1, spent: 5, held: 3, lookAfter: 320 },
      wait(10_200),
      wait(10_200),
      null,
      0,
      {
        refusedMs: 10_200,
        refusedBeforeMs: 10_200,
        acceptedMs: null,
        spent: 3,
        held: 0,
        lookAfter: 140,
        unconfirmedAttempts: 2,
      },
    ],
    [
      'with what is left, within the bracket, narrows it',
      { acceptedMs: 10_000, refusedMs: 4_000 },
      wait(3_000),
      wait(3_000),
      wait(6_000, 7_000),
      0,
      { refusedMs: 6_000, refusedBeforeMs: 6_000, refusedInAllMs: 3_000, spent: 1 },
    ],
    [
      'with what is left, above the bracket, moves it',
      { acceptedMs: 10_000, refusedMs: 4_000 },
      wait(3_000),
      wait(3_000),
      wait(12_000, 13_000),
      0,
      { refusedMs: 12_000, refusedBeforeMs: 12_000, refusedInAllMs: 3_000, acceptedMs: 16_000, spent: 4 },
    ],
    [
      'with more left than any wait that is believed teaches nothing of that',
      { acceptedMs: 10_000, refusedMs: 4_000 },
      wait(3_000),
      wait(3_000),
      wait(119_500, 120_500),
      0,
      { refusedBeforeMs: 3_000, refusedInAllMs: 3_000, spent: 1 },
    ],
  ])('%s', (_, change, waited, whole, left, unevenMs, learned) => {
    const before = { ...freshBracket, ...change };
    expect(afterRefusal(before, waited, whole, left, unevenMs)).toEqual({ ...before, ...learned });
  });
});
