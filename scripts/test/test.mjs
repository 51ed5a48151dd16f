// `npm test`: proves the whole. Installs what is missing, finds a browser, builds, checks, runs Vitest; each step says
// in one line what it does, and the very last line on standard output is the count.
//   npm test -- FILTER…    only the test files whose path contains one of the filters
//   npm test -- --ordinary-user   afterwards what depends on the user once more as an ordinary one, where root runs it
//   npm run test:desktop   the desktop scenarios, on the real Electron or not at all
import { build } from '../build/build.mjs';
import { check } from './check.mjs';
import { cloneState, judgeClone } from './clone-state.mjs';
import { findBrowser } from './find-browser.mjs';
import { displayObstacle, findElectron, installedRuntime } from '../build/electron-runtime.mjs';
import { mayBecomeOrdinary, testAsOrdinaryUser } from './ordinary-user.mjs';
import { ensurePackages } from '../build/packages.mjs';
import { PlainStop } from '../plain-stop.mjs';
import { projectNode } from '../project-node.mjs';
import { root } from '../root.mjs';
import { lastLines, sumOf } from './test-summary.mjs';
import { runVitest } from './vitest.mjs';

const say = console.log;

/** @typedef {import('./test-summary.mjs').Tally} Tally */

/**
 * @param {readonly string[]} args
 * @param {Tally[]} tallies grows with each step, so that what was counted before a stop is not lost
 */
async function prove(args, tallies) {
  const filters = args.filter((arg) => !['--electron', '--ordinary-user'].includes(arg));
  const cloneBefore = await cloneState();
  await ensurePackages(say);
  const browser = await findBrowser(say);
  say(`Browser: ${browser}`);
  const electron = await electronFor(args.includes('--electron'));
  say(`Electron: ${electron || 'no runtime or no display here; the desktop runs on its stand-in only'}`);
  await build({ say });
  if (filters.length === 0) tallies.push(await check(say));
  else say('Lint, format and types are left out: only some tests were asked for.');
  say('Tests (Vitest)…');
  const env = { ...process.env, PILOT_COMPANION_BROWSER: browser, PILOT_COMPANION_ELECTRON: electron };
  tallies.push(await runVitest({ folder: root, node: projectNode(), filters, env }));
  const clone = judgeClone(cloneBefore, await cloneState());
  say(clone.words);
  tallies.push(clone.tally);
  if (!args.includes('--ordinary-user')) return;
  if (mayBecomeOrdinary()) tallies.push(await testAsOrdinaryUser({ say, browser }));
  else say('Not once more as an ordinary user: this is one, or the system does not let us become one.');
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
