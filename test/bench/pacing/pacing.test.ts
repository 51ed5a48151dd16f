import { describe, expect, test } from 'vitest';
import { quickEffort } from '../../../bench/harness/benchmark.ts';
import { unpinned } from '../../../bench/harness/pinning.ts';
import { families, heldOut } from '../../../bench/pacing/families.ts';
import type { Course } from '../../../bench/pacing/families.ts';
import { measure } from '../../../bench/pacing/figures.ts';
import { createOurs } from '../../../bench/pacing/ours.ts';
import { pacing } from '../../../bench/pacing/pacing.ts';
import { createAimd, createFixedWait, peers } from '../../../bench/pacing/peers.ts';
import { recordedPacer } from '../../../bench/pacing/recorded.ts';
import {
  createRetryAfter,
  fixedWindow,
  leakyBucket,
  minimumWait,
  slidingWindow,
  tokenBucket,
} from '../../../bench/pacing/services.ts';
import type { Rule } from '../../../bench/pacing/services.ts';
import { oracleMs, run } from '../../../bench/pacing/simulation.ts';
import { fc } from '../../support/fast-check.ts';

const courseOf = (rule: () => Rule, reports: number): Course => ({
  reports,
  latencies: Array.from({ length: reports }, () => ({ thereMs: 100, backMs: 100 })),
  retryAfter: 'absent',
  rule,
  othersMs: [],
  seed: 1,
});
const every =
  (waitMs: number, restarts = false) =>
  () =>
    minimumWait(() => waitMs, restarts);
const family = (name: string) => families.find((one) => one.name === name)!;

describe('the services', () => {
  /** When each of these reports is accepted for a client that tries continuously. */
  const accepted = (rule: Rule, reports: number) => {
    let at = 0;
    return Array.from({ length: reports }, () => {
      at = rule.earliest(at);
      rule.accepted(at);
      return at;
    });
  };

  test('accept as named', () => {
    expect(
      accepted(
        minimumWait(() => 5),
        3,
      ),
    ).toEqual([0, 5, 10]);
    expect(accepted(tokenBucket(3, 10), 5)).toEqual([0, 0, 0, 10, 20]);
    expect(accepted(leakyBucket(2, 10, 4), 5)).toEqual([0, 0, 6, 16, 26]);
    expect(accepted(slidingWindow(2, 10), 5)).toEqual([0, 0, 10, 10, 20]);
    expect(accepted(fixedWindow(2, 10, 4), 5)).toEqual([0, 0, 6, 6, 16]);
  });

  test('write Retry-After in whole seconds, or as a date that the computer’s clock may misread', () => {
    expect(createRetryAfter('seconds', () => 0.5)(2_300)).toBe(3_000);
    expect(createRetryAfter('date', () => 0.5)(2_300)).toBe(2_800);
    expect(createRetryAfter('date', () => 0)(2_300)).toBe(3_800);
    expect(createRetryAfter('date', () => 0.99)(300)).toBe(0);
  });

  test('restart the wait with a refusal if they are of that kind', () => {
    const rule = minimumWait(() => 10, true);
    rule.accepted(0);
    rule.refused!(4);
    expect(rule.earliest(5)).toBe(14);
  });
});

describe('the oracle', () => {
  test('arrives exactly when the wait is over and the rate limit allows it', () => {
    expect(oracleMs(courseOf(every(5_000), 3))).toBe(100 + 2 * 5_000 + 100);
    expect(oracleMs(courseOf(every(0), 61))).toBe(100 + 60_000 + 100);
  });

  test('is never slower than any strategy when no other program uploads', () => {
    const alone = [...families, ...heldOut].filter((one) => one.course(1).othersMs.length === 0);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.constantFrom(...alone), (seed, { course: draw }) => {
        const course = draw(seed);
        const ends = Object.values(peers).map((create) => run(course, create()).durationMs);
        expect(Math.min(...ends)).toBeGreaterThanOrEqual(oracleMs(course) - 1);
      }),
      { numRuns: 40 },
    );
  });
});

describe('the simulation', () => {
  test('reports a strategy that never finishes', () => {
    expect(run(courseOf(every(20_000, true), 3), createFixedWait()).durationMs).toBe(Number.POSITIVE_INFINITY);
  });

  test('counts refusals, and obeys the strategy', () => {
    const { durationMs, refusals } = run(courseOf(every(2_000), 2), createAimd());
    // At 0.1, 1.1 and, doubled, 3.1 s.
    expect({ durationMs, refusals }).toEqual({ durationMs: 3_300, refusals: 1 });
  });

  test('has figures of the pacer of 0.1.0 for every family', () => {
    expect(Object.keys(recordedPacer).toSorted()).toEqual([...families, ...heldOut].map(({ name }) => name).toSorted());
  });

  test('runs the table of the benchmark', async () => {
    const found = [];
    for await (const finding of pacing.parts['held-out']!({ effort: quickEffort, pinning: unpinned('a test') })) {
      found.push(finding);
    }
    expect(found).toHaveLength(1);
    expect(found[0]!.notes.filter((line) => line.startsWith('| '))).toHaveLength(4 + 2 * heldOut.length);
  });
});

test('the benchmark measures only the requested families', async () => {
  const bench = { effort: quickEffort, pinning: unpinned('a test'), only: 'sliding' };
  for await (const { notes } of pacing.parts['held-out']!(bench)) {
    expect(notes.filter((line) => line.startsWith('| 10 reports, sliding window, 2–6 in 10–60 s †'))).toHaveLength(2);
    expect(notes.filter((line) => line.startsWith('| '))).toHaveLength(4 + 2);
  }
});

describe('the pacer', () => {
  test.each([
    ['7 reports, wait 0–60 s', 1.3],
    ['100 reports, wait 10 s', 1.15],
    ['Retry-After', 1.15],
    ['token bucket of 2–8, one every 2–20 s', 1.6],
  ])('does well where the family is %s', (name, score) => {
    const { cold } = measure(family(name), [41, 42, 43], (course) => ({ cold: run(course, createOurs()) }));
    expect(cold.score).toBeLessThan(score);
  });

  test('recognizes the service an hour later from its stored state', () => {
    const course = courseOf(every(12_000), 30);
    const first = createOurs();
    const later = first.later(run(course, first).durationMs);
    const { durationMs, refusals } = run(course, later);
    expect(durationMs / oracleMs(course)).toBeLessThan(1.1);
    expect(refusals).toBeLessThanOrEqual(1);
  });
});
