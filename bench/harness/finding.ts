// The findings of a benchmark as values, one row each: report.ts prints them, `--json` writes them to a file.

import type { Comparison } from './rounds.ts';
import type { Spread } from './statistics.ts';

export type Target = {
  /** The figure that the target applies to. */
  of: 'ratio' | 'subject';
  atLeast?: number;
  atMost?: number;
};

export type Finding = {
  /** What was measured. */
  what: string;
  /** The figure it is compared with; null for an absolute one. */
  against: string | null;
  /** Of subject and peer. */
  unit: string;
  subject: Spread;
  peer: Spread | null;
  /** Subject over peer. */
  ratio: Spread | null;
  /** Null: printed, without a target. */
  target: Target | null;
  /** Further figures: distributions, how busy the machine was. One line each. */
  notes: string[];
};

export const compared = (
  row: Pick<Finding, 'what' | 'unit' | 'target'> & { against: string },
  comparison: Comparison,
  notes: string[] = [],
): Finding => ({ ...row, ...comparison, notes });

export const alone = (
  row: Pick<Finding, 'what' | 'unit' | 'target'>,
  subject: Spread,
  notes: string[] = [],
): Finding => ({ ...row, against: null, subject, peer: null, ratio: null, notes });

/** Judged by the median; null without a target. */
export function isReached({ target, ratio, subject }: Finding): boolean | null {
  if (target === null) return null;
  const median = (target.of === 'ratio' ? ratio : subject)?.median ?? Number.NaN;
  return (
    median >= (target.atLeast ?? Number.NEGATIVE_INFINITY) && median <= (target.atMost ?? Number.POSITIVE_INFINITY)
  );
}
