// `npm start`: installs and builds what is missing and opens the desktop app in Electron, or the same window in the
// default browser if Electron can't run.
//   npm start -- --browser          opens the browser immediately
//   npm start -- --retry-electron   fetches Electron again, with a longer time limit
// All other arguments are passed on.
import { runChild } from './child.mjs';
import { build } from './build/build.mjs';
import { displayObstacle, findElectron } from './build/electron-runtime.mjs';
import { ensurePackages } from './build/packages.mjs';
import { joinedAddresses, openInElectron } from './open-in-electron.mjs';
import { runScript } from './plain-stop.mjs';
import { companionFlags, nodeFlags, projectNode } from './project-node.mjs';
import { inRoot, root } from './root.mjs';

const print = console.log;

/**
 * @param {readonly string[]} args
 * @returns {Promise<number>} exit code
 */
async function start(args) {
  const passedOn = joinedAddresses(args.filter((arg) => arg !== '--browser' && arg !== '--retry-electron'));
  await ensurePackages(print);
  await build({ print });
  const obstacle = args.includes('--browser')
    ? 'as you asked'
    : await tryElectron(passedOn, args.includes('--retry-electron'));
  if (typeof obstacle === 'number') return obstacle;
  print(`Opening the window in the browser instead of Electron: ${obstacle}.`);
  const host = [...nodeFlags, ...companionFlags, inRoot('main', 'node', 'cli.ts'), 'window', ...passedOn];
  return (await runChild(projectNode(), host)).code;
}

/**
 * @param {readonly string[]} args
 * @param {boolean} isRetry
 * @returns {Promise<number | string>} the exit code, or why Electron can't run here
 */
async function tryElectron(args, isRetry) {
  const obstacle = displayObstacle(process.platform, process.env);
  if (obstacle !== undefined) return obstacle;
  const electron = await findElectron({ print, isRetry });
  return 'why' in electron ? electron.why : openInElectron(electron.path, [root, ...args]);
}

await runScript(() => start(process.argv.slice(2)));
