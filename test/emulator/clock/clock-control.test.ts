// The clock under any control: freezing, rescaling and advancing in any order while the machine's own time passes.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClock } from '../../../emulator/clock/clock.ts';
import { fc } from '../../support/fast-check.ts';
import { openEmulator } from '../open-emulator.ts';

// The machine's time, controlled by the test.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

type Step =
  | { do: 'freeze'; isFrozen: boolean }
  | { do: 'rescale'; scale: number }
  | { do: 'advance' | 'pass' | 'schedule'; ms: number }
  | { do: 'cancel'; which: number };

const ms = fc.nat({ max: 100_000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('freeze' as const), isFrozen: fc.boolean() }),
  fc.record({ do: fc.constant('rescale' as const), scale: fc.constantFrom(0.1, 0.5, 1, 3, 60, 1000) }),
  fc.record({ do: fc.constantFrom('advance' as const, 'pass' as const, 'schedule' as const), ms }),
  fc.record({ do: fc.constant('cancel' as const), which: fc.nat({ max: 20 }) }),
);

it('time never runs backwards, and every timer fires once, in order and never early', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { maxLength: 40 }), async (beginsFrozen, steps) => {
      const clock = createClock({ startMs: 1_000_000, scale: beginsFrozen ? 0 : 1 });
      const waiting = new Map<number, { atMs: number; cancel: () => void }>();
      const fired: number[] = [];
      const wrong: number[] = [];
      let lastId = 0;
      let beforeMs = clock.now();

      const take = async (one: Step) => {
        if (one.do === 'freeze') clock.steering.freeze(one.isFrozen);
        else if (one.do === 'rescale') clock.steering.rescale(one.scale);
        else if (one.do === 'advance') await clock.advance(one.ms);
        else if (one.do === 'pass') vi.advanceTimersByTime(one.ms);
        else if (one.do === 'cancel') {
          waiting.get(one.which)?.cancel();
          waiting.delete(one.which);
        } else {
          const id = ++lastId;
          const atMs = clock.now() + one.ms;
          const cancel = clock.schedule(atMs, () => {
            if (!waiting.delete(id) || clock.now() < atMs) wrong.push(atMs);
            fired.push(atMs);
          });
          waiting.set(id, { atMs, cancel });
        }
      };

      for (const one of steps) {
        const wasFrozen = clock.steering.isFrozen;
        await take(one);
        expect(clock.now()).toBeGreaterThanOrEqual(beforeMs);
        // The machine's time does not move a frozen clock.
        const mostMs = wasFrozen && one.do === 'pass' ? beforeMs : Number.POSITIVE_INFINITY;
        expect(clock.now()).toBeLessThanOrEqual(mostMs);
        beforeMs = clock.now();
        expect(clock.steering.nextDueAtMs ?? Infinity).toBe(Math.min(...[...waiting.values()].map(({ atMs }) => atMs)));
      }
      await clock.advance(200_000);
      expect([[...waiting], wrong]).toEqual([[], []]);
      expect(fired).toEqual(fired.toSorted((left, right) => left - right));
      clock.close();
    }),
    { numRuns: 300 },
  );
});

it('adds up concurrent advances', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(ms, { maxLength: 6 }),
      fc.array(ms, { minLength: 1, maxLength: 6 }),
      async (delays, advances) => {
        const clock = createClock({ startMs: 1_000_000, scale: 0 });
        const fired: number[] = [];
        for (const delay of delays) clock.schedule(1_000_000 + delay, () => fired.push(clock.now()));
        await Promise.all(advances.map((delay) => clock.advance(delay)));
        const sum = advances.reduce((left, right) => left + right, 0);
        expect(clock.now()).toBe(1_000_000 + sum);
        const due = delays.filter((delay) => delay <= sum).map((delay) => 1_000_000 + delay);
        expect(fired).toEqual(due.toSorted((left, right) => left - right));
      },
    ),
  );
});

it('a change is accepted regardless of how far the clock moves meanwhile', async () => {
  const steered = createClock({ startMs: 1_000_000 });
  let looks = 0;
  const clock = { ...steered, steering: steered.steering, now: () => 1_000_000 + (looks += 1) };
  const emulator = await openEmulator({ clock });
  expect(await emulator.clock.change({ freeze: false })).toMatchObject({ frozen: false });
  await expect(emulator.clock.change({ set: '1970-01-01T00:00:00Z' })).rejects.toThrow('Time can’t go back');
});
