// A virtual clock that leaps from one due event to the next, as soon as everything that needs no time has happened.
// Hours of waiting cost milliseconds.
import type { Clock } from '../../../main/core/platform/ports.ts';
import { sleepBy } from '../../support/sleep-by.ts';

export type LeapingClock = Clock & {
  /** Advances by at most `longestMs`, firing what becomes due, in order. */
  leap(longestMs: number): Promise<void>;
};

/** More events than this in one leap mean a loop that waits for no time at all. */
const mostInALeap = 100_000;

export function createLeapingClock(startMs = Date.UTC(2026, 4, 12, 12)): LeapingClock {
  let passedMs = 0;
  let order = 0;
  const timers = new Map<number, { readonly at: number; readonly action: () => void }>();

  function schedule(delayMs: number, action: () => void) {
    const key = (order += 1);
    timers.set(key, { at: passedMs + Math.max(0, delayMs), action });
    return () => void timers.delete(key);
  }
  function takeDue(until: number) {
    let first: readonly [number, { readonly at: number; readonly action: () => void }] | null = null;
    for (const entry of timers) if (entry[1].at <= until && (!first || entry[1].at < first[1].at)) first = entry;
    if (first) timers.delete(first[0]);
    return first?.[1] ?? null;
  }

  return {
    now: () => Math.floor(startMs + passedMs),
    monotonic: () => passedMs,
    schedule,
    sleep: sleepBy(schedule),
    async leap(longestMs) {
      const until = passedMs + longestMs;
      let fired = 0;
      for (let due = takeDue(until); due; due = takeDue(until)) {
        if ((fired += 1) > mostInALeap) throw new Error(`time stands still: ${timers.size} timers, ${passedMs} ms`);
        passedMs = Math.max(passedMs, due.at);
        due.action();
        await new Promise((resolve) => setImmediate(resolve));
      }
      passedMs = until;
    },
  };
}
