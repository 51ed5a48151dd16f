import { describe, expect, it } from 'vitest';
import { inRoot } from '../../../scripts/root.mjs';
import { lastLines, sumOf, tallyOf } from '../../../scripts/test/test-summary.mjs';

const report = (passed = 0, failed = 0, skipped = 0, broken = 0) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: skipped,
  testResults: Array.from({ length: broken }, () => ({
    name: inRoot('broken.test.ts'),
    status: 'failed',
    assertionResults: [],
  })),
});

describe('the count of a test run', () => {
  it.each([
    ['all passed', report(12), 0, '12 passed, 0 failed'],
    ['some were skipped', report(12, 0, 3), 0, '12 passed, 0 failed'],
    ['one failed', report(11, 1), 1, '11 passed, 1 failed'],
    ['a file failed before its first test', report(11, 0, 0, 1), 1, '11 passed, 1 failed'],
    ['all passed but there was an unhandled rejection', report(12), 1, '12 passed, 1 failed'],
    ['no test was found', report(), 1, '0 passed, 1 failed'],
    ['every test was left out', report(0, 0, 27), 0, '0 passed, 1 failed'],
    ['Vitest wrote no report', undefined, 134, '0 passed, 1 failed'],
    ['Vitest wrote no report and exited with 0', undefined, 0, '0 passed, 1 failed'],
  ])('when %s', (_, given, exitCode, line) => {
    expect(lastLines(tallyOf(given, exitCode)).at(-1)).toBe(line);
  });

  it('names each failed test with its line, of all steps', () => {
    const queue = inRoot('test', 'queue.test.ts');
    const failing = {
      ...report(1, 1, 0, 1),
      testResults: [
        ...report(0, 0, 0, 1).testResults,
        {
          name: queue,
          status: 'failed',
          assertionResults: [
            { status: 'passed', ancestorTitles: [], title: 'waits' },
            {
              status: 'failed',
              ancestorTitles: ['the queue'],
              title: 'uploads each once',
              failureMessages: [`Error: 2\n    at ${queue}:7:3`],
            },
          ],
        },
      ],
    };
    expect(lastLines(sumOf([tallyOf(report(2), 0), tallyOf(failing, 1)]))).toEqual([
      'Failed: broken.test.ts',
      'Failed: test/queue.test.ts:7: the queue > uploads each once',
      '3 passed, 2 failed',
    ]);
  });
});
