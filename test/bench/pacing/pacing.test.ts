import { fc } from '../../support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import type { Course } from '../../../bench/pacing/course.ts';
import { monotonicAt, realAt } from '../../../bench/pacing/course.ts';
import { leastWorst } from '../../../bench/pacing/minimax.ts';
import { earliestEnd } from '../../../bench/pacing/oracle.ts';
import { createOurs } from '../../../bench/pacing/ours.ts';
import { measure, pacing } from '../../../bench/pacing/pacing.ts';
import { createFixedWait, createTokenBucket } from '../../../bench/pacing/peers.ts';
import { planErrors } from '../../../bench/pacing/plans.ts';
import { regimes } from '../../../bench/pacing/regimes.ts';
import { runStrategy } from '../../../bench/pacing/run.ts';
import { quickEffort } from '../../../bench/harness/benchmark.ts';
import { unpinned } from '../../../bench/harness/pinning.ts';

const courseOf = (gapMs: number, uploads: number, more: Partial<Course> = {}): Course => ({
  gapsMs: Array.from({ length: uploads }, () => gapMs),
  latencies: Array.from({ length: uploads }, () => ({ thereMs: 100, backMs: 100 })),
  restarts: false,
  retryAfter: false,
  othersMs: [],
  sleeps: [],
  ...more,
});
const regime = (name: string) => regimes.find((one) => one.name === name)!;
const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;

describe('the oracle', () => {
  test('arrives exactly when the wait is over and the rate limit allows it', () => {
    expect(earliestEnd(courseOf(5_000, 3))).toBe(100 + 2 * 5_000 + 100);
    expect(earliestEnd(courseOf(0, 61))).toBe(100 + 60_000 + 100);
  });

  test('keeps another program out if arriving later is faster in the end', () => {
    // At 5,150 the other program would upload in between; arriving at 151 instead of 100 has it refused.
    const course = courseOf(5_000, 2, { othersMs: [5_150], latencies: slowSecond });
    expect(earliestEnd(course)).toBe(151 + 100 + 5_000);
  });

  test('is never slower than any strategy', () => {
    const seeds = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(seeds, fc.constantFrom(...regimes), (seed, { course: draw }) => {
        const course = draw(seed);
        const ends = [createOurs, createTokenBucket].map((create) => runStrategy(course, create()).durationMs);
        // Keeping the other program out costs a millisecond.
        expect(Math.min(...ends)).toBeGreaterThanOrEqual(earliestEnd(course) - 1);
      }),
      { numRuns: 60 },
    );
  });
});
const slowSecond = [
  { thereMs: 100, backMs: 100 },
  { thereMs: 5_000, backMs: 0 },
];

describe('the bound of the search', () => {
  test('falls with more refusals, rises if each restarts the wait, and is below the pacer', () => {
    const [five, four, restarting] = [leastWorst(100, 5, false), leastWorst(100, 4, false), leastWorst(100, 5, true)];
    expect(four).toBeGreaterThan(five);
    expect(restarting).toBeGreaterThan(five);
    expect(five).toBeGreaterThan(1.01);
    const worst = Math.max(
      ...measure(regime('any wait from 0 to 60 s'), 40, () => createOurs(), 5).map((one) => one.ratio),
    );
    expect(worst).toBeGreaterThan(five);
  });
});

describe('a course in which the machine sleeps', () => {
  test('has a clock that stops or runs on', () => {
    const sleeps = [{ fromMs: 1_000, untilMs: 5_000, clockStops: true }];
    const course = courseOf(0, 1, { sleeps });
    expect([500, 1_000, 3_000, 5_000, 6_000].map((at) => monotonicAt(course, at))).toEqual([
      500, 1_000, 1_000, 1_000, 2_000,
    ]);
    expect([500, 2_000].map((at) => realAt(course, at))).toEqual([500, 6_000]);
  });
});

describe('the simulation', () => {
  test('reports a strategy that never finishes', () => {
    const run = runStrategy(courseOf(20_000, 3, { restarts: true }), createFixedWait());
    expect(run.durationMs).toBe(Number.POSITIVE_INFINITY);
  });

  test('runs every part of the benchmark for every case', async () => {
    const found: string[] = [];
    for (const part of Object.values(pacing.parts)) {
      for await (const { what, subject } of part({ effort: quickEffort, pinning: unpinned('a test') })) {
        found.push(what);
        expect(subject.median).toBeGreaterThanOrEqual(0);
      }
    }
    expect(found).toHaveLength(3 * regimes.length);
  });
});

describe('the pacer', () => {
  test.each([
    ['the wait is 0.9 s', 1.055, 6],
    ['the wait is 1.5 s', 1.055, 6],
    ['the wait is 5 s', 1.015, 7],
    ['the wait is 10 s', 1.025, 6],
    ['any wait from 0 to 60 s', 1.06, 7],
    ['answers carry Retry-After', 1.05, 6],
    ['the machine sleeps, its clock stops', 1.05, 7],
  ])('does well cold where %s', (name, ratio, refusals) => {
    const results = measure(regime(name), 40, () => createOurs(), 5);
    expect(median(results.map((one) => one.ratio))).toBeLessThan(ratio);
    expect(Math.max(...results.map(({ tooFast }) => tooFast))).toBeLessThanOrEqual(refusals);
    expect(results.map(({ rateLimited }) => rateLimited)).toEqual(results.map(() => 0));
  });

  test.each(['any wait from 0 to 60 s', 'a refusal restarts the wait', 'another program uploads three times'])(
    'plans uploads to within a tenth in the median where %s',
    (name) => {
      const runs = Array.from({ length: 20 }, (_, seed) => planErrors(regime(name).course(seed + 1)));
      for (const depth of runs[0]!.keys()) {
        expect(median(runs.flatMap((errors) => errors.get(depth)!))).toBeLessThan(0.1);
      }
    },
  );
});
