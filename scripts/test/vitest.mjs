// Runs Vitest in a clone, this one or a copy, and counts its results.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from '../child.mjs';
import { PlainStop } from '../plain-stop.mjs';
import { nodeFlags } from '../project-node.mjs';
import { tallyOf } from './test-summary.mjs';

/**
 * @param {object} options
 * @param {string} options.folder of the clone
 * @param {string} options.node
 * @param {readonly string[]} [options.projects] only these projects of vitest.config.ts
 * @param {readonly string[]} options.filters only test files whose path contains one of them; none: all
 * @param {NodeJS.ProcessEnv} options.env
 * @param {number} [options.user] another user to run it as
 * @returns {Promise<import('./test-summary.mjs').Tally>}
 */
export async function runVitest({ folder, node, projects = [], filters, env, user }) {
  const reportPath = join(folder, '.cache', 'vitest-report.json');
  mkdirSync(join(folder, '.cache'), { recursive: true });
  rmSync(reportPath, { force: true });
  const reporters = ['default', 'json', join(folder, 'scripts', 'test', 'notes-reporter.mjs')].map(
    (one) => `--reporter=${one}`,
  );
  const only = projects.map((project) => `--project=${project}`);
  const args = ['run', ...reporters, `--outputFile.json=${reportPath}`, ...only, ...filters];
  const { code, isCancelled } = await runChild(
    node,
    [...nodeFlags, join(folder, 'node_modules', 'vitest', 'vitest.mjs'), ...args],
    {
      cwd: folder,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      ...(user !== undefined && { user }),
    },
  );
  if (isCancelled) throw new PlainStop('The tests were cancelled.');
  return tallyOf(readReport(reportPath), code);
}

/**
 * @param {string} path
 * @returns {import('./test-summary.mjs').Report | undefined}
 */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
