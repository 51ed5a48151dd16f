import { fc } from '../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import {
  earliestReadBeside,
  earliestWithinLimit,
  readsBeside,
  requestsLeft,
  windowMs,
} from '../../../main/core/pacing/rate-limit.ts';

/** The most requests within any window of 60 s, by the times at which the service counted them. */
function fullestWindow(counted: readonly number[]): number {
  const sorted = [...counted].sort((a, b) => a - b);
  return Math.max(0, ...sorted.map((from, index) => sorted.slice(index).filter((at) => at < from + windowMs).length));
}

describe('the rate limit', () => {
  it.each([
    ['nothing was sent', [], 3, 100, 100],
    ['there is room', [10, 20], 3, 100, 100],
    ['the window is full: when the oldest leaves it', [10, 20, 30], 3, 100, 60_010],
    ['more was sent than the limit: when enough have left', [10, 20, 30, 40], 3, 100, 60_020],
    ['the oldest has left already', [10, 20, 30], 3, 70_000, 70_000],
    ['nothing is allowed', [], 0, 100, Number.POSITIVE_INFINITY],
  ])('lets the next one go where %s', (_words, ends, limit, now, expected) => {
    expect(earliestWithinLimit(ends, limit, now)).toBe(expected);
  });

  it('counts what is left', () => {
    expect(requestsLeft([0, 10, 20], 5, 100)).toBe(2);
    expect(requestsLeft([0, 10, 20], 5, 60_005)).toBe(3);
    expect(requestsLeft([0, 10, 20], 2, 100)).toBe(0);
    // A request leaves the window 60 s after its end, not before.
    expect(requestsLeft([0], 5, 59_999)).toBe(4);
    expect(requestsLeft([0], 5, 60_000)).toBe(5);
  });

  it.each([
    ['none waits', 0, 1_000, 60],
    ['few wait', 7, 1_000, 53],
    ['more wait than a minute lets through', 1_000, 5_000, 48],
    ['a part of a report fits into the minute', 1_000, 9_000, 53],
    ['reports fill the minute', 1_000, 1_000, 2],
    ['there is no pace yet', 30, 0, 30],
  ])('leaves to reads what reports do not use where %s', (_words, waiting, paceMs, reads) => {
    expect(readsBeside({ waiting, paceMs })).toBe(reads);
  });

  it('never lets a window of 60 s hold more than the limit, regardless of latencies and when the service counts', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.array(
          fc.record({
            idleMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30_000 })),
            latencyMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 90_000 })),
            countedAt: fc.double({ min: 0, max: 1, noNaN: true }),
          }),
          { maxLength: 60 },
        ),
        (limit, requests) => {
          const ends: number[] = [];
          const counted: number[] = [];
          let now = 0;
          for (const { idleMs, latencyMs, countedAt } of requests) {
            now = earliestWithinLimit(ends, limit, now + idleMs);
            counted.push(now + latencyMs * countedAt);
            now += latencyMs;
            ends.push(now);
          }
          expect(fullestWindow(counted)).toBeLessThanOrEqual(limit);
        },
      ),
    );
  });
});

describe('a read beside planned uploads', () => {
  const none = { ends: [], reads: [] };

  it('goes at once where there is room for all of them', () => {
    expect(earliestReadBeside(none, [], 3, 100)).toBe(100);
    expect(earliestReadBeside(none, [5_000, 10_000], 3, 100)).toBe(100);
    // What was sent before no longer counts at the time of the upload.
    expect(earliestReadBeside({ ends: [0, 0], reads: [] }, [60_000], 2, 100)).toBe(100);
    // An upload more than a minute away has its slot in any case.
    expect(earliestReadBeside(none, [200, 60_200], 2, 100)).toBe(100);
  });

  it('waits for the last upload whose slot it would take', () => {
    const sent = { ends: [10, 20, 30], reads: [10, 20, 30] };
    expect(earliestReadBeside(sent, [5_000, 10_000], 6, 100)).toBe(100);
    expect(earliestReadBeside(sent, [5_000, 10_000], 5, 100)).toBe(10_000);
    expect(earliestReadBeside(sent, [5_000, 10_000], 4, 100)).toBe(10_000);
    expect(earliestReadBeside(sent, [110], 4, 100)).toBe(350);
  });

  it('is possible twice a minute in any case', () => {
    const uploads = Array.from({ length: 60 }, (_, n) => n * 1_000);
    expect(earliestReadBeside({ ends: [], reads: [] }, uploads, 60, 100)).toBe(100);
    expect(earliestReadBeside({ ends: [10], reads: [10] }, uploads, 60, 100)).toBe(100);
    expect(earliestReadBeside({ ends: [10, 20], reads: [10, 20] }, uploads, 60, 100)).toBe(59_000);
  });

  it('neither stops when reports come nor delays one of them', () => {
    const [limit, uploadEveryMs] = [60, 5_000];
    const reads = Array.from({ length: 60 }, (_, second) => second * 1_000);
    const uploads: number[] = [];
    const waitsMs: number[] = [];
    const ends = () => [...reads, ...uploads].toSorted((one, other) => one - other);
    const beganAt = 60_000;
    for (let now = beganAt; now < beganAt + 180_000; now += 50) {
      const nextAt = uploads.length === 0 ? beganAt : uploads.at(-1)! + uploadEveryMs;
      if (now >= nextAt) {
        waitsMs.push(earliestWithinLimit(ends(), limit, now) - now);
        uploads.push(now);
      }
      const planned = Array.from({ length: 12 }, (_, n) => uploads.at(-1)! + (n + 1) * uploadEveryMs);
      const isTime = now - reads.at(-1)! >= windowMs / 48 && earliestWithinLimit(ends(), limit, now) === now;
      if (isTime && earliestReadBeside({ ends: ends(), reads }, planned, limit, now) === now) reads.push(now);
    }
    const gaps = reads.slice(1).map((at, index) => at - reads[index]!);
    expect(uploads).toHaveLength(36);
    expect(Math.max(...waitsMs)).toBe(0);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(2_500);
    expect(fullestWindow(ends())).toBeLessThanOrEqual(limit);
  });
});
