// `npm run test:long`: runs the model for an hour and each campaign in full, one after the other, and prints a summary. `npm test`
// includes a short version of each.
//   npm run test:long -- crash day   only these
import { pathToFileURL } from 'node:url';
import { ensurePackages } from '../build/packages.mjs';
import { runEntry } from '../entry.mjs';
import { PlainStop, runScript } from '../plain-stop.mjs';
import { lastLines } from './test-summary.mjs';

/** @type {readonly { name: string, entry: string, args: readonly string[] }[]} */
export const longRuns = [
  { name: 'crash', entry: 'test/campaigns/crash/main.ts', args: [] },
  { name: 'damage', entry: 'test/campaigns/damage/main.ts', args: [] },
  { name: 'model', entry: 'node_modules/vitest/vitest.mjs', args: ['run', 'test/model'] },
];

/**
 * Returns the named runs, or all without names. Throws a `PlainStop` for an unknown name.
 * @param {readonly string[]} names
 */
export function longRunsOf(names) {
  const unknown = names.filter((name) => !longRuns.some((run) => run.name === name));
  if (unknown.length > 0)
    throw new PlainStop(
      `There is no long run called ${unknown.join(', ')}.`,
      `Choose from: ${longRuns.map(({ name }) => name).join(', ')}`,
    );
  return longRuns.filter(({ name }) => names.length === 0 || names.includes(name));
}

/**
 * Runs all of them, even after a failure, and prints a summary at the end.
 * @param {readonly string[]} names
 * @param {(line: string) => void} print
 * @returns {Promise<number>} the number of failed runs
 */
async function runLong(names, print) {
  process.env['MODEL_SECONDS'] ??= '3600';
  const tally = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const ends = [];
  for (const { name, entry, args } of longRunsOf(names)) {
    print(`\n== ${name}: ${[entry, ...args].join(' ')}`);
    const begun = performance.now();
    const code = await runEntry(entry, args);
    const took = `${Math.round((performance.now() - begun) / 1000)} s`;
    ends.push(`${name.padEnd(14)} ${took.padStart(7)}  ${code === 0 ? 'clean' : `ended with ${code}`}`);
    tally[code === 0 ? 'passed' : 'failed'] += 1;
    // This run was ended by Ctrl-C.
    if (code > 128) break;
  }
  for (const line of ['', ...ends, ...lastLines(tally)]) print(line);
  return tally.failed;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    const names = process.argv.slice(2);
    longRunsOf(names);
    await ensurePackages(console.error);
    return (await runLong(names, console.log)) === 0 ? 0 : 1;
  });
}
