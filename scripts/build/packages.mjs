// Checks that node_modules matches package-lock.json for this platform. A stamp makes this take only milliseconds. If
// it is missing or differs, npm's list of installed packages decides, so that a manual `npm ci` counts too.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { runNpm } from '../npm.mjs';
import { PlainStop } from '../plain-stop.mjs';
import { projectNodePath } from '../project-node.mjs';
import { inRoot, root } from '../root.mjs';

/** @typedef {{ lock: string, platform: string }} Stamp */
/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} LockEntry */
/** @typedef {{ packages: Record<string, LockEntry> }} Lock */

const stampPath = inRoot('node_modules', '.pilot-companion-stamp.json');
const platform = `${process.platform}-${process.arch}`;

/**
 * Whether node_modules can be used as it is.
 * @param {object} facts
 * @param {Stamp} facts.wanted the lock file's hash and this machine's platform
 * @param {Stamp | undefined} facts.stamp written after the last install
 * @param {() => Lock} facts.lock the lock file
 * @param {() => Lock | undefined} facts.installed npm's list of what it installed
 * @returns {'fresh' | 'unstamped' | 'stale'} unstamped: the right packages without our stamp
 */
export function judgePackages({ wanted, stamp, lock, installed }) {
  if (stamp !== undefined && stamp.platform !== wanted.platform) return 'stale';
  const there = installed();
  if (there === undefined) return 'stale';
  if (stamp?.lock === wanted.lock) return 'fresh';
  const isThere = (/** @type {[string, LockEntry]} */ [path, entry]) => {
    if (path === '' || entry.link === true) return true;
    const found = there.packages[path];
    // npm skips optional packages for other platforms.
    if (found === undefined) return entry.optional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  };
  return Object.entries(lock().packages).every(isThere) ? 'unstamped' : 'stale';
}

/**
 * Installs the packages if node_modules doesn't match the lock file.
 * @param {(message: string) => void} print
 */
export async function ensurePackages(print) {
  const lockText = readFileSync(inRoot('package-lock.json'), 'utf8');
  const wanted = { lock: createHash('sha256').update(lockText).digest('hex'), platform };
  const judgement = judgePackages({
    wanted,
    stamp: /** @type {Stamp | undefined} */ (readJson(stampPath)),
    lock: () => JSON.parse(lockText),
    installed: () => /** @type {Lock | undefined} */ (readJson(inRoot('node_modules', '.package-lock.json'))),
  });
  if (judgement === 'fresh') return;
  if (judgement === 'stale' || (judgement === 'unstamped' && projectNodePath() === undefined)) await install(print);
  writeFileSync(stampPath, `${JSON.stringify(wanted)}\n`);
}

/** @param {(message: string) => void} print */
async function install(print) {
  if (process.platform === 'win32' && process.execPath.startsWith(inRoot('node_modules'))) {
    // On Windows npm can't replace the node.exe that runs this script.
    throw new PlainStop('The packages have changed since they were installed.', 'Run: npm ci');
  }
  const offline = await whyOffline();
  if (offline !== undefined) {
    throw new PlainStop(
      `The packages are not installed yet, and the registry of npm can't be reached (${offline}).`,
      "Connect to the network or set a proxy, and try again. If everything is in npm's cache, run: npm ci --offline",
    );
  }
  print('Installing the packages named in package-lock.json (about a minute, once)…');
  const quiet = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  // Standard output is reserved for the program that starts afterwards.
  const { code } = await runNpm(quiet, { cwd: root, stdio: ['ignore', 2, 2] });
  if (code === 127)
    throw new PlainStop('npm was not found; it is part of Node.', 'Install Node from https://nodejs.org');
  if (code !== 0) {
    throw new PlainStop(
      'npm could not install the packages; its output is above. The network is often the reason.',
      'To install them alone, run: npm ci',
    );
  }
}

/** Failures of the connection: any answer of the registry, such as 404, shows that there is a network. */
const connectionFailure =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ENETDOWN|E?TIMEDOUT|ERR_SOCKET_TIMEOUT)\b/;
const pingMs = 6000;

/**
 * Asks npm for its registry: it knows the proxy. By itself npm would try to install for minutes.
 * @returns {Promise<string | undefined>} why the registry can't be reached
 */
export async function whyOffline() {
  const ping = ['ping', '--fetch-retries=0', `--fetch-timeout=${pingMs}`, '--loglevel=error'];
  const { code, output, isTimedOut } = await runNpm(ping, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: AbortSignal.timeout(pingMs + 2000),
    patienceMs: 500,
  });
  if (code === 0) return undefined;
  if (isTimedOut) return 'no answer';
  return connectionFailure.exec(output)?.[0];
}

/**
 * @param {string} path
 * @returns {unknown} undefined if the file is missing or not JSON
 */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
