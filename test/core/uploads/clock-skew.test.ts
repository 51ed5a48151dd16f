import { beforeEach, describe, expect, it } from 'vitest';
import { createClockSkew } from '../../../main/core/uploads/clock-skew.ts';
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts';
import { flightOf } from '../sample-flight.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let clock: VirtualClock;
let skew: ReturnType<typeof createClockSkew>;
beforeEach(() => {
  clock = createVirtualClock();
  skew = createClockSkew(clock);
});
const witness = (aheadMs: number) => skew.witness(flightOf({ createdAt: clock.now() + aheadMs }));

describe('how far the clock of the service is ahead', () => {
  it('is unknown before the first record', () => {
    expect(skew.aheadMs()).toBeNull();
  });

  it.each([
    [0, 0],
    [-5_000, -5_000],
    [2 * DAY_MS, 2 * DAY_MS],
    [-2 * DAY_MS, -2 * DAY_MS],
    [2 * DAY_MS + 1, null],
    [-2 * DAY_MS - 1, null],
  ])('of a record made %i ms from now is %s', (aheadMs, expected) => {
    witness(aheadMs);
    expect(skew.aheadMs()).toBe(expected);
  });

  it('stays unchanged if a record has no time', () => {
    witness(7_000);
    skew.witness(flightOf({ createdAt: null }));
    expect(skew.aheadMs()).toBe(7_000);
  });

  it('is that of the newest record', () => {
    witness(7_000);
    witness(9_000);
    expect(skew.aheadMs()).toBe(9_000);
  });

  it('is forgotten after six hours', async () => {
    await clock.advance(5 * HOUR_MS);
    witness(7_000);
    await clock.advance(6 * HOUR_MS);
    expect(skew.aheadMs()).toBe(7_000);
    await clock.advance(1);
    expect(skew.aheadMs()).toBeNull();
  });

  it.each([
    [1_000, 7_000],
    [-1_000, 7_000],
    [1_001, null],
    [-1_001, null],
  ])('after this clock was set by %i ms is %s', (byMs, expected) => {
    witness(7_000);
    clock.setWall(clock.now() + byMs);
    expect(skew.aheadMs()).toBe(expected);
  });
});
