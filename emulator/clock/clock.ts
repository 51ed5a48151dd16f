// The emulator's time, and the only place that touches real timers. Everything that lasts (lifetimes, limits, checks)
// asks `now()` and leaves what falls due with `schedule`. One mechanism serves both clocks: a virtual clock is one
// that begins frozen, so that time moves only by `advance`.

import { createDueQueue } from './timer-queue.ts';
import type { Due } from './timer-queue.ts';

export interface EmulatorClock {
  /** The service's moment, in milliseconds since 1970 UTC. */
  now(): number;
  /** Fires once when the clock reaches `atMs`; the answer takes it back. */
  schedule(atMs: number, fire: () => void): () => void;
  /** Resolves when `delayMs` of the service's time have passed, or when the signal says that nobody waits any more. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
  /**
   * Moves time forward, firing what falls due in its order; resolves when all of it has fired, or when time was put
   * somewhere else meanwhile.
   */
  advance(delayMs: number): Promise<void>;
  /** Makes sure that time is at least `atMs`: a loaded world never runs backwards. Fires nothing. */
  notBefore(atMs: number): void;
  /** Forgets what is scheduled and lets the process end. */
  close(): void;
  /** How it runs, and the way to change that; a clock that follows another has none. */
  steering?: ClockSteering;
}

export interface ClockSteering {
  /** True while time moves only by `advance`. */
  readonly isFrozen: boolean;
  /** Milliseconds of the service in one of the machine's, while it is not frozen. */
  readonly scale: number;
  /** The moment of the first thing that is due; null where nothing is. */
  readonly nextDueAtMs: number | null;
  freeze(isFrozen: boolean): void;
  /** More than 0. */
  rescale(scale: number): void;
  /** Puts a frozen clock on a moment, also on an earlier one. Fires nothing. */
  put(atMs: number): void;
  /** Back to the moment and the pace that it began with; what is scheduled stays. A system clock goes to the machine's time. */
  restart(): void;
}

export interface ClockOptions {
  /** The first moment; the machine's own time by default. */
  startMs?: number;
  /** How many milliseconds of the service pass in one real one: 1 is the system's pace, 0 begins frozen. */
  scale?: number;
}

const longestTimerMs = 2 ** 31 - 1;

export function createClock(options: ClockOptions = {}): EmulatorClock & { steering: ClockSteering } {
  const dues = createDueQueue();
  let timer: NodeJS.Timeout | undefined;
  // Time is a line: through this point, with this slope.
  let anchorMs = 0;
  let realAnchorMs = 0;
  let scale = 1;
  let isFrozen = false;

  /** Where the advances that are under way lead; the past where none is. */
  let reachingMs = Number.NEGATIVE_INFINITY;
  /** Counts how often time was put somewhere: an advance that began before leads nowhere any more. */
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
    const first = dues.first();
    if (first === undefined || first.atMs > untilMs) return undefined;
    dues.remove(first);
    return first;
  };

  const arm = () => {
    clearTimeout(timer);
    timer = undefined;
    const first = dues.first();
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
    dues.add(due);
    if (dues.first() === due) arm();
    return () => {
      const isFirst = dues.first() === due;
      dues.remove(due);
      if (isFirst) arm();
    };
  };

  begin();
  return {
    now,
    schedule,
    sleep: (delayMs, signal) =>
      new Promise((resolve) => {
        // No time has to pass for that, and a clock that stands still would not let any.
        if (delayMs <= 0 || signal?.aborted) return resolve();
        const cancel = schedule(now() + delayMs, resolve);
        signal?.addEventListener('abort', () => (cancel(), resolve()), { once: true });
      }),
    async advance(delayMs) {
      // From where those that are under way will have brought it: two minutes asked for at the same moment are two.
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
      dues.clear();
    },
    steering: {
      get isFrozen() {
        return isFrozen;
      },
      get scale() {
        return scale;
      },
      get nextDueAtMs() {
        return dues.first()?.atMs ?? null;
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

/** Beats every so many milliseconds of real time until it is stopped: for connections, which live in the machine's time. */
export function createHeartbeat(everyMs: number, beat: () => void): { stop(): void } {
  const timer = setInterval(beat, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}
