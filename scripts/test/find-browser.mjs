// Finds a Chromium for the tests: the one that the environment names, an installed one, or Playwright's own.
import { existsSync } from 'node:fs';
import { installedBrowser } from '../browser-places.mjs';
import { runChild } from '../child.mjs';
import { PlainStop } from '../plain-stop.mjs';
import { nodeFlags, projectNode } from '../project-node.mjs';
import { inRoot, root } from '../root.mjs';

const downloadMs = 5 * 60_000;
const probeMs = 20_000;

/**
 * Returns the path of a Chromium, Chrome or Edge that runs here. Packages must be installed.
 * @param {(message: string) => void} print
 * @returns {Promise<string>}
 */
export async function findBrowser(print) {
  const named = process.env['PILOT_COMPANION_BROWSER'];
  if (named) {
    if (existsSync(named)) return named;
    throw new PlainStop(`PILOT_COMPANION_BROWSER names ${named}, which doesn't exist.`, 'Correct or unset it.');
  }
  return installedBrowser() ?? (await playwrights(print)) ?? giveUp();
}

/** @param {(message: string) => void} print */
async function playwrights(print) {
  const path = (await import('playwright')).chromium.executablePath();
  if (existsSync(path)) return (await isRunning(path)) ? path : undefined;
  print("No Chrome or Chromium is installed; fetching Playwright's own (about 170 MB, once)…");
  const cli = [inRoot('node_modules', 'playwright', 'cli.js'), 'install', '--no-shell', 'chromium'];
  const { code } = await runChild(projectNode(), [...nodeFlags, ...cli], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    signal: AbortSignal.timeout(downloadMs),
  });
  return code === 0 && existsSync(path) && (await isRunning(path)) ? path : undefined;
}

/**
 * Playwright's build doesn't include the system's libraries: on a minimal Linux it can't run.
 * @param {string} path
 */
async function isRunning(path) {
  if (process.platform !== 'linux') return true;
  const { code } = await runChild(path, ['--version'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.timeout(probeMs),
  });
  return code === 0;
}

/** @returns {never} */
function giveUp() {
  const install = {
    linux: 'sudo apt-get install chromium   (or your system’s package of Chromium or Chrome)',
    darwin: 'brew install --cask google-chrome',
    win32: 'winget install Google.Chrome',
  };
  const command = install[/** @type {keyof typeof install} */ (process.platform)] ?? 'npx playwright install chromium';
  throw new PlainStop(
    'The tests need Chromium, Chrome or Edge. None is installed and none could be fetched.',
    `Run: ${command}\n  or name one: PILOT_COMPANION_BROWSER=/path/to/chrome npm test`,
  );
}
