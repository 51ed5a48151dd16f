// The simulated service: the emulator's own rules, applied in the order of its conditions (A8), in virtual time.

import { freshUsage, mayUpload, requestsWithSubscription, takeRequest } from '../../emulator/flights/limits.ts';
import type { Course } from './course.ts';

export type Answer = { kind: 'accepted' } | { kind: 'too-fast' | 'rate-limited'; retryAfterMs: number | null };

/** Requests have to come in order. */
export function createService(course: Course) {
  const usage = freshUsage();
  const others = [...course.othersMs];
  const { restarts, retryAfter } = course;
  const limit = { limit: requestsWithSubscription, countRefused: false };
  let sent = 0;
  let othersAccepted = 0;

  const refused = (kind: 'too-fast' | 'rate-limited', waitMs: number): Answer => ({
    kind,
    // As the emulator's admission records it.
    retryAfterMs: retryAfter ? Math.max(1, Math.ceil(waitMs / 1000)) * 1000 : null,
  });

  function ask(atMs: number): Answer {
    const admission = takeRequest(usage, atMs, limit);
    if (!admission.allowed) return refused('rate-limited', admission.waitMs);
    const gap = mayUpload(usage, atMs, { minGapMs: course.gapsMs[sent]!, restarts });
    if (!gap.allowed) return refused('too-fast', gap.waitMs);
    usage.waitFromMs = atMs;
    return { kind: 'accepted' };
  }

  return {
    upload(atMs: number): Answer {
      while (others.length > 0 && others[0]! <= atMs) {
        if (ask(others.shift()!).kind === 'accepted') othersAccepted += 1;
      }
      const answer = ask(atMs);
      if (answer.kind === 'accepted') sent += 1;
      return answer;
    },
    /** How many of the other program's uploads were accepted. */
    othersAccepted: () => othersAccepted,
  };
}
