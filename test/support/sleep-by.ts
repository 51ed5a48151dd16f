import type { Clock } from '../../main/core/platform/ports.ts';

/** The sleep function of a clock with these timers. */
export const sleepBy =
  (schedule: Clock['schedule']): Clock['sleep'] =>
  (delayMs, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const undo = schedule(delayMs, finish);
      function finish() {
        undo();
        signal?.removeEventListener('abort', finish);
        resolve();
      }
      signal?.addEventListener('abort', finish, { once: true });
    });
