// What is measured of a strategy on a family of courses.

import type { Course, Family } from './families.ts';
import { oracleMs, run } from './simulation.ts';
import type { Strategy } from './simulation.ts';

/** What each refusal adds to the time ratio: a service that is pestered costs a pilot more than a moment. */
export const refusalPrice = 0.02;

/** Medians over the seeds; `worst` is the highest score. */
export interface Figures {
  /** Over the oracle's time. */
  time: number;
  refusals: number;
  score: number;
  worst: number;
}

/** Tuning used seeds 1 to 40. */
export const reportedSeeds = Array.from({ length: 11 }, (_, index) => 1_001 + index);

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;

export function measure(family: Family, seeds: readonly number[], create: (course: Course) => Strategy): Figures {
  const runs = seeds.map((seed) => {
    const course = family.course(seed);
    const { durationMs, refusals } = run(course, create(course));
    const time = durationMs / oracleMs(course);
    return { time, refusals, score: time + refusalPrice * refusals };
  });
  return {
    time: medianOf(runs.map(({ time }) => time)),
    refusals: medianOf(runs.map(({ refusals }) => refusals)),
    score: medianOf(runs.map(({ score }) => score)),
    worst: Math.max(...runs.map(({ score }) => score)),
  };
}
