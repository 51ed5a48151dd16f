// `npm run check`: lint, format and types, each in one line that says how it went; what a tool found stands above it.
import { pathToFileURL } from 'node:url';
import { runChild } from '../child.mjs';
import { ensurePackages } from '../build/packages.mjs';
import { runScript } from '../plain-stop.mjs';
import { nodeFlags, projectNode } from '../project-node.mjs';
import { inRoot, root } from '../root.mjs';

/** @typedef {{ name: string, words: string, command: readonly string[] }} Check */

/** @type {readonly Check[]} */
const checks = [
  { name: 'lint', words: 'Lint (oxlint, with types)', command: ['oxlint/bin/oxlint', '--type-aware'] },
  { name: 'format', words: 'Format (oxfmt)', command: ['oxfmt/bin/oxfmt', '--check'] },
  { name: 'types', words: 'Types and layers (tsc)', command: ['typescript/bin/tsc', '-b'] },
];

/**
 * Runs all checks, also after one that found something.
 * @param {(words: string) => void} say
 * @returns {Promise<import('./test-summary.mjs').Tally>}
 */
export async function check(say) {
  const tally = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, words, command } of checks) {
    const [tool = '', ...args] = command;
    const { code, output } = await runChild(projectNode(), [...nodeFlags, inRoot('node_modules', tool), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (code !== 0) say(output.trimEnd());
    say(`${words}: ${code === 0 ? 'clean' : `something to do; alone it is: npm run ${name}`}`);
    tally[code === 0 ? 'passed' : 'failed'] += 1;
  }
  return tally;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    await ensurePackages(console.error);
    const { failed } = await check(console.log);
    return failed === 0 ? 0 : 1;
  });
}
