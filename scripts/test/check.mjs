// `npm run check`: lint, format and types. Each prints one line with its result, after the tool's own output.
import { pathToFileURL } from 'node:url';
import { runChild } from '../child.mjs';
import { generate } from '../build/generate.mjs';
import { ensurePackages } from '../build/packages.mjs';
import { runScript } from '../plain-stop.mjs';
import { nodeFlags, projectNode } from '../project-node.mjs';
import { inRoot, root } from '../root.mjs';

/** @typedef {{ alone: string, title: string, command: readonly string[] }} Check */

/** @type {readonly Check[]} */
const checks = [
  {
    alone: 'npx oxlint --type-aware',
    title: 'Lint (oxlint, with types)',
    command: ['oxlint/bin/oxlint', '--type-aware'],
  },
  { alone: 'npm run format', title: 'Format (oxfmt)', command: ['oxfmt/bin/oxfmt', '--check'] },
  // TypeScript 7.0 keeps old declarations of files whose imports have changed, so nothing is reused from an earlier
  // run.
  { alone: 'npm run types', title: 'Types and layers (tsc)', command: ['typescript/bin/tsc', '-b', '--force'] },
];

/**
 * Runs all checks, even if one fails.
 * @param {(message: string) => void} print
 * @returns {Promise<import('./test-summary.mjs').Tally>}
 */
export async function check(print) {
  await generate();
  /** @type {string[]} */
  const failures = [];
  const tally = { passed: 0, failed: 0, skipped: 0, failures };
  for (const { alone, title, command } of checks) {
    const [tool = '', ...args] = command;
    const { code, output } = await runChild(projectNode(), [...nodeFlags, inRoot('node_modules', tool), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (code !== 0) print(output.trimEnd());
    print(`${title}: ${code === 0 ? 'passed' : `failed; to run it alone: ${alone}`}`);
    tally[code === 0 ? 'passed' : 'failed'] += 1;
    if (code !== 0) failures.push(title);
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
