// What is believed of a service before it has answered, and how an answer changes it.
import { describe, expect, it } from 'vitest';
import {
  acceptance,
  afterCounted,
  learn,
  LONGEST_WAIT_MS,
  mostLikely,
  readyAt,
  widthMs,
  type Hypothesis,
} from '../../../../main/core/pacing/rule/belief.ts';
import { freshPacer, never, type PacerState } from '../../../../main/core/pacing/rule/pacer-state.ts';

const share = (state: PacerState, holds: (one: Hypothesis) => boolean) =>
  mostLikely(state).reduce((sum, [one, weight]) => sum + (holds(one) ? weight : 0), 0);
const single: Hypothesis = { waitMs: 5_000, capacity: 1, isWindow: true, restarts: false, trend: 0, noise: 0.002 };
const weightOf = (state: PacerState, waitMs: number) => share(state, (one) => one.waitMs === waitMs);

describe('before the first answer', () => {
  const prior = freshPacer();

  it('half of the weight is on waits from 2 to 15 seconds, and a tenth on more than a minute', () => {
    const between = share(prior, ({ waitMs }) => waitMs >= 2_000 && waitMs <= 15_000);
    expect(between).toBeGreaterThan(0.5);
    expect(between).toBeLessThan(0.58);
    expect(share(prior, ({ waitMs }) => waitMs > 60_000)).toBeCloseTo(0.1, 1);
    expect(share(prior, () => true)).toBeCloseTo(1);
  });

  it('whole seconds are likelier than the waits beside them', () => {
    for (const seconds of [2, 3, 5, 8]) {
      const beside = weightOf(prior, seconds * 1_000 * 1.05) || weightOf(prior, seconds * 1_050);
      expect(weightOf(prior, seconds * 1_000)).toBeGreaterThan(4 * beside);
    }
    expect(weightOf(prior, 15_000)).toBeGreaterThan(5 * weightOf(prior, 16_000));
    expect(weightOf(prior, 1_000)).toBeGreaterThan(2 * weightOf(prior, 800));
  });

  it('a service without a wait has no bursts', () => {
    expect(share(prior, ({ waitMs, capacity }) => waitMs < 500 && capacity > 1)).toBe(0);
    expect(share(prior, ({ waitMs, capacity }) => waitMs < 500 && capacity === 1)).toBeGreaterThan(0.01);
  });

  it('the longest wait is five minutes', () => {
    expect(LONGEST_WAIT_MS).toBe(300_000);
    expect(weightOf(prior, LONGEST_WAIT_MS)).toBeGreaterThan(0);
  });

  it('weights that do not fit this version are not used', () => {
    expect(mostLikely({ ...prior, weights: '0.5' })).toEqual(mostLikely(prior));
  });
});

describe('the next report is accepted', () => {
  const at = (...accepted: number[]): PacerState => ({ ...freshPacer(), accepted });

  it('one wait after the last one, where one is accepted at a time', () => {
    expect(readyAt(single, at(1_000, 4_000))).toBe(9_000);
    expect(readyAt(single, { ...at(1_000), refusedAt: 3_000 })).toBe(6_000);
  });

  it('one wait after a refusal, where that restarts it', () => {
    expect(readyAt({ ...single, restarts: true }, { ...at(1_000), refusedAt: 3_000 })).toBe(8_000);
  });

  it('a whole window after the first of the last ones, where several share a window', () => {
    expect(readyAt({ ...single, capacity: 3 }, at(1_000, 2_000, 3_000))).toBe(16_000);
  });

  it('one wait after the bucket had a token', () => {
    const bucket = { ...single, capacity: 2, isWindow: false };
    expect(readyAt(bucket, at(1_000))).toBeLessThan(0);
    expect(readyAt(bucket, at(1_000, 1_000))).toBe(6_000);
    expect(readyAt(bucket, { ...at(1_000, 1_000), emptyAt: 2_000, sinceEmpty: 1 })).toBe(7_000);
  });

  it('surely only well after that time, and hardly before it', () => {
    const accepts = acceptance(single, at(0));
    expect(accepts(4_000)).toBeCloseTo(0.01);
    expect(accepts(6_000)).toBeCloseTo(0.99);
    expect(accepts(5_000)).toBeCloseTo(0.5);
  });

  it('less sharply the more its wait and the network vary', () => {
    const state = { ...freshPacer(), jitterMs: 40 };
    expect(widthMs(single, state)).toBe(10 + 20 + 10);
  });
});

describe('an answer', () => {
  const uploaded = afterCounted(freshPacer(), 0);
  const after = (at: number, isAccepted: boolean, askedMs: number | null = null): PacerState => ({
    ...uploaded,
    weights: learn(uploaded, at, isAccepted, askedMs),
  });

  it('that accepts a report rules out longer waits, one that refuses it shorter ones', () => {
    const longer = ({ waitMs, capacity }: Hypothesis) => capacity === 1 && waitMs > 7_000;
    expect(share(after(6_000, true), longer)).toBeLessThan(share(uploaded, longer) / 4);
    expect(share(after(6_000, false), longer)).toBeGreaterThan(share(uploaded, longer) * 1.2);
  });

  it('with a Retry-After leaves the waits that fit it', () => {
    const fits = ({ waitMs }: Hypothesis) => waitMs >= 9_000 && waitMs <= 10_600;
    expect(share(after(2_000, false, 8_000), fits)).toBeGreaterThan(0.7);
    expect(share(after(2_000, false), fits)).toBeLessThan(0.2);
  });

  it('leaves some weight everywhere, because a service may change', () => {
    expect(weightOf(after(6_000, true), 15_000)).toBeGreaterThan(0);
  });

  it('is remembered with its time, and the refusal before it is forgotten', () => {
    const state = afterCounted({ ...uploaded, refusedAt: 3_000 }, 5_000);
    expect(state.accepted).toEqual([0, 5_000]);
    expect(state.refusedAt).toBe(never);
    expect(state.sinceEmpty).toBe(uploaded.sinceEmpty + 1);
    const many = Array.from({ length: 20 }, (_, n) => n).reduce(afterCounted, freshPacer());
    expect(many.accepted).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  });
});
