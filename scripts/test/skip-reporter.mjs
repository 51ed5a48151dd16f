// A reporter of Vitest's: names at the end what was left out and why, which its own ones only count.

/**
 * What is read of a test of Vitest's.
 * @typedef {object} SkippedTest
 * @property {string} fullName
 * @property {() => { note?: string | undefined }} result `note`: what the test said when it left itself out
 */

/**
 * A line for each, sorted by the reason, of which the first line is enough. Where there is none the title says why.
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
