// What a benchmark has found, one row each, as values: printed by report.ts, written to a file as they are.

import type { Comparison } from './rounds.ts';
import type { Spread } from './statistics.ts';

export interface Target {
  /** Which figure the target speaks of. */
  of: 'ratio' | 'subject';
  atLeast?: number;
  atMost?: number;
}

export interface Finding {
  /** What was measured. */
  what: string;
  /** What it is compared with; null where it stands for itself. */
  against: string | null;
  /** Of subject and peer. */
  unit: string;
  subject: Spread;
  peer: Spread | null;
  /** Subject over peer. */
  ratio: Spread | null;
  /** Null: it is printed, nothing more is asked of it. */
  target: Target | null;
  /** What else belongs to it: distributions, how busy the machine was. A line each. */
  notes: string[];
}

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

/** By the median; null where nothing is asked. */
export function isReached({ target, ratio, subject }: Finding): boolean | null {
  if (target === null) return null;
  const median = (target.of === 'ratio' ? ratio : subject)?.median ?? Number.NaN;
  return (
    median >= (target.atLeast ?? Number.NEGATIVE_INFINITY) && median <= (target.atMost ?? Number.POSITIVE_INFINITY)
  );
}
