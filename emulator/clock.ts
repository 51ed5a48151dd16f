// The emulator's time, and the only place that touches real timers. Everything that lasts (lifetimes, limits, checks)
// asks `now()` and leaves what falls due with `schedule`. One mechanism serves both clocks: a virtual clock is a clock
// whose scale is 0, so that time moves only by `advance`.

export interface EmulatorClock {
  /** The service's moment, in milliseconds since 1970 UTC. */
  now(): number;
  /** Fires once when the clock reaches `atMs`; the answer takes it back. */
  schedule(atMs: number, fire: () => void): () => void;
  /** Resolves when `delayMs` of the service's time have passed, or when the signal says that nobody waits any more. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
  /** Moves time forward, firing what falls due in its order; resolves when all of it has fired. */
  advance(delayMs: number): Promise<void>;
  /** Makes sure that time is at least `atMs`: a loaded world never runs backwards. Fires nothing. */
  notBefore(atMs: number): void;
  /** Forgets what is scheduled and lets the process end. */
  close(): void;
}

export interface ClockOptions {
  /** The first moment; the machine's own time by default. */
  startMs?: number;
  /** How many milliseconds of the service pass in one real one: 1 is the system's pace, 0 stands still. */
  scale?: number;
}

interface Entry {
  atMs: number;
  fire: () => void;
}

const longestTimerMs = 2 ** 31 - 1;

export function createClock({ startMs = Date.now(), scale = 1 }: ClockOptions = {}): EmulatorClock {
  const realStartMs = Date.now();
  let shiftMs = startMs;
  let entries: Entry[] = [];
  let timer: NodeJS.Timeout | undefined;

  const now = () => Math.floor(shiftMs + (Date.now() - realStartMs) * scale);
  const moveTo = (atMs: number) => {
    if (atMs > now()) shiftMs += atMs - now();
  };

  const takeDue = (): Entry | undefined => {
    const first = entries[0];
    return first !== undefined && first.atMs <= now() ? entries.shift() : undefined;
  };

  const arm = () => {
    clearTimeout(timer);
    timer = undefined;
    const first = entries[0];
    if (scale === 0 || first === undefined) return;
    const waitMs = Math.min(longestTimerMs, Math.max(0, Math.ceil((first.atMs - now()) / scale)));
    timer = setTimeout(() => {
      for (let due = takeDue(); due !== undefined; due = takeDue()) due.fire();
      arm();
    }, waitMs);
    timer.unref();
  };

  const schedule = (atMs: number, fire: () => void) => {
    const entry: Entry = { atMs, fire };
    // From the end: what is scheduled last is mostly due last.
    entries.splice(entries.findLastIndex((other) => other.atMs <= atMs) + 1, 0, entry);
    if (entries[0] === entry) arm();
    return () => {
      const index = entries.indexOf(entry);
      if (index === -1) return;
      entries.splice(index, 1);
      if (index === 0) arm();
    };
  };

  return {
    now,
    schedule,
    sleep: (delayMs, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const cancel = schedule(now() + delayMs, resolve);
        signal?.addEventListener('abort', () => (cancel(), resolve()), { once: true });
      }),
    async advance(delayMs) {
      const untilMs = now() + delayMs;
      for (let first = entries[0]; first !== undefined && first.atMs <= untilMs; first = entries[0]) {
        entries.shift();
        moveTo(first.atMs);
        first.fire();
        await nextTurn();
      }
      moveTo(untilMs);
      arm();
      await nextTurn();
    },
    notBefore(atMs) {
      moveTo(atMs);
      arm();
    },
    close() {
      clearTimeout(timer);
      timer = undefined;
      entries = [];
    },
  };
}

/** Lets whatever was woken go on before time moves again. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Gathers many calls into one: `run` starts at most once in `waitMs` of real time. For work that belongs to the machine
 * and not to the service (writing a file), which therefore must not wait for a clock that stands still.
 */
export function createCoalescer(waitMs: number, run: () => void): { request(): void; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    request() {
      timer ??= setTimeout(() => {
        timer = undefined;
        run();
      }, waitMs).unref();
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
