// Ticks once a second, on the second, while something on screen shows a countdown or a clock.

export type Ticker = {
  /** Calls back each second. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** The time of the last tick on the process's clock, epoch ms, whole seconds. */
  now(): number;
};

type Options = {
  /** The process's time, epoch ms. */
  readonly now: () => number;
  /** Runs once after a delay. Returns a function that cancels it. */
  readonly after: (delayMs: number, action: () => void) => () => void;
};

const secondMs = 1000;

export function createTicker({ now, after }: Options): Ticker {
  const listeners = new Set<() => void>();
  const wholeSecond = () => Math.floor(now() / secondMs) * secondMs;
  let tickedAt = wholeSecond();
  let undo: (() => void) | null = null;

  function tick() {
    tickedAt = wholeSecond();
    undo = after(secondMs - (now() % secondMs), tick);
    for (const listener of listeners) listener();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (undo === null) undo = after(secondMs - (now() % secondMs), tick);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        undo?.();
        undo = null;
      };
    },
    now: () => {
      // Without subscribers there was no tick, so the time is read now.
      if (undo === null) tickedAt = wholeSecond();
      return tickedAt;
    },
  };
}
