// Limits a byte rate on the emulator's clock. The schedule is absolute, so a clock that jumps ahead releases everything due.

import type { AutoAdvance } from './auto-advance.ts';
import type { EmulatorClock } from './clock.ts';

type Time = Pick<EmulatorClock, 'now'> & Pick<AutoAdvance, 'sleep'>;

export type Throttle = {
  /** Bytes per step, about ten steps a second. */
  readonly stepBytes: number;
  /** Resolves when the bytes may pass: true, or false if the emulator is stopping. */
  pass(bytes: number): Promise<boolean>;
};

export function createThrottle(clock: Time, bytesPerSecond: number, ending: AbortSignal): Throttle {
  let dueAtMs = clock.now();
  return {
    stepBytes: Math.max(1, Math.ceil(bytesPerSecond / 10)),
    async pass(bytes) {
      dueAtMs += (bytes / bytesPerSecond) * 1000;
      const waitMs = dueAtMs - clock.now();
      if (waitMs > 0) await clock.sleep(waitMs, ending);
      return !ending.aborted;
    },
  };
}
