import { fc } from '../../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { tryBetween } from '../../../../main/core/pacing/interval/search-policy.ts';

const left = fc.integer({ min: 0, max: 9 });
const toDo = fc.integer({ min: 0, max: 400 });
const waits = fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 0, max: 100_000 }));

/** What so many waits cost with the policy's tries, over what they cost who knows the wait; no noise, no ladder. */
function played(waitMs: number, leastMs: number, mostMs: number, refusals: number, restarts: boolean): number {
  let [tooShort, enough, left, spentMs] = [leastMs, mostMs, refusals, 0];
  for (let toDo = 99; toDo > 0;) {
    const tryMs = tryBetween(tooShort, enough, left, toDo, restarts);
    if (tryMs >= waitMs) {
      [enough, spentMs, toDo] = [tryMs, spentMs + tryMs, toDo - 1];
    } else {
      [tooShort, left, spentMs] = [tryMs, left - 1, spentMs + (restarts ? tryMs : 0)];
    }
  }
  return spentMs / (99 * waitMs);
}

const worst = (leastMs: number, mostMs: number, refusals: number, restarts: boolean) =>
  Math.max(
    ...Array.from({ length: 100 }, (_, index) => leastMs * (mostMs / leastMs) ** ((index + 0.5) / 100)).map((waitMs) =>
      played(waitMs, leastMs, mostMs, refusals, restarts),
    ),
  );

describe('the next try of a search', () => {
  it('lies in the bracket', () => {
    fc.assert(
      fc.property(waits, left, toDo, fc.boolean(), ([leastMs, widthMs], left, toDo, restarts) => {
        const tryMs = tryBetween(leastMs, leastMs + widthMs, left, toDo, restarts);
        expect(tryMs).toBeGreaterThanOrEqual(leastMs);
        expect(tryMs).toBeLessThanOrEqual(leastMs + widthMs);
      }),
    );
  });

  it('is what is known to do where nothing may be refused, or nothing is left to do', () => {
    expect(tryBetween(5_000, 17_000, 0, 90, false)).toBe(17_000);
    expect(tryBetween(5_000, 17_000, 5, 0, false)).toBe(17_000);
  });

  it.each([
    ['fewer refusals are left', [5, 3, 2, 1].map((left) => tryBetween(5_000, 17_000, left, 90, false))],
    ['a refusal costs a wait as well', [false, true].map((again) => tryBetween(5_000, 17_000, 3, 90, again))],
  ])('goes down by less where %s', (_words, tries) => {
    expect(tries).toEqual(tries.toSorted((one, other) => one - other));
    expect(new Set(tries).size).toBe(tries.length);
  });

  it.each([
    [1_300, 5_100, 4, false, 1.03],
    [5_100, 17_200, 3, false, 1.03],
    [17_200, 61_200, 2, false, 1.045],
    [5_100, 17_200, 3, true, 1.055],
  ])(
    'keeps the worst wait from %i to %i ms, with %i refusals, restarting: %s, within %f',
    (least, most, left, again, within) => {
      expect(worst(least, most, left, again)).toBeLessThan(within);
    },
  );
});
