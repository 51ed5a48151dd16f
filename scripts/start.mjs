// `npm start`: the app on this machine, whatever the machine has. Installs and builds what is missing, opens the
// desktop app in Electron, and where that is not to be had, the same window in the default browser.
//   npm start -- --browser          the browser at once
//   npm start -- --retry-electron   fetch Electron again, and wait for it longer
// Everything else is passed on.
import { runChild } from './child.mjs';
import { build } from './build/build.mjs';
import { displayObstacle, findElectron } from './build/electron-runtime.mjs';
import { ensurePackages } from './build/packages.mjs';
import { runScript } from './plain-stop.mjs';
import { companionFlags, nodeFlags, projectNode } from './project-node.mjs';
import { inRoot, root } from './root.mjs';

const say = console.log;
const atOnceMs = 5000;
/** What Electron ends with where the machine lacks a library or refuses its sandbox. */
const cannotRun = new Set([126, 127, 128 + 4, 128 + 5, 128 + 6, 128 + 11]);

/**
 * @param {readonly string[]} args
 * @returns {Promise<number>} exit code
 */
async function start(args) {
  const passedOn = args.filter((arg) => arg !== '--browser' && arg !== '--retry-electron');
  await ensurePackages(say);
  await build({ say, hasBill: false });
  const obstacle = args.includes('--browser')
    ? 'as you asked'
    : await openInElectron(passedOn, args.includes('--retry-electron'));
  if (typeof obstacle === 'number') return obstacle;
  say(`Opening the window in the browser instead of Electron: ${obstacle}.`);
  const host = [...nodeFlags, ...companionFlags, inRoot('main', 'node', 'cli.ts'), 'window', ...passedOn];
  return (await runChild(projectNode(), host)).code;
}

/**
 * @param {readonly string[]} args
 * @param {boolean} isRetry
 * @returns {Promise<number | string>} the exit code, or why Electron does not run here
 */
async function openInElectron(args, isRetry) {
  const obstacle = displayObstacle(process.platform, process.env);
  if (obstacle !== undefined) return obstacle;
  const electron = await findElectron({ say, isRetry });
  if ('why' in electron) return electron.why;
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const begunMs = Date.now();
  const { code } = await runChild(electron.path, [root, ...args], { env });
  const isAtOnce = Date.now() - begunMs < atOnceMs;
  return isAtOnce && cannotRun.has(code) ? `Electron does not run on this machine (it ended with ${code})` : code;
}

await runScript(() => start(process.argv.slice(2)));
