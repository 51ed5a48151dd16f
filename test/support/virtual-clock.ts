// A Clock that moves only on request. Timers fire in order, and between two of them promises and I/O can complete. No
// virtual time passes during file system requests, however slow the machine is.
import type { Clock } from '../../main/core/platform/ports.ts';
import { isFileSystemAsked } from './file-system.ts';
import { sleepBy } from './sleep-by.ts';

export type VirtualClock = Clock & {
  /** Advances time by `ms`, firing due timers in order. */
  advance(ms: number): Promise<void>;
  /** Advances timer by timer until `isDone` holds; throws when `limitMs` of virtual time pass without. */
  advanceUntil(isDone: () => boolean | Promise<boolean>, limitMs?: number): Promise<void>;
  /** The result of a call, while time advances. */
  advanceUntilSettled<T>(call: Promise<T>, limitMs?: number): Promise<T>;
  /** Changes the wall clock relative to the monotonic one, like a pilot or NTP. */
  setWall(epochMs: number): void;
  readonly pending: number;
  /** How long until the next timer is due; infinite without one. */
  readonly nextInMs: number;
};

type Timer = { at: number; order: number; action: () => void };

export function createVirtualClock(startMs = Date.UTC(2026, 4, 12, 12, 0, 0)): VirtualClock {
  let monotonicMs = 0;
  let wallOffsetMs = startMs;
  let order = 0;
  const timers = new Set<Timer>();

  const next = () => [...timers].sort((a, b) => a.at - b.at || a.order - b.order)[0];

  // Real I/O completes in real time, independent of the virtual clock. The end of file requests is observable: further
  // requests often follow in the same turn, so the count restarts. Sockets only get turns.
  async function settle() {
    for (let turns = 0; turns < 6;) {
      const isAsked = isFileSystemAsked();
      await new Promise((resolve) => (isAsked ? setTimeout(resolve, 1) : setImmediate(resolve)));
      turns = isAsked ? 0 : turns + 1;
    }
  }

  function schedule(delayMs: number, action: () => void) {
    const timer = { at: monotonicMs + Math.max(0, delayMs), order: (order += 1), action };
    timers.add(timer);
    return () => void timers.delete(timer);
  }

  async function advance(ms: number) {
    const end = monotonicMs + ms;
    await settle();
    for (let timer = next(); timer && timer.at <= end; timer = next()) {
      timers.delete(timer);
      monotonicMs = Math.max(monotonicMs, timer.at);
      timer.action();
      await settle();
    }
    monotonicMs = end;
    await settle();
  }

  async function advanceUntil(isDone: () => boolean | Promise<boolean>, limitMs = 3_600_000) {
    const end = monotonicMs + limitMs;
    await settle();
    for (let idleTurns = 0; !(await isDone());) {
      const timer = next();
      if (timer && timer.at <= end) {
        // Give real I/O a little time before the clock advances, so that an answer in progress arrives first.
        if (idleTurns < 3) {
          idleTurns += 1;
          await settle();
          continue;
        }
        idleTurns = 0;
        await advance(Math.max(0, timer.at - monotonicMs));
      } else {
        idleTurns += 1;
        if (idleTurns > 5_000) throw new Error(`nothing more happens, and it is not done after ${monotonicMs} ms`);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }
  }

  return {
    // Whole milliseconds, as Date.now gives.
    now: () => Math.floor(monotonicMs + wallOffsetMs),
    monotonic: () => monotonicMs,
    schedule,
    sleep: sleepBy(schedule),
    advance,
    async advanceUntilSettled(call, limitMs) {
      let isSettled = false;
      const settled = () => void (isSettled = true);
      call.then(settled, settled);
      await advanceUntil(() => isSettled, limitMs);
      return call;
    },
    advanceUntil,
    setWall(epochMs) {
      wallOffsetMs = epochMs - monotonicMs;
    },
    get pending() {
      return timers.size;
    },
    get nextInMs() {
      return (next()?.at ?? Number.POSITIVE_INFINITY) - monotonicMs;
    },
  };
}
