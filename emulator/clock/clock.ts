// The emulator's clock, and the only place with real timers. Lifetimes, limits and checks use `now` and `schedule`. A
// virtual clock is one that starts frozen, so that only `advance` moves it.

export type EmulatorClock = {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Fires once when the clock reaches `atMs`; returns a function that cancels it. */
  schedule(atMs: number, fire: () => void): () => void;
  /** Resolves after `delayMs` on this clock, or when the signal is aborted. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
  /**
   * Moves the clock forward and fires what is due, in order. Resolves when everything has fired, or when the clock was
   * set to another time.
   */
  advance(delayMs: number): Promise<void>;
  /** Moves the clock forward to `atMs` if it is earlier. Fires nothing. */
  notBefore(atMs: number): void;
  /** Cancels everything, so that the process can exit. */
  close(): void;
  /** Controls the clock; missing from a clock that follows another one. */
  steering?: ClockSteering;
};

type ClockSteering = {
  /** True while only `advance` moves the clock. */
  readonly isFrozen: boolean;
  /** Milliseconds per real millisecond while it is not frozen. */
  readonly scale: number;
  /** When the next callback is due, or null. */
  readonly nextDueAtMs: number | null;
  freeze(isFrozen: boolean): void;
  /** @param scale greater than 0 */
  rescale(scale: number): void;
  /** Sets a frozen clock, also to an earlier time. Fires nothing. */
  put(atMs: number): void;
  /** Restores the initial time and scale; a system clock returns to the machine's time. Scheduled callbacks stay. */
  restart(): void;
};

type ClockOptions = {
  /** The initial time; the machine's time by default. */
  startMs?: number;
  /** Milliseconds per real millisecond; 1 by default, 0 starts frozen. */
  scale?: number;
};

type Due = {
  readonly atMs: number;
  readonly fire: () => void;
};

const longestTimerMs = 2 ** 31 - 1;

export function createClock(options: ClockOptions = {}): EmulatorClock & { steering: ClockSteering } {
  // By due time, and then by insertion.
  let dues: Due[] = [];
  let timer: NodeJS.Timeout | undefined;
  // Time is linear: this point, and `scale` as the slope.
  let anchorMs = 0;
  let realAnchorMs = 0;
  let scale = 1;
  let isFrozen = false;

  /** The target of running advances; in the past if there are none. */
  let reachingMs = Number.NEGATIVE_INFINITY;
  /** Counts explicit settings of the clock, which end running advances. */
  let puts = 0;

  const exactly = () => (isFrozen ? anchorMs : anchorMs + (Date.now() - realAnchorMs) * scale);
  const now = () => Math.floor(exactly());
  const anchorAt = (atMs: number) => {
    anchorMs = atMs;
    realAnchorMs = Date.now();
  };
  const leaveAdvances = () => {
    puts += 1;
    reachingMs = Number.NEGATIVE_INFINITY;
  };
  const begin = () => {
    anchorAt(options.startMs ?? Date.now());
    isFrozen = options.scale === 0;
    scale = options.scale || 1;
    leaveAdvances();
  };
  const moveTo = (atMs: number) => {
    if (atMs > now()) anchorAt(atMs);
  };

  const takeDue = (untilMs: number): Due | undefined => {
    const [first] = dues;
    return first === undefined || first.atMs > untilMs ? undefined : dues.shift();
  };

  const arm = () => {
    clearTimeout(timer);
    timer = undefined;
    const [first] = dues;
    if (isFrozen || first === undefined) return;
    const waitMs = Math.min(longestTimerMs, Math.max(0, Math.ceil((first.atMs - now()) / scale)));
    timer = setTimeout(() => {
      for (let due = takeDue(now()); due !== undefined; due = takeDue(now())) due.fire();
      arm();
    }, waitMs);
    timer.unref();
  };

  const schedule = (atMs: number, fire: () => void) => {
    const due: Due = { atMs, fire };
    // Most are added at the end.
    dues.splice(dues.findLastIndex((one) => one.atMs <= atMs) + 1, 0, due);
    if (dues[0] === due) arm();
    return () => {
      const isFirst = dues[0] === due;
      dues = dues.filter((one) => one !== due);
      if (isFirst) arm();
    };
  };

  begin();
  return {
    now,
    schedule,
    sleep: (delayMs, signal) =>
      new Promise((resolve) => {
        // A frozen clock would never fire.
        if (delayMs <= 0 || signal?.aborted) return resolve();
        const cancel = schedule(now() + delayMs, resolve);
        signal?.addEventListener('abort', () => (cancel(), resolve()), { once: true });
      }),
    async advance(delayMs) {
      // Relative to running advances, so that simultaneous ones add up.
      const untilMs = Math.max(now(), reachingMs) + delayMs;
      reachingMs = untilMs;
      const begunAfter = puts;
      for (let first = takeDue(untilMs); first !== undefined; first = takeDue(untilMs)) {
        moveTo(first.atMs);
        first.fire();
        await nextTurn();
        if (puts !== begunAfter) return;
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
      dues = [];
    },
    steering: {
      get isFrozen() {
        return isFrozen;
      },
      get scale() {
        return scale;
      },
      get nextDueAtMs() {
        return dues[0]?.atMs ?? null;
      },
      freeze(wanted) {
        anchorAt(exactly());
        isFrozen = wanted;
        arm();
      },
      rescale(wanted) {
        anchorAt(exactly());
        scale = wanted;
        arm();
      },
      put(atMs) {
        leaveAdvances();
        anchorAt(atMs);
        arm();
      },
      restart() {
        begin();
        arm();
      },
    },
  };
}

/** Lets the callbacks continue before the clock moves again. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Debounces calls: `run` starts at most once in `waitMs` of real time. For work such as writing a file, which must not wait
 * for a frozen clock.
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

/**
 * Fires once after `delayMs` of real time, for a wait that must end while the clock is frozen. Returns a cancellation.
 * @param isAwaited whether the process may not end before
 */
export function afterRealTime(delayMs: number, fire: () => void, isAwaited = false): () => void {
  const timer = setTimeout(fire, delayMs);
  if (!isAwaited) timer.unref();
  return () => clearTimeout(timer);
}

/** Calls `beat` at an interval of real time, for connections. Returns a cancellation. */
export function every(intervalMs: number, beat: () => void): () => void {
  const timer = setInterval(beat, intervalMs).unref();
  return () => clearInterval(timer);
}

// Timestamps of the control interface.

/** The limit of the clock; lifetimes counted from here are still valid dates. */
export const latestTimeMs = Date.UTC(9000, 0);

/** ISO 8601 in UTC. */
export const isoTime = (atMs: number): string => new Date(atMs).toISOString();

export const isoTimeOrNull = (atMs: number | null): string | null => (atMs === null ? null : isoTime(atMs));

/** Milliseconds of the machine's monotonic time, not of the emulator's clock. */
// oxlint-disable-next-line no-restricted-properties -- measures real time
export const stopwatchMs = (): number => performance.now();
