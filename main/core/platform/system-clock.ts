// The real clock, and the only file of core that uses timers. Its monotonic time includes sleep on every system, as the
// service's limits and token lifetimes do.
import { uptime } from 'node:os';
import type { Clock } from './ports.ts';

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

// How long this machine has slept since the start. On Linux the timers' clock stops in a sleep and the time since boot
// does not: their difference is sleep, regardless of the wall clock and the process. On macOS and Windows both keep
// running, and the answer is always 0.

/** The two clocks are read one after the other, and one of them has a resolution of 10 ms. */
const leastMs = 1_000;
/** The time since boot is read from a file, at most this often. */
const readEveryMs = 250;

/** @returns the sleep so far in ms; it only grows. */
export function createSleepDetector(clocks: { timersMs(): number; sinceBootMs(): number }): () => number {
  const apartMs = () => clocks.sinceBootMs() - clocks.timersMs();
  let awakeApartMs = apartMs();
  let sleptMs = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    const timersMs = clocks.timersMs();
    if (timersMs - readAt < readEveryMs) return sleptMs;
    readAt = timersMs;
    const apart = apartMs();
    if (apart - awakeApartMs >= leastMs) {
      sleptMs += apart - awakeApartMs;
      awakeApartMs = apart;
    }
    return sleptMs;
  };
}
