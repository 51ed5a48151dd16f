import { describe, expect, it, onTestFinished } from 'vitest';
import { fc } from '../../support/fast-check.ts';
import { createClock } from '../../../emulator/clock/clock.ts';
import { formatDuration, formatSize, parseDuration, parseSize } from '../../../emulator/options/option-kinds.ts';

const virtualClock = () => createClock({ startMs: 1000, scale: 0 });

describe('a virtual clock', () => {
  it('fires due timers in order, each at its own time, including those they schedule', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 1000 })), async (delays) => {
        const clock = virtualClock();
        const fired: number[] = [];
        for (const delay of delays) {
          clock.schedule(1000 + delay, () => {
            fired.push(clock.now());
            clock.schedule(clock.now() + 100, () => fired.push(clock.now()));
          });
        }
        await clock.advance(2000);
        const expected = delays.flatMap((delay) => [1000 + delay, 1100 + delay]);
        expect(fired).toEqual(expected.toSorted((left, right) => left - right));
      }),
      { numRuns: 20 },
    );
  });

  it('stays at the time set during an advance and skips timers in between', async () => {
    const clock = virtualClock();
    const fired: string[] = [];
    clock.schedule(2000, () => {
      fired.push('first');
      clock.steering.put(1500);
      clock.schedule(9000, () => fired.push('of the other time'));
    });
    await clock.advance(1_000_000);
    expect([clock.now(), fired]).toEqual([1500, ['first']]);
    await clock.advance(100);
    expect(clock.now()).toBe(1600);
  });

  it('releases a sleeper when its signal aborts', async () => {
    const clock = virtualClock();
    const ending = new AbortController();
    const sleeping = clock.sleep(1e9, ending.signal);
    ending.abort();
    await expect(sleeping).resolves.toBeUndefined();
    await expect(clock.sleep(1e9, ending.signal)).resolves.toBeUndefined();
  });
});

it('a running clock fires timers at the scaled speed', async () => {
  const clock = createClock({ scale: 100_000 });
  onTestFinished(() => clock.close());
  const fired = clock.now() + 3_600_000;
  const at = await new Promise<number>((resolve) => {
    clock.schedule(fired, () => resolve(clock.now()));
    // The clock's own timers do not keep a process alive; this one does.
    const alive = setInterval(() => undefined, 10);
    onTestFinished(() => clearInterval(alive));
  });
  expect(at).toBeGreaterThanOrEqual(fired);
});

describe('durations and sizes', () => {
  it.each([
    ['250ms', 250],
    ['5s', 5000],
    ['1.5m', 90_000],
    ['1h', 3_600_000],
    ['30d', 2_592_000_000],
    ['0', 0],
    ['5', 5],
    ['5 s', null],
    ['-5s', null],
    ['5toString', null],
    ['', null],
  ])('%s is %s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it('reads what it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), (amount) => {
        expect([parseDuration(formatDuration(amount)), parseSize(formatSize(amount))]).toEqual([amount, amount]);
      }),
    );
  });
});

it('fires by time and insertion order, without what is cancelled', async () => {
  const times = fc.array(fc.record({ inMs: fc.nat(50), isTakenBack: fc.boolean() }), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(times, async (given) => {
      const clock = createClock({ startMs: 0, scale: 0 });
      const fired: object[] = [];
      const cancels = given.map((due) => clock.schedule(due.inMs, () => fired.push(due)));
      for (const [index, { isTakenBack }] of given.entries()) if (isTakenBack) cancels[index]!();
      await clock.advance(50);
      const left = given.filter(({ isTakenBack }) => !isTakenBack);
      expect(fired).toEqual(left.toSorted((one, other) => one.inMs - other.inMs));
    }),
  );
});
