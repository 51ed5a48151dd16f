// Bounds that no strategy can beat in one course: ends of players who know nearly as much as the oracle. The arguments
// are in docs/pacing-analysis.md.

import { awakeFrom } from './course.ts';
import type { Course } from './course.ts';
import { leastLatenessMs } from './lateness.ts';

/** The expected end of a player who knows everything but the next upload's latency. */
export function endWithoutForesight(course: Course, oracleMs: number, refusals: number): number {
  const there = course.latencies.map(({ thereMs }) => thereMs);
  const quickestMs = Math.min(...there);
  const ways = {
    quickestMs,
    rangeMs: Math.max(...there) - quickestMs,
    backMs: Math.min(...course.latencies.map(({ backMs }) => backMs)),
  };
  const lateMs = leastLatenessMs(course.gapsMs[0]!, ways, course.gapsMs.length - 1, refusals, course.restarts);
  return later(course, oracleMs, lateMs);
}

/** Adds `byMs`, extended by a sleep that begins meanwhile. */
function later(course: Course, fromMs: number, byMs: number): number {
  const sleep = course.sleeps.find(({ fromMs: asleepMs }) => asleepMs >= fromMs && asleepMs < fromMs + byMs);
  return fromMs + byMs + (sleep ? sleep.untilMs - sleep.fromMs : 0);
}

/**
 * The end of a player who knows everything but when the other program uploads, where a refusal restarts the wait: if
 * the other program uploaded in between, the try at the end of the wait is refused and the wait restarts. Below a
 * second the rate limit makes up for it.
 */
export function endUnwarned(course: Course, oracleMs: number): number {
  const waitMs = course.gapsMs[0]!;
  if (waitMs < 1_000) return oracleMs;
  let fromMs = Number.NEGATIVE_INFINITY;
  let endedMs = 0;
  for (const { thereMs, backMs } of course.latencies) {
    for (let isAccepted = false; !isAccepted;) {
      const arrivedMs = Math.max(fromMs + waitMs, awakeFrom(course, endedMs) + thereMs);
      isAccepted = !course.othersMs.some((atMs) => atMs > fromMs && atMs <= arrivedMs && arrivedMs < atMs + waitMs);
      fromMs = arrivedMs;
      endedMs = arrivedMs + backMs;
    }
  }
  return endedMs;
}

/** Upper limit of sleeps before a run is over. */
export const sleepsWithin = ({ sleeps }: Course, untilMs: number): number =>
  sleeps.filter(({ fromMs }) => fromMs < untilMs).length;
