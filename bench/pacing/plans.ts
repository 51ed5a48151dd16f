// How accurate the planned times are: the difference to the real time as a share of the time from the plan to the
// upload, by the number of uploads before it. Planned after every tenth upload.

import { monotonicAt } from './course.ts';
import type { Course } from './course.ts';
import { createOurs } from './ours.ts';
import { runStrategy } from './run.ts';
import type { Strategy } from './strategy.ts';

/** Places that are checked in each plan: the next upload, the third … and the last. */
export const depths = [1, 3, 10, 30, 'last'] as const;
export type Depth = (typeof depths)[number];
export type Errors = Map<Depth, number[]>;

const every = 10;
const noErrors = (): Errors => new Map(depths.map((depth) => [depth, []]));
const placeOf = (depth: Depth, planned: number) => (depth === 'last' ? planned - 1 : depth - 1);

export function planErrors(course: Course): Errors {
  const ours = createOurs();
  const left: number[] = [];
  const asked: { nowMs: number; plan: number[] }[] = [];
  const asking: Strategy = {
    ...ours,
    next(nowMs, waiting) {
      if (left.length === asked.length * every) asked.push({ nowMs, plan: ours.plan(nowMs, waiting) });
      return ours.next(nowMs, waiting);
    },
  };
  runStrategy(course, asking, (atMs) => left.push(monotonicAt(course, atMs)));
  const errors = noErrors();
  asked.forEach(({ nowMs, plan }, index) => {
    for (const depth of depths) {
      const place = placeOf(depth, plan.length);
      const happenedMs = left[index * every + place];
      if (happenedMs === undefined || happenedMs === nowMs) continue;
      errors.get(depth)!.push(Math.abs(plan[place]! - happenedMs) / (happenedMs - nowMs));
    }
  });
  return errors;
}

/**
 * The least error of a plan where the wait grows, for a player who knows the old wait from the beginning and the new
 * one at once, and whose plan is off by `right` where nothing changes: before the change both look the same.
 */
export function leastPlanErrors({ gapsMs }: Course, right: number): Errors {
  const errors = noErrors();
  for (let asked = 0; asked < gapsMs.length; asked += every) {
    for (const depth of depths) {
      const place = placeOf(depth, gapsMs.length - asked);
      const gaps = gapsMs.slice(Math.max(1, asked), asked + place + 1);
      if (asked + place >= gapsMs.length || gaps.length === 0) continue;
      const comesMs = gaps.reduce((sum, gapMs) => sum + gapMs, 0);
      const foretoldMs = gaps.length * gapsMs[asked]! * (1 + right);
      errors.get(depth)!.push(Math.max(0, comesMs - foretoldMs) / comesMs);
    }
  }
  return errors;
}
