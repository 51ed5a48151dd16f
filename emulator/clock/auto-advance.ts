// Moves a frozen clock to the next awaited event, if the option autoAdvance is on. Without it, only `advance` moves the
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
