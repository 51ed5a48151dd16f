import { describe, expect, test } from 'vitest';
import { endUnwarned, endWithoutForesight } from '../../../bench/pacing/bounds.ts';
import { leastTimes, shareOfGrown, shareOfShrunk } from '../../../bench/pacing/change.ts';
import type { Change } from '../../../bench/pacing/change.ts';
import type { Course } from '../../../bench/pacing/course.ts';
import { leastLatenessMs } from '../../../bench/pacing/lateness.ts';
import { earliestEnd } from '../../../bench/pacing/oracle.ts';
import { createOurs } from '../../../bench/pacing/ours.ts';
import { leastPlanErrors } from '../../../bench/pacing/plans.ts';
import { measure } from '../../../bench/pacing/pacing.ts';
import { regimes } from '../../../bench/pacing/regimes.ts';

const courseOf = (gapMs: number, uploads: number, more: Partial<Course> = {}): Course => ({
  gapsMs: Array.from({ length: uploads }, () => gapMs),
  latencies: Array.from({ length: uploads }, () => ({ thereMs: 100, backMs: 100 })),
  restarts: false,
  retryAfter: false,
  othersMs: [],
  sleeps: [],
  ...more,
});
const spread = (count: number, least: number, most: number) =>
  Array.from({ length: count }, (_, index) => least + ((index + 0.5) / count) * (most - least));
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('the bound for varying latency', () => {
  const ways = { quickestMs: 100, rangeMs: 1_000, backMs: 100 };

  test('is half of the variation for each wait, without refusals', () => {
    expect(leastLatenessMs(10_000, ways, 99, 0, false)).toBeCloseTo(99 * 500, 0);
    expect(leastLatenessMs(10_000, ways, 99, 5, false)).toBeLessThan(99 * 500 - 5 * 300);
  });

  test('is zero if latency exceeds the wait or the rate limit makes up for it', () => {
    expect(leastLatenessMs(1_000, { quickestMs: 600, rangeMs: 300, backMs: 600 }, 99, 0, false)).toBe(0);
    expect(leastLatenessMs(900, ways, 99, 0, false)).toBe(0);
  });

  test.each([false, true])('matches playing out all tries, restarting: %s', (restarts) => {
    const waitMs = 3_000;
    /** Plays the rules of the service draw by draw: what a try this early loses, and how often it is refused. */
    const tries = Array.from({ length: 26 }, (_, index) => index * 40).map((earlyMs) => {
      const lates = spread(100, 0, 1_000);
      const costs = lates.map((lateMs) => {
        const arrivedMs = waitMs - earlyMs + lateMs;
        if (arrivedMs >= waitMs) return arrivedMs - waitMs;
        return restarts ? arrivedMs : Math.max(waitMs, arrivedMs + 100 + 100 + lateMs) - waitMs;
      });
      return { costMs: mean(costs), refused: mean(lates.map((lateMs) => (lateMs < earlyMs ? 1 : 0))) };
    });
    const played = (waits: number, left: number): number =>
      waits === 0
        ? 0
        : Math.min(
            ...tries
              .filter(({ refused }) => left > 0 || refused === 0)
              .map(
                ({ costMs, refused }) =>
                  costMs +
                  (refused === 0 ? 0 : refused * played(waits - 1, left - 1)) +
                  (1 - refused) * played(waits - 1, left),
              ),
          );
    const least = leastLatenessMs(waitMs, ways, 3, 1, restarts);
    expect(played(3, 1)).toBeGreaterThanOrEqual(least - 1e-6);
    expect(played(3, 1)).toBeLessThan(least * 1.01);
  });
});

describe('the bound for a shrinking wait', () => {
  const change: Change = { uploads: 12, first: 4, last: 9, leastFactor: 0.3, mostFactor: 0.8 };
  const factors = spread(400, 0.3, 0.8);

  /** The share of runs that one choice of tries ends in time, upload by upload. */
  const share = (times: number, tries: readonly number[]) =>
    mean(
      spread(6, 3.5, 9.5).flatMap((changed) =>
        factors.map((factor) => {
          const found = tries.find((at) => at >= changed) ?? change.uploads;
          let [spent, least] = [0, 0];
          for (let upload = 1; upload < change.uploads; upload += 1) {
            least += upload < changed ? 1 : factor;
            spent += upload < found ? 1 : factor;
          }
          return spent <= times * least ? 1 : 0;
        }),
      ),
    );

  test.each([
    [1.02, 1],
    [1.1, 1],
    [1.1, 2],
    [1.3, 1],
    [1.05, 3],
  ])('within %f, with %i tries, is what the best of all choices of tries has', (times, tries) => {
    const choices: number[][] = [[]];
    for (let at = 1; at < change.uploads; at += 1) choices.push(...choices.map((choice) => [...choice, at]));
    const best = Math.max(...choices.filter(({ length }) => length <= tries).map((choice) => share(times, choice)));
    expect(shareOfShrunk(times, tries, change)).toBeCloseTo(best, 2);
  });

  test('is never beaten by the pacer', () => {
    const regime = regimes.find(({ name }) => name === 'the wait shrinks in the middle')!;
    const ratios = measure(regime, 40, () => createOurs(), 5).map(({ ratio }) => ratio);
    for (const times of [1.05, 1.2, 1.4]) {
      const within = mean(ratios.map((ratio) => (ratio <= times ? 1 : 0)));
      expect(within).toBeLessThanOrEqual(shareOfShrunk(times, 5, regime.change!));
    }
    expect(leastTimes(0.5, (times) => shareOfShrunk(times, 1, regime.change!))).toBeGreaterThan(1.02);
  });
});

