import { fc } from '../../../support/fast-check.ts';
import { describe, expect, it } from 'vitest';
import { roundTry } from '../../../../main/core/pacing/interval/known-intervals.ts';

describe('the try of a search', () => {
  it.each<[string, number, number, number, number, number]>([
    ['is the round wait next to it, a little longer', 5_200, 4_000, 9_000, 0, 5_015],
    ['is so much shorter as a report takes', 4_800, 4_000, 9_000, 300, 4_715],
    ['stays where it is, where no round wait lies near', 5_450, 5_100, 5_900, 0, 5_450],
    ['stays where it is, where the round wait is known to do', 4_800, 4_300, 5_016, 0, 4_800],
    ['stays where it is, where the round wait was too short', 5_060, 5_010, 5_500, 0, 5_060],
  ])('%s', (_words, tryMs, leastMs, mostMs, tripMs, expected) => {
    expect(roundTry(tryMs, leastMs, mostMs, tripMs)).toBeCloseTo(expected, 6);
  });

  it('lies in the bracket, and never further from where the search would try than a tenth of it', () => {
    const drawn = fc.tuple(
      fc.double({ min: 100, max: 60_000, noNaN: true }),
      fc.double({ min: 1, max: 30, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 0, max: 5_000 }),
    );
    fc.assert(
      fc.property(drawn, ([leastMs, ratio, at, tripMs]) => {
        const mostMs = leastMs * ratio;
        const tryMs = leastMs * ratio ** at;
        const round = roundTry(tryMs, leastMs, mostMs, tripMs);
        expect(round).toBeGreaterThanOrEqual(Math.min(tryMs, leastMs));
        expect(round).toBeLessThanOrEqual(mostMs * 1.000_001);
        const width = Math.log((mostMs + tripMs) / (leastMs + tripMs));
        expect(Math.abs(Math.log((round + tripMs) / (tryMs + tripMs)))).toBeLessThanOrEqual(width / 10 + 1e-9);
      }),
    );
  });
});
