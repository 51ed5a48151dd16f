// Measures each turn of this thread's event loop: how long the thread worked, and how long it was ready to run while
// other threads had the processors (Linux: schedstat). The rest is waiting in its own calls (a commit, a lock, the
// collector's helpers), and time that the host of a virtual machine took.

import { openSync, readSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { quantileOf } from '../harness/statistics.ts';

/** Interval of the measuring timer; the loop turns once between two of its calls. */
const timerMs = 2;
/** Enough for the fields that are read. */
const readBytes = 512;

/** In ms. `waitedMs` is 0 if the system does not report it (Linux does). */
type Turn = {
  /** By the clock, including the timer's 2 ms. */
  tookMs: number;
  /** On the processor. */
  workedMs: number;
  /** Ready, but without a processor. */
  waitedMs: number;
  /** Used by the host of this virtual machine, as far as the system recorded it (in steps of 10 ms). */
  stolenMs: number;
};

export type TurnFigures = {
  longest: Turn;
  p99Ms: number;
  /** The longest turn without the part of system and host, and the 99th percentile. */
  own: { most: number; p99: number };
  /** The longest garbage collection. */
  collectedMs: number;
};

/** Measures until the result is requested. Call it in the main thread. */
export function measureTurns(): () => TurnFigures {
  const waitedSoFarMs = createWaitGauge();
  const stolenSoFarMs = createStealGauge();
  const turns: Turn[] = [];
  let collectedMs = 0;
  const collector = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collectedMs = Math.max(collectedMs, duration);
  });
  collector.observe({ entryTypes: ['gc'] });
  const readClock = () => {
    const { user, system } = process.threadCpuUsage();
    return {
      at: performance.now(),
      workedMs: (user + system) / 1000,
      waitedMs: waitedSoFarMs(),
      stolenMs: stolenSoFarMs(),
    };
  };
  let last = readClock();
  const measure = () => {
    const now = readClock();
    const stolenMs = Math.max(...now.stolenMs.map((stolen, processor) => stolen - last.stolenMs[processor]!), 0);
    const tookMs = now.at - last.at;
    // The system records it late: what exceeds this turn belongs to the previous one.
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
    timer = setTimeout(again, timerMs);
  }, timerMs);
  return () => {
    clearTimeout(timer);
    measure();
    collector.disconnect();
    const clock = turns.map(({ tookMs }) => tookMs).toSorted((one, other) => one - other);
    // Both times may overlap, so only the longer one is subtracted.
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

/** How long this process's main thread has waited for a processor, in ms. */
function createWaitGauge(): () => number {
  const text = createReader(`/proc/self/task/${process.pid}/schedstat`);
  // Nanoseconds on a processor, nanoseconds waiting for one, and number of time slices (sched-stats.rst of the kernel).
  return () => Number(text().split(' ')[1] ?? 0) / 1e6;
}

/** How long the host has kept each processor from this machine while it had work, in ms (proc(5), stat). */
function createStealGauge(): () => number[] {
  const text = createReader('/proc/stat');
  return () => Array.from(text().matchAll(/^cpu\d+(?: \d+){7} (\d+)/gm), ([, hundredths]) => Number(hundredths) * 10);
}

/** The beginning of a system file, read at each call; empty if there is none. */
function createReader(path: string): () => string {
  const buffer = Buffer.alloc(readBytes);
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return () => '';
  }
  return () => buffer.toString('latin1', 0, readSync(file, buffer, 0, readBytes, 0));
}
