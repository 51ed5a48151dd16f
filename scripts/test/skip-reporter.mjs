// A Vitest reporter that lists the skipped tests with their reasons; Vitest's own ones only count them.

/**
 * The part of a Vitest test that is used.
 * @typedef {object} SkippedTest
 * @property {string} fullName
 * @property {() => { note?: string | undefined }} result `note`: the test's reason to skip itself
 */

/**
 * One line for each test, sorted by the first line of its reason. Without a reason the title has to say why.
 * @param {Iterable<SkippedTest>} tests
 * @returns {string[]}
 */
export function skippedLines(tests) {
  return [...tests]
    .map((test) => ({ title: test.fullName, why: test.result().note?.split('\n')[0] }))
    .toSorted((one, other) => (one.why ?? '').localeCompare(other.why ?? ''))
    .map(({ title, why }) => `Skipped: ${title}${why === undefined ? '' : ` [${why}]`}`);
}

export default class SkipReporter {
  /** @param {readonly { children: { allTests(state: 'skipped'): Iterable<SkippedTest> } }[]} modules */
  onTestRunEnd(modules) {
    const lines = skippedLines(modules.flatMap((module) => [...module.children.allTests('skipped')]));
    for (const line of lines) console.log(line);
  }
}
