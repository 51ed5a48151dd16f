// One tick a second, on the second, for whatever on screen shows a running time; none while nothing does.

export type Ticker = {
  /** Calls back each second until the undo is called. */
  subscribe(listener: () => void): () => void;
  /** The moment of the last tick in the process's time, epoch ms, whole seconds. */
  now(): number;
};

type Options = {
  /** The process's time, epoch ms. */
  readonly now: () => number;
  /** Runs once after a delay; returns the undo. */
  readonly after: (delayMs: number, action: () => void) => () => void;
};

const SECOND_MS = 1000;

export function createTicker({ now, after }: Options): Ticker {
  const listeners = new Set<() => void>();
  const wholeSecond = () => Math.floor(now() / SECOND_MS) * SECOND_MS;
  let moment = wholeSecond();
  let undo: (() => void) | null = null;

  function tick() {
    moment = wholeSecond();
    undo = after(SECOND_MS - (now() % SECOND_MS), tick);
    for (const listener of listeners) listener();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (undo === null) undo = after(SECOND_MS - (now() % SECOND_MS), tick);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        undo?.();
        undo = null;
      };
    },
    now: () => {
      // Nobody has ticked for a while: the first one to look gets the time of now.
      if (undo === null) moment = wholeSecond();
      return moment;
    },
  };
}
