// A Clock for long days: events follow one another as fast as their work is done. Real disk reads are waited for, so
// that a run depends on its seed alone.
import type { Clock } from '../../../main/core/platform/ports.ts';
import { sleepBy } from '../../support/sleep-by.ts';

type Timer = { at: number; order: number; action: () => void; isUndone: boolean };

type DayClock = Clock & { run(untilMs: number): Promise<void> };

export function createDayClock(startMs: number): DayClock {
  let nowMs = 0;
  let order = 0;
  /** A heap: the earliest first. */
  const timers: Timer[] = [];
  const isBefore = (one: Timer, other: Timer) => one.at - other.at || one.order - other.order;

  function push(timer: Timer) {
    let place = timers.length;
    timers.push(timer);
    for (let above = (place - 1) >> 1; place > 0 && isBefore(timer, timers[above]!) < 0; above = (place - 1) >> 1) {
      timers[place] = timers[above]!;
      timers[above] = timer;
      place = above;
    }
  }
  function pop(): Timer | undefined {
    const first = timers[0];
    const last = timers.pop();
    if (first === undefined || last === undefined || first === last) return first;
    timers[0] = last;
    for (let place = 0; ;) {
      let least = place;
      for (const below of [2 * place + 1, 2 * place + 2]) {
        if (below < timers.length && isBefore(timers[below]!, timers[least]!) < 0) least = below;
      }
      if (least === place) return first;
      [timers[place], timers[least]] = [timers[least]!, timers[place]!];
      place = least;
    }
  }

  function schedule(delayMs: number, action: () => void) {
    const timer = { at: nowMs + Math.max(0, delayMs), order: (order += 1), action, isUndone: false };
    if (Number.isFinite(timer.at)) push(timer);
    return () => void (timer.isUndone = true);
  }

  const turn = () => new Promise((resolve) => setImmediate(resolve));
  async function settled() {
    await turn();
    while (process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))) await turn();
  }

  return {
    now: () => startMs + Math.floor(nowMs),
    monotonic: () => nowMs,
    schedule,
    sleep: sleepBy(schedule),
    async run(untilMs) {
      await settled();
      while (timers[0] && timers[0].at <= untilMs) {
        const timer = pop()!;
        if (timer.isUndone) continue;
        nowMs = Math.max(nowMs, timer.at);
        timer.action();
        await settled();
      }
      nowMs = untilMs;
    },
  };
}
