// Lets bytes pass so many a second of the service's time. What is due is counted from the beginning: a clock that jumps
// ahead lets pass at once what would have passed meanwhile.

import type { EmulatorClock } from './clock.ts';

export interface Throttle {
  /** So many bytes pass in one step: about ten steps a second. */
  readonly stepBytes: number;
  /** Resolves when these have passed: true, or false where the emulator ends and nothing passes any more. */
  pass(bytes: number): Promise<boolean>;
}

export function createThrottle(clock: EmulatorClock, bytesPerSecond: number, ending: AbortSignal): Throttle {
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
