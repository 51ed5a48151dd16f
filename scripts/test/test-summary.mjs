// The last line of `npm test`, from what Vitest reports and how its process ended. A rule over values.

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/**
 * What is read of Vitest's JSON report.
 * @typedef {object} Report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} [numTodoTests]
 * @property {readonly { status: string, assertionResults: readonly unknown[] }[]} testResults one a file
 */

/**
 * Counts a run. A file that broke before its first test counts as one failed; a run that ended badly without any test
 * to blame (a crash, an unhandled rejection, no report, no test found) counts as one failed too.
 * @param {Report | undefined} report
 * @param {number} exitCode of Vitest
 * @returns {Tally}
 */
export function tallyOf(report, exitCode) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const broken = report.testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && assertionResults.length === 0;
  });
  const failed = report.numFailedTests + broken.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
}

/**
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export function sumOf(tallies) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of tallies) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}

/**
 * @param {Tally} tally
 * @returns {string[]} what was left out, where anything was, and then always a line such as `412 passed, 0 failed`
 */
export function lastLines({ passed, failed, skipped }) {
  const left = skipped === 0 ? [] : [`${skipped} skipped`];
  return [...left, `${passed} passed, ${failed} failed`];
}
