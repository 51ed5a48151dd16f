// The companion's pacer with the rate limit, joined as in main/core/pacing/request-scheduler.ts.

import { documentedLimits, earliestWithinLimit } from '../../main/core/pacing/rate-limit.ts';
import { uploadTimes } from '../../main/core/pacing/plan.ts';
import { earliestUpload, observe } from '../../main/core/pacing/rule/pacer.ts';
import { freshPacer } from '../../main/core/pacing/rule/pacer-state.ts';
import type { PacerState } from '../../main/core/pacing/rule/pacer-state.ts';
import { fromStored, toStored } from '../../main/core/pacing/stored-pacer.ts';
import type { Strategy } from './simulation.ts';

const limit = documentedLimits.withSubscription;
const withinLimit = (ends: readonly number[], atMs: number) => earliestWithinLimit(ends, limit, atMs);
/** The pause before a run that starts warm. */
const pauseMs = 3_600_000;

export type Ours = Strategy & {
  /** The same client an hour after its run, at time 0, from its state on disk. */
  later(nowMs: number): Ours;
  /** When each of the waiting uploads is planned. */
  plan(nowMs: number, waiting: number): number[];
};

export function createOurs(pacer: PacerState = freshPacer()): Ours {
  let ends: number[] = [];
  let usualMs = 0;
  return {
    next: (nowMs, waiting) => withinLimit(ends, earliestUpload(pacer, nowMs, waiting)),
    answered(answer, startedAt, endedAt) {
      ends = [...ends.slice(-limit), endedAt];
      if (answer.kind === 'accepted') {
        usualMs = usualMs === 0 ? endedAt - startedAt : usualMs * 0.7 + (endedAt - startedAt) * 0.3;
      }
      pacer = observe(pacer, { ...answer, startedAt, endedAt });
    },
    later: (nowMs) => createOurs(fromStored(JSON.parse(JSON.stringify(toStored(pacer, 0, nowMs))), pauseMs, 0)),
    plan: (nowMs, waiting) => uploadTimes(pacer, waiting, waiting, nowMs, ends, withinLimit, usualMs),
  };
}
