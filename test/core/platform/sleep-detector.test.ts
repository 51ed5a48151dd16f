import { fc } from '../../support/fast-check.ts';
import { expect, test } from 'vitest';
import { createSleepDetector } from '../../../main/core/platform/system-clock.ts';

function machine() {
  let timersMs = 5_000;
  let sinceBootMs = 905_000;
  const gauge = createSleepDetector({ timersMs: () => timersMs, sinceBootMs: () => sinceBootMs });
  return {
    gauge,
    awake: (ms: number) => ((timersMs += ms), (sinceBootMs += ms)),
    asleep: (ms: number) => (sinceBootMs += ms),
  };
}

test('counts all of a sleep, and only sleep', () => {
  const { gauge, awake, asleep } = machine();
  awake(60_000);
  expect(gauge()).toBe(0);
  asleep(8 * 3_600_000);
  awake(300);
  expect(gauge()).toBe(8 * 3_600_000);
  awake(3_600_000);
  asleep(60_000);
  awake(300);
  expect(gauge()).toBe(8 * 3_600_000 + 60_000);
});

test('only grows, and never exceeds the actual sleep', () => {
  const step = fc.record({
    awakeMs: fc.nat(100_000),
    asleepMs: fc.oneof(fc.constant(0), fc.nat(1e8)),
    jitter: fc.nat(20),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { gauge, awake, asleep } = machine();
      let slept = 0;
      let before = 0;
      for (const { awakeMs, asleepMs, jitter } of steps) {
        awake(awakeMs);
        asleep(asleepMs + jitter);
        slept += asleepMs + jitter;
        const now = gauge();
        expect(now).toBeGreaterThanOrEqual(before);
        expect(now).toBeLessThanOrEqual(slept);
        before = now;
      }
      awake(1_000);
      expect(gauge()).toBeGreaterThan(slept - 1_000);
    }),
  );
});