describe('the bound for a growing wait', () => {
  const change: Change = { uploads: 9, first: 4, last: 5, leastFactor: 1.2, mostFactor: 3 };
  const parts = 5;
  const factors = spread(parts, change.leastFactor, change.mostFactor);

  /** How many of the possible factors the best continuation wins: tries every wait for every upload. */
  function played(times: number, changed: number, possible: readonly number[], left: number, spent: readonly number[]) {
    const remaining = change.uploads - changed;
    if (spent.length === remaining) {
      const sum = spent.reduce((all, one) => all + one, 0);
      return possible.filter((factor) => sum <= times * remaining * factor + (times - 1) * (changed - 1) + 1e-9).length;
    }
    let best = 0;
    for (const wait of possible) {
      const [accepted, refused] = [possible.filter((one) => one <= wait), possible.filter((one) => one > wait)];
      if (refused.length > 0 && left === 0) continue;
      const ifAccepted: number = played(times, changed, accepted, left, [...spent, wait]);
      best = Math.max(best, ifAccepted + (refused.length > 0 ? played(times, changed, refused, left - 1, spent) : 0));
    }
    return best;
  }

  test.each([
    [1.05, 0],
    [1.05, 1],
    [1.2, 1],
    [1.1, 2],
    [1.3, 0],
  ])('within %f, with %i refusals more, is what playing all ways out finds', (times, refusals) => {
    const won = mean([4, 5].map((changed) => played(times, changed, factors, refusals, []) / parts));
    expect(shareOfGrown(times, refusals, change, parts)).toBeCloseTo(won, 9);
  });

  test('is less than half of the runs within 1.02 with one refusal after the unforeseeable one', () => {
    const regime = regimes.find(({ name }) => name === 'the wait grows in the middle')!;
    expect(shareOfGrown(1.02, 1, regime.change!)).toBeLessThan(0.5);
  });
});

describe('the end of a player who knows nearly everything', () => {
  test('is later by the rest of the wait if another program uploads in between and a refusal restarts it', () => {
    const course = courseOf(5_000, 3, { othersMs: [3_100], restarts: true });
    const oracleMs = earliestEnd(course);
    expect(oracleMs).toBe(3_100 + 5_000 + 5_000 + 100);
    expect(endUnwarned(course, oracleMs)).toBe(100 + 3 * 5_000 + 100);
    expect(endUnwarned({ ...course, othersMs: [] }, 0)).toBe(100 + 2 * 5_000 + 100);
  });

  test('includes a sleep that begins before it', () => {
    const latencies = [100, 200, 100].map((thereMs) => ({ thereMs, backMs: 100 }));
    const course = courseOf(5_000, 3, { latencies });
    const oracleMs = earliestEnd(course);
    expect(endWithoutForesight(course, oracleMs, 0)).toBeCloseTo(oracleMs + 2 * 50, 6);
    const sleeps = [{ fromMs: oracleMs + 50, untilMs: oracleMs + 10_050, clockStops: false }];
    expect(endWithoutForesight({ ...course, sleeps }, oracleMs, 0)).toBeCloseTo(oracleMs + 10_100, 6);
  });
});

test('a plan is off by what the wait grows until the upload', () => {
  const gapsMs = Array.from({ length: 30 }, (_, upload) => (upload < 12 ? 1_000 : 2_000));
  const errors = leastPlanErrors({ ...courseOf(0, 0), gapsMs }, 0);
  expect(errors.get(1)).toEqual([0, 0]);
  // Planned at the tenth and the twentieth upload, for the tenth from there: two short waits and eight long ones, then ten.
  expect(errors.get(10)).toEqual([0, 8 / 18, 0]);
  expect(leastPlanErrors({ ...courseOf(0, 0), gapsMs }, 0.1).get(10)![1]).toBeCloseTo((18 - 11) / 18, 9);
});
