// How long each turn of this thread's event loop takes, and of that: how long the thread was at work, and how long it was
// ready to work while the system had other threads on the processors. Linux counts that for each thread (schedstat); what
// is left is waiting in calls of the thread's own: a commit, a lock, the collector's helpers.

import { openSync, readSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { quantileOf } from '../harness/statistics.ts';

/** The timer that measures; between two of its calls the loop has come round. */
const TIMER_MS = 2;
const SCHEDSTAT_BYTES = 96;

/** In ms. Where the system does not say who waits (Linux does), nothing counts as waited. */
export interface Turn {
  /** By the clock, the timer's 2 ms in it. */
  tookMs: number;
  /** Of it on the processor. */
  workedMs: number;
  /** Of it ready, with no processor to be had. */
  waitedMs: number;
}

export interface TurnFigures {
  longest: Turn;
  p99Ms: number;
  /** The longest without what it waited for a processor, and the 99th of a hundred. */
  own: { most: number; p99: number };
  /** The longest garbage collection. */
  collectedMs: number;
}

/** To be called by the main thread. Measures until it is asked what it found. */
export function measureTurns(): () => TurnFigures {
  const waitedSoFarMs = createWaitGauge();
  const turns: Turn[] = [];
  let collectedMs = 0;
  const collector = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collectedMs = Math.max(collectedMs, duration);
  });
  collector.observe({ entryTypes: ['gc'] });
  const look = () => {
    const { user, system } = process.threadCpuUsage();
    return { at: performance.now(), workedMs: (user + system) / 1000, waitedMs: waitedSoFarMs() };
  };
  let last = look();
  const measure = () => {
    const now = look();
    turns.push({
      tookMs: now.at - last.at,
      workedMs: now.workedMs - last.workedMs,
      waitedMs: now.waitedMs - last.waitedMs,
    });
    last = now;
  };
  let timer = setTimeout(function again() {
    measure();
    timer = setTimeout(again, TIMER_MS);
  }, TIMER_MS);
  return () => {
    clearTimeout(timer);
    measure();
    collector.disconnect();
    const clock = turns.map(({ tookMs }) => tookMs).toSorted((one, other) => one - other);
    const own = turns.map(({ tookMs, waitedMs }) => tookMs - waitedMs).toSorted((one, other) => one - other);
    return {
      longest: turns.find(({ tookMs }) => tookMs === clock.at(-1))!,
      p99Ms: quantileOf(clock, 0.99),
      own: { most: own.at(-1)!, p99: quantileOf(own, 0.99) },
      collectedMs,
    };
  };
}

/** How long this process's main thread has stood in line for a processor, in ms. */
function createWaitGauge(): () => number {
  const buffer = Buffer.alloc(SCHEDSTAT_BYTES);
  let file: number;
  try {
    file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  } catch {
    return () => 0;
  }
  // Nanoseconds on a processor, nanoseconds in line for one, and how often it got one (sched-stats.rst of the kernel).
  return () => Number(buffer.toString('latin1', 0, readSync(file, buffer, 0, SCHEDSTAT_BYTES, 0)).split(' ')[1]) / 1e6;
}
