// A Chromium for the tests: the one named by the person, else one that is installed, else Playwright's own, else
// Debian's package. What can be decided without touching the machine stands in browser-places.mjs.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { browserPlaces } from './browser-places.mjs';
import { runChild } from '../child.mjs';
import { PlainStop, runScript } from '../plain-stop.mjs';
import { nodeFlags, projectNode } from '../project-node.mjs';
import { inRoot, root } from '../root.mjs';

const downloadMs = 5 * 60_000;
const debianMs = 10 * 60_000;
const probeMs = 20_000;

/**
 * The path of a Chromium, Chrome or Edge that runs here. Packages must be installed.
 * @param {(words: string) => void} say
 * @returns {Promise<string>}
 */
export async function findBrowser(say) {
  const named = process.env['PILOT_COMPANION_BROWSER'];
  if (named) {
    if (existsSync(named)) return named;
    throw new PlainStop(`PILOT_COMPANION_BROWSER names ${named}, which is not there.`, 'Correct it, or leave it out.');
  }
  return installed() ?? (await playwrights(say)) ?? (await debians(say)) ?? giveUp();
}

const installed = () => browserPlaces(process.platform, process.env).find((path) => existsSync(path));

/** @param {(words: string) => void} say */
async function playwrights(say) {
  const ask = "import('playwright').then(({ chromium }) => console.log(chromium.executablePath()))";
  const { output } = await runChild(projectNode(), [...nodeFlags, '-e', ask], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const path = output.trim();
  if (existsSync(path)) return (await isRunning(path)) ? path : undefined;
  say("No Chrome or Chromium is installed here; fetching Playwright's own (about 170 MB, once)…");
  const cli = [inRoot('node_modules', 'playwright', 'cli.js'), 'install', '--no-shell', 'chromium'];
  const { code } = await runChild(projectNode(), [...nodeFlags, ...cli], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    timeoutMs: downloadMs,
  });
  return code === 0 && existsSync(path) && (await isRunning(path)) ? path : undefined;
}

/** @param {(words: string) => void} say */
async function debians(say) {
  const isAllowed = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!isAllowed) return undefined;
  say("Installing Debian's chromium…");
  const command = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runChild('sh', ['-c', command], { env, stdio: ['ignore', 2, 2], timeoutMs: debianMs });
  return installed();
}

/**
 * Playwright's build brings none of the system's libraries; on a bare Linux it is there and does not run.
 * @param {string} path
 */
async function isRunning(path) {
  if (process.platform !== 'linux') return true;
  const { code } = await runChild(path, ['--version'], { stdio: ['ignore', 'pipe', 'pipe'], timeoutMs: probeMs });
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
    'The tests need a Chromium, Chrome or Edge; none is here and none could be fetched.',
    `Type: ${command}\n  or name one: PILOT_COMPANION_BROWSER=/path/to/chrome npm test`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    console.log(await findBrowser(console.error));
    return 0;
  });
}
