// What is measured of a strategy on a family of courses.

import type { Course, Family } from './families.ts';
import { oracleMs } from './simulation.ts';
import type { Run } from './simulation.ts';

/** What each refusal adds to the time ratio: refusals burden the service, so they cost more than a short delay. */
const refusalPrice = 0.02;

/** Medians over the seeds; `worst` is the highest score. */
export interface Figures {
  /** Over the oracle's time. */
  time: number;
  refusals: number;
  score: number;
  worst: number;
}

/** Tuning used seeds 1 to 40. Long courses differ less from seed to seed. */
const reported = { few: 60, many: 21, first: 1_001 };

export const reportedSeeds = (family: Family): number[] => {
  const isLong = family.course(reported.first).reports >= 100;
  return Array.from({ length: isLong ? reported.many : reported.few }, (_, index) => reported.first + index);
};

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;

/** Returns the figures of each start that `runs` has: of one course, one run each. */
export function measure<Start extends string>(
  family: Family,
  seeds: readonly number[],
  runs: (course: Course) => Record<Start, Run>,
): Record<Start, Figures> {
  const measured = seeds.map((seed) => {
    const course = family.course(seed);
    const ideal = oracleMs(course);
    return Object.entries<Run>(runs(course)).map(([start, { durationMs, refusals }]) => {
      const time = durationMs / ideal;
      return [start, { time, refusals, score: time + refusalPrice * refusals }] as const;
    });
  });
  const of = (start: string, figure: 'time' | 'refusals' | 'score') =>
    measured.map((starts) => new Map(starts).get(start)![figure]);
  return Object.fromEntries(
    measured[0]!.map(([start]) => [
      start,
      {
        time: medianOf(of(start, 'time')),
        refusals: medianOf(of(start, 'refusals')),
        score: medianOf(of(start, 'score')),
        worst: Math.max(...of(start, 'score')),
      },
    ]),
  ) as Record<Start, Figures>;
}
