// How long each turn of this thread's event loop takes, and of that: how long the thread was at work, and how long it was
// ready to work while the system had other threads on the processors. Linux counts that for each thread (schedstat); what
// is left is waiting in calls of the thread's own (a commit, a lock, the collector's helpers), and the time for which the
// host of a virtual machine lets nothing of it run.

import { openSync, readSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { quantileOf } from '../harness/statistics.ts';

/** The timer that measures; between two of its calls the loop has come round. */
const TIMER_MS = 2;
/** Of what the system says of its processors, the first few. */
const READ_BYTES = 512;

/** In ms. Where the system does not say who waits (Linux does), nothing counts as waited. */
export interface Turn {
  /** By the clock, the timer's 2 ms in it. */
  tookMs: number;
  /** Of it on the processor. */
  workedMs: number;
  /** Of it ready, with no processor to be had. */
  waitedMs: number;
  /** Of it the host of this virtual machine kept a processor from it, as far as the system noted it (steps of 10 ms). */
  stolenMs: number;
}

export interface TurnFigures {
  longest: Turn;
  p99Ms: number;
  /** The longest by what the system and the host have no part in, and the 99th of a hundred. */
  own: { most: number; p99: number };
  /** The longest garbage collection. */
  collectedMs: number;
}

/** To be called by the main thread. Measures until it is asked what it found. */
export function measureTurns(): () => TurnFigures {
  const waitedSoFarMs = createWaitGauge();
  const stolenSoFarMs = createStealGauge();
  const turns: Turn[] = [];
  let collectedMs = 0;
  const collector = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collectedMs = Math.max(collectedMs, duration);
  });
  collector.observe({ entryTypes: ['gc'] });
  const look = () => {
    const { user, system } = process.threadCpuUsage();
    return {
      at: performance.now(),
      workedMs: (user + system) / 1000,
      waitedMs: waitedSoFarMs(),
      stolenMs: stolenSoFarMs(),
    };
  };
  let last = look();
  const measure = () => {
    const now = look();
    const stolenMs = Math.max(...now.stolenMs.map((stolen, processor) => stolen - last.stolenMs[processor]!), 0);
    const tookMs = now.at - last.at;
    // The system notes it a moment later: what is more than this turn was in the one before.
    const before = turns.at(-1);
    if (before) before.stolenMs += Math.max(0, stolenMs - tookMs);
    turns.push({
      stolenMs: Math.min(stolenMs, tookMs),
      tookMs,
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
    // Who waits in line while the host takes the processors does both at once: only the longer of the two is not its own.
    const own = turns
      .map(({ tookMs, waitedMs, stolenMs }) => Math.max(0, tookMs - Math.max(waitedMs, stolenMs)))
      .toSorted((one, other) => one - other);
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
  const text = createReader(`/proc/self/task/${process.pid}/schedstat`);
  // Nanoseconds on a processor, nanoseconds in line for one, and how often it got one (sched-stats.rst of the kernel).
  return () => Number(text().split(' ')[1] ?? 0) / 1e6;
}

/** How long the host has kept each processor from this machine while there was work for it, in ms (proc(5), stat). */
function createStealGauge(): () => number[] {
  const text = createReader('/proc/stat');
  return () => Array.from(text().matchAll(/^cpu\d+(?: \d+){7} (\d+)/gm), ([, hundredths]) => Number(hundredths) * 10);
}

/** The beginning of a file of the system's, read anew with each call; empty where there is none. */
function createReader(path: string): () => string {
  const buffer = Buffer.alloc(READ_BYTES);
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return () => '';
  }
  return () => buffer.toString('latin1', 0, readSync(file, buffer, 0, READ_BYTES, 0));
}
