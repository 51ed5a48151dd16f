// Detects files that a test leaves in the clone, by comparing git's status before and after the tests.
import { runChild } from '../child.mjs';
import { root } from '../root.mjs';

/**
 * Returns git's status, a line for each file; undefined if git is missing or this isn't a clone.
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
 * Compares two such states. Pure.
 * @param {readonly string[] | undefined} before
 * @param {readonly string[] | undefined} after
 * @returns {{ message: string, tally: import('./test-summary.mjs').Tally }}
 */
export function judgeClone(before, after) {
  if (before === undefined || after === undefined)
    return {
      message: 'The clone was not checked for leftover files: git is missing, or this is no clone',
      tally: { passed: 0, failed: 0, skipped: 1 },
    };
  const changed = [
    ...after.filter((line) => !before.includes(line)).map((line) => `now     ${line}`),
    ...before.filter((line) => !after.includes(line)).map((line) => `before  ${line}`),
  ];
  return changed.length === 0
    ? { message: 'The clone has no leftover files of the tests', tally: { passed: 1, failed: 0, skipped: 0 } }
    : {
        message: ['The tests changed files in the clone; git reports:', ...changed].join('\n  '),
        tally: { passed: 0, failed: 1, skipped: 0, failures: ['The clone has leftover files of the tests'] },
      };
}
