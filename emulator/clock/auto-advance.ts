// Moves a frozen clock to the next awaited event, if the option autoAdvance is on; without it, only `advance` moves the
// clock.

import type { EmulatorClock } from './clock.ts';

export type AutoAdvance = {
  /** As the clock's `sleep`. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
  /** Lets the clock run from one due event to the next, until it is released. */
  hold(): AutoAdvanceHold;
};

type AutoAdvanceHold = {
  /** Continues after something new became due. */
  nudge(): void;
  release(): void;
};

export function createAutoAdvance(clock: EmulatorClock, isOn: () => boolean): AutoAdvance {
  let holds = 0;
  let isRunning = false;

  const dueInMs = (): number | null => {
    const { steering } = clock;
    if (holds === 0 || !isOn() || steering?.isFrozen !== true || steering.nextDueAtMs === null) return null;
    return Math.max(0, steering.nextDueAtMs - clock.now());
  };
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    // One event at a time, so that what waited for it can finish before the clock moves on.
    for (let waitMs = dueInMs(); waitMs !== null; waitMs = dueInMs()) await clock.advance(waitMs);
    isRunning = false;
  };
  const hold = (): AutoAdvanceHold => {
    holds += 1;
    void run();
    let isReleased = false;
    return {
      nudge: () => void run(),
      release() {
        if (!isReleased) holds -= 1;
        isReleased = true;
      },
    };
  };

  return {
    hold,
    async sleep(delayMs, signal) {
      const slept = clock.sleep(delayMs, signal);
      if (!isOn()) return slept;
      const { release } = hold();
      await slept;
      release();
    },
  };
}

// Limits a byte rate on the emulator's clock. The schedule is absolute, so a clock that jumps ahead releases everything due.

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
