// A Vitest reporter that lists skipped tests with their reasons. Vitest's own reporters only count them.

/**
 * The part of a Vitest test that is used.
 * @typedef {object} ReportedTest
 * @property {string} fullName
 * @property {() => { note?: string | undefined }} result `note`: the test's reason to skip itself
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

export default class NotesReporter {
  /** @param {readonly { children: { allTests(state: 'skipped'): Iterable<ReportedTest> } }[]} modules */
  onTestRunEnd(modules) {
    for (const line of skippedLines(modules.flatMap(({ children }) => [...children.allTests('skipped')])))
      console.log(line);
  }
}
