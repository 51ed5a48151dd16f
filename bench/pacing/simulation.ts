// Runs a strategy through a course in virtual time, and the ideal client that it is measured against.

import { requestsWithSubscription, windowMs } from '../../emulator/flights/limits.ts';
import { drawFrom } from '../harness/draw.ts';
import type { Course } from './families.ts';
import { createRetryAfter } from './services.ts';
import type { Answer } from './services.ts';

/** Decides when to try next, and receives the result. One upload is in progress at a time. */
export interface Strategy {
  /** @param waiting uploads still to do, the next one included */
  next(nowMs: number, waiting: number): number;
  answered(answer: Answer, startedMs: number, endedMs: number): void;
}

export interface Run {
  /** Until the answer to the last upload; infinite for a strategy that does not finish. */
  durationMs: number;
  refusals: number;
}

/** After this many refusals of one report, the strategy is considered stuck. */
const endless = 500;
/** Tolerance for rounding. */
const roundingMs = 1e-6;

/** The service of a course, with the other program that uploads to it. */
function createService(course: Course) {
  const rule = course.rule();
  const retryAfter = createRetryAfter(course.retryAfter, drawFrom(course.seed ^ 0x5f3759df));
  const arrivals: number[] = [];
  const others = [...course.othersMs];
  const followOthers = (atMs: number) => {
    while (others.length > 0 && others[0]! <= atMs) {
      const other = others.shift()!;
      if (rule.earliest(other) <= other) rule.accepted(other);
      else rule.refused?.(other);
    }
  };
  const withinLimit = (atMs: number) =>
    Math.max(atMs, (arrivals.at(-requestsWithSubscription) ?? Number.NEGATIVE_INFINITY) + windowMs);
  return {
    upload(atMs: number): Answer {
      followOthers(atMs);
      if (withinLimit(atMs) > atMs) return { kind: 'rate-limited', retryAfterMs: null };
      arrivals.push(atMs);
      const fromMs = rule.earliest(atMs);
      if (fromMs <= atMs + roundingMs) {
        rule.accepted(atMs);
        return { kind: 'accepted' };
      }
      rule.refused?.(atMs);
      return { kind: 'too-fast', retryAfterMs: retryAfter(rule.earliest(atMs) - atMs) };
    },
    /** The first time from `atMs` on at which an upload is accepted. */
    earliest(atMs: number): number {
      for (let at = atMs; ;) {
        followOthers(at);
        const fromMs = Math.max(rule.earliest(at), withinLimit(at));
        if (fromMs <= at + roundingMs) return at;
        at = fromMs;
      }
    },
  };
}

/**
 * The duration for a client with perfect knowledge of the service's rule and state and every latency, which uploads
 * each report at the first time that is accepted. It never waits for a later advantage: if another program uploads, or
 * a bucket could be saved, a smarter one may be slightly faster.
 */
export function oracleMs(course: Course): number {
  const service = createService(course);
  let now = 0;
  for (const { thereMs, backMs } of course.latencies) {
    const at = service.earliest(now + thereMs);
    service.upload(at);
    now = at + backMs;
  }
  return now;
}

/** @param onAccepted called with the start time of each accepted upload */
export function run(course: Course, strategy: Strategy, onAccepted?: (startedMs: number) => void): Run {
  const service = createService(course);
  let [now, refusals, inARow, sent] = [0, 0, 0, 0];
  while (sent < course.reports) {
    if (inARow > endless) return { durationMs: Number.POSITIVE_INFINITY, refusals };
    const started = Math.max(now, strategy.next(now, course.reports - sent));
    const { thereMs, backMs } = course.latencies[sent]!;
    const answer = service.upload(started + thereMs);
    now = started + thereMs + backMs;
    strategy.answered(answer, started, now);
    if (answer.kind === 'accepted') {
      onAccepted?.(started);
      sent += 1;
      inARow = 0;
    } else {
      refusals += 1;
      inARow += 1;
    }
  }
  return { durationMs: now, refusals };
}
