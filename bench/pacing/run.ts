// Runs a strategy through a course in virtual time.

import { awakeFrom, monotonicAt, realAt } from './course.ts';
import type { Course } from './course.ts';
import { createService } from './service.ts';
import type { Strategy } from './strategy.ts';

export interface Run {
  /** Until the answer to the last upload; infinite for a strategy that does not finish. */
  durationMs: number;
  tooFast: number;
  rateLimited: number;
  /** Refusals that another program's upload may have caused: one for each of its accepted uploads. */
  othersAccepted: number;
}

/** After this many refusals in a row nothing would change any more. */
const endless = 1_000;

export function runStrategy(course: Course, strategy: Strategy, onAccepted?: (leftAtMs: number) => void): Run {
  const service = createService(course);
  const run: Run = { durationMs: 0, tooFast: 0, rateLimited: 0, othersAccepted: 0 };
  let nowMs = awakeFrom(course, 0);
  for (let sent = 0, refusedInARow = 0; sent < course.gapsMs.length;) {
    if (refusedInARow > endless) return { ...run, durationMs: Number.POSITIVE_INFINITY };
    const waiting = course.gapsMs.length - sent;
    const startedMs = Math.max(nowMs, realAt(course, strategy.next(monotonicAt(course, nowMs), waiting)));
    if (jumped(course, nowMs, startedMs)) strategy.woke?.();
    const { thereMs, backMs } = course.latencies[sent]!;
    const answer = service.upload(startedMs + thereMs);
    nowMs = awakeFrom(course, startedMs + thereMs + backMs);
    refusedInARow = answer.kind === 'accepted' ? 0 : refusedInARow + 1;
    if (answer.kind === 'accepted') {
      sent += 1;
      onAccepted?.(startedMs);
    } else if (answer.kind === 'too-fast') run.tooFast += 1;
    else run.rateLimited += 1;
    strategy.answered(answer, monotonicAt(course, startedMs), monotonicAt(course, nowMs));
    if (jumped(course, startedMs, nowMs)) strategy.woke?.();
  }
  return { ...run, durationMs: nowMs, othersAccepted: service.othersAccepted() };
}

const jumped = (course: Course, fromMs: number, untilMs: number) =>
  untilMs - fromMs - (monotonicAt(course, untilMs) - monotonicAt(course, fromMs)) > 1_000;
