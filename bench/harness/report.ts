// Findings as text, one block each, printed during the run.

import { isReached } from './finding.ts';
import type { Finding, Target } from './finding.ts';
import type { Spread } from './statistics.ts';

export function findingText(finding: Finding): string {
  const { what, against, unit, subject, peer, ratio, target, notes } = finding;
  const lines = [
    against === null ? what : `${what}, against ${against}`,
    `  measured  ${spreadText(subject)} ${unit}`,
    ...(peer === null ? [] : [`  peer      ${spreadText(peer)} ${unit}`]),
    ...(ratio === null ? [] : [`  ratio     ${spreadText(ratio)}`]),
    ...(target === null
      ? []
      : [`  target    ${targetText(target)}: ${isReached(finding) ? 'reached' : 'NOT reached'}`]),
    ...notes.map((note) => `  ${note}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** A summary of the whole run. */
export function summaryText(findings: readonly Finding[]): string {
  const rows = findings
    .filter(({ target }) => target !== null)
    .map((finding) => [
      isReached(finding) ? 'reached' : 'NOT reached',
      figureText((finding.target!.of === 'ratio' ? finding.ratio! : finding.subject).median),
      targetText(finding.target!),
      finding.against === null ? finding.what : `${finding.what}, against ${finding.against}`,
    ]);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]!.length)));
  return rows.map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`).join('');
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
