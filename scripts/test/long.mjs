// `npm run test:long`: runs the model for an hour and each campaign in full, one after the other, and prints a summary.
// `npm test` includes a short version of each.
//   npm run test:long -- crash model   only these
import { pathToFileURL } from 'node:url';
import { ensurePackages } from '../build/packages.mjs';
import { runEntry } from '../entry.mjs';
import { PlainStop, runScript } from '../plain-stop.mjs';

/** The file of each, with its arguments. @type {Readonly<Record<string, readonly string[]>>} */
export const longRuns = {
  crash: ['test/campaigns/crash/main.ts'],
  damage: ['test/campaigns/damage/main.ts'],
  model: ['node_modules/vitest/vitest.mjs', 'run', 'test/model'],
};

/**
 * Runs all of them, even after a failure, and prints a summary at the end.
 * @param {readonly string[]} names
 * @returns {Promise<number>} exit code
 */
async function runLong(names) {
  const unknown = names.find((name) => !(name in longRuns));
  if (unknown !== undefined)
    throw new PlainStop(`There is no long run called ${unknown}.`, `Choose from: ${Object.keys(longRuns).join(', ')}`);
  await ensurePackages(console.error);
  process.env['MODEL_SECONDS'] ??= '3600';
  // Other worlds each time.
  process.env['PROPERTY_SEED'] ??= String(Date.now() % 2 ** 31);
  console.log(`PROPERTY_SEED=${process.env['PROPERTY_SEED']}`);
  const ends = [];
  let failed = 0;
  for (const [name, [entry = '', ...args]] of Object.entries(longRuns)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`\n== ${name}: ${[entry, ...args].join(' ')}`);
    const begun = performance.now();
    const code = await runEntry(entry, args);
    const took = `${Math.round((performance.now() - begun) / 1000)} s`;
    ends.push(`${name.padEnd(14)} ${took.padStart(7)}  ${code === 0 ? 'clean' : `ended with ${code}`}`);
    if (code !== 0) failed += 1;
    // This run was ended by Ctrl-C.
    if (code > 128) break;
  }
  console.log(['', ...ends, `${ends.length - failed} passed, ${failed} failed`].join('\n'));
  return failed === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(() => runLong(process.argv.slice(2)));
}
