// `npm test`: installs what is missing, finds a browser, builds, checks and runs Vitest. Each step prints one line, and
// the last line on standard output is the count.
//   npm test -- FILTER…           only test files whose path contains a filter
//   npm test -- --slow            also what takes the longest, as in CI
//   npm test -- --whole           everything: also packages, updates, benchmarks, the desktop app, and three views in every language
//   npm test -- --ordinary-user   as root: then the tests that depend on the user again, as an ordinary one
//   npm run test:unit             the unit tests only, without browser, build and check
//   npm test -- --electron test/desktop          the desktop scenarios, on real Electron only
import { build } from '../build/build.mjs';
import { check } from './check.mjs';
import { cloneState, judgeClone } from './clone-state.mjs';
import { findBrowser } from './find-browser.mjs';
import { displayObstacle, findElectron, installedRuntime } from '../build/electron-runtime.mjs';
import { mayBecomeOrdinary, testAsOrdinaryUser } from './ordinary-user.mjs';
import { generate } from '../build/generate.mjs';
import { ensurePackages } from '../build/packages.mjs';
import { PlainStop } from '../plain-stop.mjs';
import { projectNode } from '../project-node.mjs';
import { root } from '../root.mjs';
import { lastLines, sumOf } from './test-summary.mjs';
import { runVitest } from './vitest.mjs';

const print = console.log;

/** @typedef {import('./test-summary.mjs').Tally} Tally */

/**
 * @param {readonly string[]} args
 * @param {Tally[]} tallies grows with each step, so that earlier counts survive a stop
 */
async function prove(args, tallies) {
  const filters = args.filter(
    (arg) => !['--', '--electron', '--ordinary-user', '--slow', '--unit', '--whole'].includes(arg),
  );
  const cloneBefore = await cloneState();
  await ensurePackages(print);
  await generate();
  if (args.includes('--unit')) {
    tallies.push(await runVitest({ folder: root, node: projectNode(), projects: ['unit'], filters, env: process.env }));
    return;
  }
  const browser = await findBrowser(print);
  print(`Browser: ${browser}`);
  const electron = await electronFor(args.includes('--electron'));
  print(`Electron: ${electron || 'no runtime or no display; the desktop tests use their substitute only'}`);
  await build({ print });
  /** @type {string[]} */
  const found = [];
  // Runs in parallel with the tests, which are often idle. Its output follows theirs.
  const checking = filters.length === 0 ? check((line) => void found.push(line)) : undefined;
  if (!checking) print('Lint, format and types are skipped: only some tests were selected.');
  print('Running tests (Vitest)…');
  const env = { ...process.env, PILOT_COMPANION_BROWSER: browser, PILOT_COMPANION_ELECTRON: electron };
  const leftOut = args.includes('--slow') ? ['!whole*'] : ['!whole*', '!slow*'];
  const projects = filters.length > 0 || args.includes('--whole') ? [] : leftOut;
  tallies.push(await runVitest({ folder: root, node: projectNode(), projects, filters, env }));
  if (checking) tallies.push(await checking);
  for (const line of found) print(line);
  const clone = judgeClone(cloneBefore, await cloneState());
  print(clone.message);
  tallies.push(clone.tally);
  if (!args.includes('--ordinary-user')) return;
  if (mayBecomeOrdinary()) tallies.push(await testAsOrdinaryUser({ print, browser }));
  else print('Tests are not repeated as an ordinary user: this is one, or the system does not allow it.');
}

/**
 * Returns the path of Electron's runtime, or an empty string if it is missing and optional. A window also needs a display.
 * @param {boolean} isNeeded fetches it, and stops if that fails
 */
async function electronFor(isNeeded) {
  const obstacle = displayObstacle(process.platform, process.env);
  if (!isNeeded) return obstacle === undefined ? (installedRuntime() ?? '') : '';
  if (obstacle !== undefined)
    throw new PlainStop(`Electron needs a display: ${obstacle}.`, 'Run: xvfb-run npm test -- --electron test/desktop');
  const electron = await findElectron({ print, isRetry: true });
  if ('why' in electron) throw new PlainStop(`Electron is not available: ${electron.why}.`);
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
for (const line of lastLines(sum)) print(line);
process.exitCode = sum.failed === 0 ? 0 : 1;
