// Are the packages of package-lock.json in node_modules, for this kind of machine? A stamp of ours answers within
// milliseconds. Where it is missing or says something else, npm's own list of what it installed decides, so that a
// person's own `npm ci` counts too. Only what is really missing or stale makes us install.
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
 * Says whether node_modules may be used as it is.
 * @param {object} facts
 * @param {Stamp} facts.wanted the lock file's hash and this machine's platform
 * @param {Stamp | undefined} facts.stamp what we noted after the last install
 * @param {() => Lock} facts.lock the lock file
 * @param {() => Lock | undefined} facts.installed npm's list of what it installed
 * @returns {'fresh' | 'unstamped' | 'stale'} unstamped: the right packages are there, only our stamp is not
 */
export function judgePackages({ wanted, stamp, lock, installed }) {
  if (stamp !== undefined && stamp.platform !== wanted.platform) return 'stale';
  const there = installed();
  if (there === undefined) return 'stale';
  if (stamp?.lock === wanted.lock) return 'fresh';
  const isThere = (/** @type {[string, LockEntry]} */ [path, entry]) => {
    if (path === '' || entry.link === true) return true;
    const found = there.packages[path];
    // npm leaves out optional packages made for other machines.
    if (found === undefined) return entry.optional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  };
  return Object.entries(lock().packages).every(isThere) ? 'unstamped' : 'stale';
}

/**
 * Makes sure that node_modules is what the lock file says; installs where it is not.
 * @param {(words: string) => void} say
 */
export async function ensurePackages(say) {
  const lockText = readFileSync(inRoot('package-lock.json'), 'utf8');
  const wanted = { lock: createHash('sha256').update(lockText).digest('hex'), platform };
  const judgement = judgePackages({
    wanted,
    stamp: /** @type {Stamp | undefined} */ (readJson(stampPath)),
    lock: () => JSON.parse(lockText),
    installed: () => /** @type {Lock | undefined} */ (readJson(inRoot('node_modules', '.package-lock.json'))),
  });
  if (judgement === 'fresh') return;
  if (judgement === 'stale' || (judgement === 'unstamped' && projectNodePath() === undefined)) await install(say);
  writeFileSync(stampPath, `${JSON.stringify(wanted)}\n`);
}

/** @param {(words: string) => void} say */
async function install(say) {
  if (process.platform === 'win32' && process.execPath.startsWith(inRoot('node_modules'))) {
    // Windows does not let npm replace the very node.exe that runs this script.
    throw new PlainStop('The packages have changed since they were installed.', 'Type: npm ci');
  }
  say('Installing the packages named in package-lock.json (about a minute, once)…');
  const quiet = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  // Standard output belongs to the program that is started afterwards.
  const { code } = await runNpm(quiet, { cwd: root, stdio: ['ignore', 2, 2] });
  if (code === 127) throw new PlainStop('npm is not here; it comes with Node.', 'Get both from https://nodejs.org');
  if (code !== 0) {
    throw new PlainStop(
      'npm could not install the packages; its own words stand above. Often the network is the reason.',
      'To try it alone, type: npm ci',
    );
  }
}

/**
 * @param {string} path
 * @returns {unknown} undefined where there is no such file, or where it is not JSON
 */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
