// The earliest possible end of a course for a client that knows everything beforehand. Like every strategy it has one
// upload in progress at a time. Each upload arrives as early as its own answer to the one before, the machine's sleep,
// the minimum wait and 60 arrivals a minute allow; an earlier upload never makes a later one arrive later, except where
// arriving later has the other program refused, so both branches are kept there. The other program's requests don't
// count for the minute, which only makes the oracle faster.

import { requestsWithSubscription, windowMs } from '../../emulator/flights/limits.ts';
import { awakeFrom } from './course.ts';
import type { Course } from './course.ts';

/** One possible state of the run so far. */
interface Way {
  arrivals: readonly number[];
  /** When the service starts to count the wait. */
  waitFromMs: number;
  endedMs: number;
}

/** @returns the end of the last upload's answer, in milliseconds from the start */
export function earliestEnd(course: Course): number {
  let ways: Way[] = [{ arrivals: [], waitFromMs: Number.NEGATIVE_INFINITY, endedMs: 0 }];
  for (let upload = 0; upload < course.gapsMs.length; upload += 1) {
    ways = pruned(
      course,
      ways.flatMap((way) => onward(course, way, upload)),
      upload,
    );
  }
  return Math.min(...ways.map(({ endedMs }) => endedMs));
}

function onward(course: Course, way: Way, upload: number): Way[] {
  const earliest = arrivalFrom(course, way, upload, 0);
  const ways = [arrived(course, way, upload, earliest)];
  const next = course.othersMs.find((atMs) => atMs > earliest);
  const gapMs = course.gapsMs[upload + 1] ?? 0;
  // Late enough that the other program's next upload is refused.
  if (next !== undefined && !course.restarts && next - gapMs >= earliest && next - gapMs < earliest + gapMs) {
    ways.push(arrived(course, way, upload, arrivalFrom(course, way, upload, next - gapMs + 1)));
  }
  return ways;
}

/** The earliest time at or after `notBeforeMs` at which the service accepts this upload. */
function arrivalFrom(course: Course, way: Way, upload: number, notBeforeMs: number): number {
  const { thereMs } = course.latencies[upload]!;
  const gapMs = course.gapsMs[upload]!;
  const full = way.arrivals[upload - requestsWithSubscription];
  const possible = (atMs: number) => awakeFrom(course, Math.max(atMs - thereMs, way.endedMs)) + thereMs;
  const floorMs = Math.max(notBeforeMs, full === undefined ? 0 : full + windowMs);
  let waitFromMs = way.waitFromMs;
  let atMs = possible(Math.max(floorMs, waitFromMs + gapMs));
  for (const otherMs of course.othersMs) {
    if (otherMs <= (way.arrivals.at(-1) ?? Number.NEGATIVE_INFINITY)) continue;
    if (otherMs > atMs) break;
    if (course.restarts || otherMs >= waitFromMs + gapMs) waitFromMs = otherMs;
    atMs = Math.max(atMs, possible(Math.max(floorMs, waitFromMs + gapMs)));
  }
  return atMs;
}

function arrived(course: Course, way: Way, upload: number, atMs: number): Way {
  const endedMs = awakeFrom(course, atMs + course.latencies[upload]!.backMs);
  return { arrivals: [...way.arrivals, atMs], waitFromMs: atMs, endedMs };
}

/** A run that arrived earlier and meets the other program in the same way is never behind. */
function pruned(course: Course, ways: Way[], upload: number): Way[] {
  const gapMs = course.gapsMs[upload + 1] ?? 0;
  const kept: Way[] = [];
  for (const way of ways.toSorted((one, other) => one.endedMs - other.endedMs)) {
    const isBehind = kept.some(
      (ahead) => !course.othersMs.some((atMs) => atMs > ahead.waitFromMs && atMs <= way.waitFromMs + gapMs),
    );
    if (!isBehind) kept.push(way);
  }
  return kept;
}
