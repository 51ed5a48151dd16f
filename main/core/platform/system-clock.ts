// The real clock, and the only file of core that uses timers. Its monotonic time includes sleep on every system, as the
// service's limits and token lifetimes do.
import { uptime } from 'node:os';
import type { Clock } from './ports.ts';
import { createSleepDetector } from './sleep-detector.ts';

// Node loads a dozen modules for `performance`.
const timersMs = () => Number(process.hrtime.bigint()) / 1e6;

/** How long the machine has slept since the start, where the timers' clock does not include it. */
export const sleptMs =
  process.platform === 'linux' ? createSleepDetector({ timersMs, sinceBootMs: () => uptime() * 1_000 }) : () => 0;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => timersMs() + sleptMs(),
  schedule(delayMs, action) {
    // Node's timers overflow above 2^31-1 ms; a capped wait only checks again sooner.
    const timer = setTimeout(action, Math.min(Math.max(0, delayMs), 2_000_000_000));
    timer.unref();
    return () => clearTimeout(timer);
  },
  sleep: (delayMs, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const timer = setTimeout(finish, Math.min(Math.max(0, delayMs), 2_000_000_000));
      function finish() {
        clearTimeout(timer);
        signal?.removeEventListener('abort', finish);
        resolve();
      }
      signal?.addEventListener('abort', finish, { once: true });
    }),
};
