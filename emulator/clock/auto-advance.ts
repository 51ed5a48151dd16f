// Moves a frozen clock to the next awaited event, if the option autoAdvance is on; without it, only `advance` moves the
// clock.

import type { EmulatorClock } from './clock.ts';

export type AutoAdvance = ReturnType<typeof createAutoAdvance>;

export function createAutoAdvance(clock: EmulatorClock, isOn: () => boolean) {
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
  /** Lets the clock run from one due event to the next, until it is released. */
  const hold = () => {
    holds += 1;
    void run();
    let isReleased = false;
    return {
      /** Continues after something new became due. */
      nudge: () => void run(),
      release(): void {
        if (!isReleased) holds -= 1;
        isReleased = true;
      },
    };
  };

  return {
    hold,
    /** As the clock's `sleep`. */
    async sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
      const slept = clock.sleep(delayMs, signal);
      if (!isOn()) return slept;
      const { release } = hold();
      await slept;
      release();
    },
  };
}

// Limits a byte rate on the emulator's clock. The schedule is absolute, so a clock that jumps ahead releases everything due.

export type Throttle = ReturnType<typeof createThrottle>;

export function createThrottle(
  clock: Pick<EmulatorClock, 'now' | 'sleep'>,
  bytesPerSecond: number,
  ending: AbortSignal,
) {
  let dueAtMs = clock.now();
  return {
    /** Bytes per step, about ten steps a second. */
    stepBytes: Math.max(1, Math.ceil(bytesPerSecond / 10)),
    /** Resolves when the bytes may pass: true, or false if the emulator is stopping. */
    async pass(bytes: number): Promise<boolean> {
      dueAtMs += (bytes / bytesPerSecond) * 1000;
      const waitMs = dueAtMs - clock.now();
      if (waitMs > 0) await clock.sleep(waitMs, ending);
      return !ending.aborted;
    },
  };
}
