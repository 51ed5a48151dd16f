import { describe, expect, it } from 'vitest';
import { lastLines, sumOf, tallyOf } from '../../scripts/test/test-summary.mjs';

const report = (passed = 0, failed = 0, skipped = 0, broken = 0) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: skipped,
  testResults: Array.from({ length: broken }, () => ({ status: 'failed', assertionResults: [] })),
});

describe('the count of a test run', () => {
  it.each([
    ['all passed', report(12), 0, '12 passed, 0 failed'],
    ['some were skipped', report(12, 0, 3), 0, '12 passed, 0 failed'],
    ['one failed', report(11, 1), 1, '11 passed, 1 failed'],
    ['a file failed before its first test', report(11, 0, 0, 1), 1, '11 passed, 1 failed'],
    ['all passed but there was an unhandled rejection', report(12), 1, '12 passed, 1 failed'],
    ['no test was found', report(), 1, '0 passed, 1 failed'],
    ['Vitest wrote no report', undefined, 134, '0 passed, 1 failed'],
    ['Vitest wrote no report and exited with 0', undefined, 0, '0 passed, 1 failed'],
  ])('when %s', (_, given, exitCode, line) => {
    expect(lastLines(tallyOf(given, exitCode)).at(-1)).toBe(line);
  });

  it('prints the skipped tests before the last line', () => {
    expect(lastLines(tallyOf(report(12, 0, 3), 0))).toHaveLength(2);
    expect(lastLines(tallyOf(report(12), 0))).toHaveLength(1);
  });

  it('adds up all steps', () => {
    expect(sumOf([{ passed: 3, failed: 0, skipped: 0 }, tallyOf(report(10, 1, 2), 1)])).toEqual({
      passed: 13,
      failed: 1,
      skipped: 2,
    });
  });
});
