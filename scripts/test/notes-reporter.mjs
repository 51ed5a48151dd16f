// A Vitest reporter that lists skipped tests with their reasons, and tests that passed in a second try. Vitest's own
// reporters only count them.

/**
 * The part of a Vitest test that is used.
 * @typedef {object} ReportedTest
 * @property {string} fullName
 * @property {() => { note?: string | undefined }} result `note`: the test's reason to skip itself
 * @property {() => { flaky: boolean } | undefined} diagnostic `flaky`: it failed first, and passed when it was repeated
 */

/**
 * Returns a line for each test, sorted by its reason. Without a reason the title has to explain it.
 * @param {Iterable<Pick<ReportedTest, 'fullName' | 'result'>>} tests
 * @returns {string[]}
 */
export function skippedLines(tests) {
  return [...tests]
    .map((test) => ({ title: test.fullName, why: test.result().note?.split('\n')[0] }))
    .toSorted((one, other) => (one.why ?? '').localeCompare(other.why ?? ''))
    .map(({ title, why }) => `Skipped: ${title}${why === undefined ? '' : ` [${why}]`}`);
}

/**
 * @param {Iterable<Pick<ReportedTest, 'fullName' | 'diagnostic'>>} tests that passed
 * @returns {string[]}
 */
export function repeatedLines(tests) {
  return [...tests]
    .filter((test) => test.diagnostic()?.flaky === true)
    .map(({ fullName }) => `Passed in a second try: ${fullName}`);
}

export default class NotesReporter {
  /** @param {readonly { children: { allTests(state: 'skipped' | 'passed'): Iterable<ReportedTest> } }[]} modules */
  onTestRunEnd(modules) {
    /** @param {'skipped' | 'passed'} state */
    const all = (state) => modules.flatMap((module) => [...module.children.allTests(state)]);
    for (const line of [...skippedLines(all('skipped')), ...repeatedLines(all('passed'))]) console.log(line);
  }
}
