import { describe, expect, test } from 'vitest';
import { alone, compared, isReached } from '../../../bench/harness/finding.ts';
import { findingText, summaryText } from '../../../bench/harness/report.ts';
import { spreadOf } from '../../../bench/harness/statistics.ts';

const comparison = { subject: spreadOf([900, 1100]), peer: spreadOf([2000]), ratio: spreadOf([0.4, 0.6]) };
const row = { what: 'refresh', against: 'a peer', unit: 'requests/s' };

describe('a finding', () => {
  test('shows both sides, the ratio with its distribution, and the target', () => {
    const finding = compared({ ...row, target: { of: 'ratio', atLeast: 0.6 } }, comparison, ['a note']);
    expect(findingText(finding)).toBe(
      [
        'refresh, against a peer',
        '  measured  1,000 (900 … 950–1,050 … 1,100; 2) requests/s',
        '  peer      2,000 requests/s',
        '  ratio     0.50 (0.40 … 0.45–0.55 … 0.60; 2)',
        '  target    at least 0.6: NOT reached',
        '  a note',
        '',
      ].join('\n'),
    );
  });

  test.each([
    [{ of: 'ratio', atLeast: 0.5 } as const, true],
    [{ of: 'ratio', atLeast: 0.51 } as const, false],
    [{ of: 'ratio', atMost: 0.5 } as const, true],
    [{ of: 'subject', atMost: 999 } as const, false],
    [null, null],
  ])('with the target %j is reached: %s', (target, reached) => {
    expect(isReached(compared({ ...row, target }, comparison))).toBe(reached);
  });
});

describe('the summary', () => {
  test('has one line for each finding that has a target', () => {
    const findings = [
      compared({ ...row, target: { of: 'ratio', atLeast: 0.6 } }, comparison),
      alone({ what: 'a life', unit: 'ms', target: { of: 'subject', atMost: 20 } }, spreadOf([4])),
      alone({ what: 'something else', unit: 'ms', target: null }, spreadOf([4])),
    ];
    expect(summaryText(findings)).toBe(
      ['NOT reached  0.50  at least 0.6  refresh, against a peer', 'reached      4.00  at most 20    a life', ''].join(
        '\n',
      ),
    );
  });
});
