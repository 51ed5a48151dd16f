import { afterEach, describe, expect, it, vi } from 'vitest';
import { createServiceClock } from '../../../emulator/console/store/clock.ts';

afterEach(() => vi.restoreAllMocks());

const state = { now: '2026-05-12T12:00:05.150Z', frozen: false, scale: 1, nextDueAt: null };
const updatedMs = Date.parse(state.now);

/** A clock event, and this many of the machine's milliseconds after it. */
function clockAfter(machineMs: number, change: Partial<typeof state>) {
  const machine = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const clock = createServiceClock();
  clock.update({ ...state, ...change });
  machine.mockReturnValue(1000 + machineMs);
  return clock;
}

describe('the service’s time, rounded to a step', () => {
  it('is rounded down and extrapolated while the clock runs', () => {
    expect(clockAfter(0, {}).steppedNow(200)).toBe(updatedMs - 150);
    expect(clockAfter(100, {}).steppedNow(200)).toBe(updatedMs + 50);
    expect(clockAfter(1000, { scale: 60 }).steppedNow(1000)).toBe(updatedMs + 60_000 - 150);
  });

  it('is exact for a frozen clock and at most 1 ms behind a slow one', () => {
    expect(clockAfter(5000, { frozen: true }).steppedNow(200)).toBe(updatedMs);
    expect(updatedMs + 5 - clockAfter(5000, { scale: 0.001 }).steppedNow(1000)).toBeLessThanOrEqual(1);
  });

  it('is 0 before the first event from the emulator', () => {
    expect(createServiceClock().steppedNow(200)).toBe(0);
  });
});
