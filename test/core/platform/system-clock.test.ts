import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sleptMs, systemClock } from '../../../main/core/platform/system-clock.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('the system clock', () => {
  it('runs a scheduled action once, and none that was cancelled', () => {
    const done: string[] = [];
    systemClock.schedule(50, () => done.push('b'));
    systemClock.schedule(-5, () => done.push('a'));
    const cancel = systemClock.schedule(20, () => done.push('never'));
    cancel();
    vi.advanceTimersByTime(49);
    expect(done).toEqual(['a']);
    vi.advanceTimersByTime(1_000);
    expect(done).toEqual(['a', 'b']);
  });

  it('waits for less than the longest time of a timer', () => {
    let isDone = false;
    systemClock.schedule(10_000_000_000, () => (isDone = true));
    vi.advanceTimersByTime(1_999_999_999);
    expect(isDone).toBe(false);
    vi.advanceTimersByTime(1);
    expect(isDone).toBe(true);
  });

  it('sleeps until the time has passed or the signal is aborted, and leaves no timer', async () => {
    const aborted = new AbortController();
    const sleeps = [systemClock.sleep(100), systemClock.sleep(1_000, aborted.signal)];
    expect(vi.getTimerCount()).toBe(2);
    vi.advanceTimersByTime(100);
    await sleeps[0];
    aborted.abort();
    await sleeps[1];
    expect(vi.getTimerCount()).toBe(0);
    await systemClock.sleep(1_000, aborted.signal);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('never runs backwards, and counts no sleep of the machine that did not happen', () => {
    const first = systemClock.monotonic();
    expect(systemClock.monotonic()).toBeGreaterThanOrEqual(first);
    expect(sleptMs()).toBeLessThan(86_400_000);
    expect(sleptMs()).toBeGreaterThanOrEqual(0);
  });
});
