// Computes the last lines of `npm test` from Vitest's report and exit code. Pure.
import { relative } from 'node:path';
import { root } from '../root.mjs';

/**
 * @typedef {object} Tally
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly string[]} [failures] the file with the line, and the title of each failed test
 */

/**
 * The part of Vitest's JSON report that is used.
 * @typedef {object} Report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} [numTodoTests]
 * @property {readonly FileResult[]} testResults
 */

/**
 * @typedef {object} FileResult
 * @property {string} name the file's path
 * @property {string} status
 * @property {readonly { status: string, ancestorTitles: readonly string[], title: string, failureMessages?: readonly string[] }[]} assertionResults one per test
 */

/**
 * Counts a run. A file that failed before its first test counts as one failure, and so does a run that failed without a
 * failed test (a crash, an unhandled rejection, no report), or in which none ran.
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
    failed: failed === 0 && (exitCode !== 0 || report.numPassedTests === 0) ? 1 : failed,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    failures: [
      ...broken.map(({ name }) => relative(root, name)),
      ...report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          // As `-t` takes it.
          .map((test) => `${lineOf(name, test)} ${[...test.ancestorTitles, test.title].join(' > ')}`),
      ),
    ],
  };
}

/** Where a test failed, as editors and terminals open it. @param {string} name @param {{ failureMessages?: readonly string[] }} test */
function lineOf(name, { failureMessages = [] }) {
  const [, line = ''] =
    failureMessages
      .join('\n')
      .split(name)[1]
      ?.match(/^(:\d+)/) ?? [];
  return `${relative(root, name)}${line}:`;
}

/**
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export function sumOf(tallies) {
  const sum = { passed: 0, failed: 0, skipped: 0, failures: tallies.flatMap(({ failures = [] }) => failures) };
  for (const { passed, failed, skipped } of tallies) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}

/**
 * @param {Tally} tally
 * @returns {string[]} each failed test, the number of skipped ones, if any, and a line such as `412 passed, 0 failed`
 */
export function lastLines({ passed, failed, skipped, failures = [] }) {
  const left = skipped === 0 ? [] : [`${skipped} skipped`];
  return [...failures.map((failure) => `Failed: ${failure}`), ...left, `${passed} passed, ${failed} failed`];
}
