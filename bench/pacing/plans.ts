// How accurate the planned upload times are: the difference to the real time as a share of the time from the plan to
// the upload. Planned after every fifth upload.

import type { Course } from './families.ts';
import { createOurs } from './ours.ts';
import type { Ours } from './ours.ts';
import { run } from './simulation.ts';

/** The next three uploads. */
const places = 3;
const every = 5;

/** Each error of each plan of one run; @param start cold by default */
export function planErrors(course: Course, start: Ours = createOurs()): number[] {
  const uploadedAt: number[] = [];
  const plans: { nowMs: number; times: number[] }[] = [];
  const asked = {
    ...start,
    next(nowMs: number, waiting: number) {
      if (uploadedAt.length > 0 && uploadedAt.length === plans.length * every + 1) {
        plans.push({ nowMs, times: start.plan(nowMs, waiting).slice(0, places) });
      }
      return start.next(nowMs, waiting);
    },
  };
  run(course, asked, (startedMs) => uploadedAt.push(startedMs));
  return plans.flatMap(({ nowMs, times }, index) =>
    times.flatMap((planned, place) => {
      const happened = uploadedAt[index * every + 1 + place];
      if (happened === undefined || happened <= nowMs) return [];
      return [Math.abs(planned - happened) / (happened - nowMs)];
    }),
  );
}
