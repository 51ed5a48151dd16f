// The findings of a benchmark as values, and as the text that is printed during the run.

import type { Comparison, Spread } from './rounds.ts';

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
  /** Further figures, one line each. */
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

export function findingText(finding: Finding): string {
  const { unit, subject, peer, ratio, target, notes } = finding;
  const lines = [
    titleOf(finding),
    `  measured  ${spreadText(subject)} ${unit}`,
    ...(peer === null ? [] : [`  peer      ${spreadText(peer)} ${unit}`]),
    ...(ratio === null ? [] : [`  ratio     ${spreadText(ratio)}`]),
    ...(target === null ? [] : [`  target    ${targetText(target)}: ${verdictOf(finding, target)}`]),
    ...notes.map((note) => `  ${note}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** One line for each finding with a target. */
export function summaryText(findings: readonly Finding[]): string {
  const lines = findings.flatMap((finding) => {
    const { target } = finding;
    if (target === null) return [];
    const figure = figureText(judged(finding, target));
    return [
      `${verdictOf(finding, target).padEnd(11)}  ${figure.padEnd(6)}  ${targetText(target)}  ${titleOf(finding)}\n`,
    ];
  });
  return lines.join('');
}

const titleOf = ({ what, against }: Finding) => (against === null ? what : `${what}, against ${against}`);

/** The median counts. */
const judged = ({ ratio, subject }: Finding, { of }: Target) => ((of === 'ratio' ? ratio : null) ?? subject).median;

function verdictOf(finding: Finding, target: Target): 'reached' | 'NOT reached' {
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = target;
  const median = judged(finding, target);
  return median >= atLeast && median <= atMost ? 'reached' : 'NOT reached';
}

const spreadText = ({ median, least, lowerQuartile, upperQuartile, most, count }: Spread): string =>
  count === 1
    ? figureText(median)
    : `${figureText(median)} (${figureText(least)} … ${figureText(lowerQuartile)}–${figureText(upperQuartile)} … ${figureText(most)}; ${count})`;

const targetText = ({ atLeast, atMost }: Target): string =>
  [
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
  ].join(', ');

/** Three significant figures. */
export function figureText(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-GB');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
