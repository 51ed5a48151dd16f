// What no strategy can do better, where the oracle's knowledge is the reason. The arguments stand in docs/pacing.md.

import { awakeFrom } from './course.ts';
import type { Course } from './course.ts';

/**
 * The end for who knows everything but how long the next upload takes on its way there. Going so early that it arrives
 * too soon with probability p brings p × the range of that latency at most: so much for each refusal that is allowed.
 */
export function endWithoutForesight(course: Course, refusals: number): number {
  const there = course.latencies.map(({ thereMs }) => thereMs);
  const quickestMs = Math.min(...there);
  const rangeMs = Math.max(...there) - quickestMs;
  let arrivedMs = Number.NEGATIVE_INFINITY;
  let endedMs = 0;
  course.latencies.forEach(({ thereMs, backMs }, upload) => {
    const startedMs = awakeFrom(course, Math.max(endedMs, arrivedMs + course.gapsMs[upload]! - quickestMs));
    arrivedMs = startedMs + thereMs;
    endedMs = arrivedMs + backMs;
  });
  return endedMs - refusals * rangeMs;
}

/**
 * The end for who knows both waits and the stretch in which the wait shrinks, but not the moment: only a try below the old
 * wait shows it, and each that comes too early is a refusal. With so many tries spread evenly, the mean delay is half of
 * the stretch over their number.
 */
export function endOfShrunkWait(course: Course, oracleMs: number, stretch: number, refusals: number): number {
  const [before, after] = [course.gapsMs[0]!, course.gapsMs.at(-1)!];
  return oracleMs + (stretch / 2 / (refusals + 1)) * Math.max(0, before - after);
}
