// The real clock. The only file of core that may touch the runtime's timers.
import { performance } from 'node:perf_hooks';
import type { Clock } from './ports.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  schedule(delayMs, action) {
    // Node's timers overflow above 2^31-1 ms; nothing here waits that long, and a capped wait only looks again sooner.
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
