// The companion's pacer with the rate limit, joined as in main/core/pacing/request-scheduler.ts.

import { documentedLimits, earliestWithinLimit } from '../../main/core/pacing/rate-limit.ts';
import { freshBracket, type Bracket } from '../../main/core/pacing/interval/bracket.ts';
import { departures, earliestUpload, freshPacer, observe } from '../../main/core/pacing/interval/pacer.ts';
import type { Strategy } from './strategy.ts';

const limit = documentedLimits.withSubscription;

export type Ours = Strategy & {
  memory(): Bracket;
  /** When each of the waiting uploads is planned. */
  plan(nowMs: number, waiting: number): number[];
};

/** @param memory what an earlier run has learned */
export function createOurs(memory: Bracket = freshBracket): Ours {
  let pacer = freshPacer(memory);
  let ends: number[] = [];
  let usualMs = 0;
  return {
    next: (nowMs, waiting) => earliestWithinLimit(ends, limit, earliestUpload(pacer, nowMs, waiting)),
    answered(answer, startedAt, endedAt) {
      ends = [...ends.slice(-limit), endedAt];
      if (answer.kind === 'accepted') {
        usualMs = usualMs === 0 ? endedAt - startedAt : usualMs * 0.7 + (endedAt - startedAt) * 0.3;
      }
      pacer = observe(pacer, { ...answer, startedAt, endedAt });
    },
    woke() {
      pacer = observe(pacer, { kind: 'clock-jumped' });
    },
    memory: () => pacer.bracket,
    plan: (nowMs, waiting) =>
      departures(pacer, waiting, waiting, nowMs, ends, (known, at) => earliestWithinLimit(known, limit, at), usualMs),
  };
}
