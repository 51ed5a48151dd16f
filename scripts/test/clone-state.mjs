// What a test leaves behind in the clone is seen here: what git says of it after the tests is what it said before.
import { runChild } from '../child.mjs';
import { root } from '../root.mjs';

/**
 * What git says of the clone, a line for each file that is not as it was committed; undefined where git is not here or
 * this is no clone.
 * @returns {Promise<string[] | undefined>}
 */
export async function cloneState() {
  const { code, output } = await runChild('git', ['status', '--porcelain', '--untracked-files=all'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return code === 0 ? output.split('\n').filter((line) => line !== '') : undefined;
}

/**
 * A rule over values: what is to be said of two such states, and how it counts.
 * @param {readonly string[] | undefined} before
 * @param {readonly string[] | undefined} after
 * @returns {{ words: string, tally: import('./test-summary.mjs').Tally }}
 */
export function judgeClone(before, after) {
  if (before === undefined || after === undefined)
    return {
      words: 'The clone: git does not tell whether it is as it was',
      tally: { passed: 0, failed: 0, skipped: 1 },
    };
  const changed = [
    ...after.filter((line) => !before.includes(line)).map((line) => `now     ${line}`),
    ...before.filter((line) => !after.includes(line)).map((line) => `before  ${line}`),
  ];
  return changed.length === 0
    ? { words: 'The clone: as it was before the tests', tally: { passed: 1, failed: 0, skipped: 0 } }
    : {
        words: ['The clone is not what it was before the tests; git says:', ...changed].join('\n  '),
        tally: { passed: 0, failed: 1, skipped: 0 },
      };
}
