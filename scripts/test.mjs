// `npm test`: proves the whole. Installs what is missing, finds a browser, builds, checks, runs Vitest; each step says
// in one line what it does, and the very last line on standard output is the count.
//   npm test -- FILTER…    only the test files whose path contains one of the filters
//   npm run test:desktop   the desktop scenarios, on the real Electron or not at all
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { runChild } from './child.mjs';
import { findBrowser } from './find-browser.mjs';
import { displayObstacle, findElectron, installedRuntime } from './electron-runtime.mjs';
import { ensurePackages } from './packages.mjs';
import { PlainStop } from './plain-stop.mjs';
import { nodeFlags, projectNode } from './project-node.mjs';
import { inRoot, root } from './root.mjs';
import { lastLines, skippedTitles, sumOf, tallyOf } from './test-summary.mjs';

const say = console.log;
const reportPath = inRoot('.cache', 'vitest-report.json');

/** @typedef {import('./test-summary.mjs').Tally} Tally */

/**
 * @param {readonly string[]} args
 * @param {Tally[]} tallies grows with each step, so that what was counted before a stop is not lost
 */
async function prove(args, tallies) {
  const filters = args.filter((arg) => arg !== '--electron');
  await ensurePackages(say);
  const browser = await findBrowser(say);
  say(`Browser: ${browser}`);
  const electron = await electronFor(args.includes('--electron'));
  say(`Electron: ${electron || 'no runtime or no display here; the desktop runs on its stand-in only'}`);
  await build({ say });
  if (filters.length === 0) tallies.push(await check(say));
  else say('Lint, format and types are left out: only some tests were asked for.');
  say('Tests (Vitest)…');
  tallies.push(await vitest(filters, { PILOT_COMPANION_BROWSER: browser, PILOT_COMPANION_ELECTRON: electron }));
}

/**
 * The path of Electron's runtime, empty where it may be absent and is. A window needs a display, too.
 * @param {boolean} isNeeded fetches it where it is absent, and stops where it is not to be had
 */
async function electronFor(isNeeded) {
  const obstacle = displayObstacle(process.platform, process.env);
  if (!isNeeded) return obstacle === undefined ? (installedRuntime() ?? '') : '';
  if (obstacle !== undefined)
    throw new PlainStop(`Electron needs a display: ${obstacle}.`, 'Type: xvfb-run npm run test:desktop');
  const electron = await findElectron({ say, isRetry: true });
  if ('why' in electron) throw new PlainStop(`The real Electron is not to be had here: ${electron.why}.`);
  return electron.path;
}

/**
 * @param {readonly string[]} filters
 * @param {Record<string, string>} env what the tests are told
 * @returns {Promise<Tally>}
 */
async function vitest(filters, env) {
  mkdirSync(inRoot('.cache'), { recursive: true });
  rmSync(reportPath, { force: true });
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`, ...filters];
  const { code } = await runChild(
    projectNode(),
    [...nodeFlags, inRoot('node_modules', 'vitest', 'vitest.mjs'), ...args],
    {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const report = readReport();
  for (const title of skippedTitles(report)) say(`Skipped: ${title}`);
  return tallyOf(report, code);
}

/** @returns {import('./test-summary.mjs').Report | undefined} */
function readReport() {
  try {
    return JSON.parse(readFileSync(reportPath, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @type {Tally[]} */
const tallies = [];
try {
  await prove(process.argv.slice(2), tallies);
} catch (reason) {
  console.error(reason instanceof PlainStop ? reason.message : reason);
  tallies.push({ passed: 0, failed: 1, skipped: 0 });
}
const sum = sumOf(tallies);
for (const line of lastLines(sum)) say(line);
process.exitCode = sum.failed === 0 ? 0 : 1;
