// Ticks once a second, on the second, while something on screen shows a countdown or a clock.

export type Ticker = ReturnType<typeof createTicker>;

const secondMs = 1000;

/** @param now the process's time, epoch ms */
export function createTicker(now: () => number) {
  const listeners = new Set<() => void>();
  const wholeSecond = () => Math.floor(now() / secondMs) * secondMs;
  let tickedAt = wholeSecond();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const wait = () => (timer = setTimeout(tick, secondMs - (now() % secondMs)));

  function tick() {
    tickedAt = wholeSecond();
    wait();
    for (const listener of listeners) listener();
  }

  return {
    /** Calls back each second. Returns a function that unsubscribes. */
    subscribe(listener: () => void) {
      listeners.add(listener);
      if (timer === null) wait();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0 || timer === null) return;
        clearTimeout(timer);
        timer = null;
      };
    },
    /** The time of the last tick on the process's clock, epoch ms, whole seconds. */
    now(): number {
      // Without subscribers there was no tick, so the time is read now.
      if (timer === null) tickedAt = wholeSecond();
      return tickedAt;
    },
  };
}
