import { fc } from '../support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { createRequestRate, neighbourhoodOf } from '../../broker/request-rate.ts';

describe('how often an address may ask', () => {
  test('whatever the moments, a minute never lets through more than a full bucket and what fills up in it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.integer({ min: 0, max: 20_000 })), (limit, pauses) => {
        let now = 0;
        const rate = createRequestRate(limit, () => now);
        const let_through: number[] = [];
        for (const pause of pauses) {
          now += pause;
          if (rate.take('a') === 0) let_through.push(now);
        }
        for (const at of let_through) {
          const inMinute = let_through.filter((other) => other > at - 60_000 && other <= at).length;
          expect(inMinute).toBeLessThanOrEqual(2 * limit);
        }
      }),
    );
  });

  test('who waits as long as told is let through', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 1, max: 50 }), (limit, turns) => {
        let now = 0;
        const rate = createRequestRate(limit, () => now);
        for (let turn = 0; turn < limit + turns; turn += 1) {
          const waitMs = rate.take('a');
          if (waitMs === 0) continue;
          // A little more: fractions of a millisecond are rounded.
          now += waitMs + 1e-6;
          expect(rate.take('a')).toBe(0);
        }
      }),
    );
  });

  test('one address does not use up the room of another', () => {
    const rate = createRequestRate(1, () => 0);
    expect([rate.take('a'), rate.take('b'), rate.take('a')]).toEqual([0, 0, 60_000]);
  });

  test('a million addresses leave no trace beyond the bound, and none of them lets one ask too often', () => {
    const rate = createRequestRate(1, () => 0);
    for (let n = 0; n < 20_000; n += 1) expect(rate.take(`address ${n}`)).toBe(0);
    expect(rate.take('address 19999')).toBeGreaterThan(0);
  });

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s counts as %s', (address, neighbourhood) => {
    expect(neighbourhoodOf(address)).toBe(neighbourhood);
  });
});
