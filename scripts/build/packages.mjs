// Installs the packages where node_modules doesn't match package-lock.json. npm's own list of what it installed decides,
// so that a manual `npm ci` counts too; this takes milliseconds.
import { readFileSync } from 'node:fs';
import { runNpm } from '../npm.mjs';
import { PlainStop } from '../plain-stop.mjs';
import { inRoot, root } from '../root.mjs';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean, os?: string[], cpu?: string[] }} LockEntry */
/** @typedef {{ packages: Record<string, LockEntry> }} Lock */

/**
 * Whether every package of the lock file is installed, in its version. npm skips optional packages of other platforms.
 * @param {Lock} lock
 * @param {Lock | undefined} installed npm's list of what it installed
 * @param {{ platform: string, arch: string }} machine
 */
export function isInstalled(lock, installed, { platform, arch }) {
  if (installed === undefined) return false;
  return Object.entries(lock.packages).every(([path, { version, integrity, optional, link, os, cpu }]) => {
    if (path === '' || link === true) return true;
    const found = installed.packages[path];
    const isForHere = os?.includes(platform) === true && cpu?.includes(arch) === true;
    if (found === undefined) return optional === true && !(isForHere && !path.includes('musl'));
    return found.version === version && found.integrity === integrity;
  });
}

/**
 * Installs the packages if node_modules doesn't match the lock file.
 * @param {(message: string) => void} print
 */
export async function ensurePackages(print) {
  const lock = /** @type {Lock} */ (JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')));
  if (isInstalled(lock, readInstalled(), process)) return;
  if (process.platform === 'win32' && process.execPath.startsWith(inRoot('node_modules'))) {
    // On Windows npm can't replace the node.exe that runs this script.
    throw new PlainStop('The packages have changed since they were installed.', 'Run: npm ci');
  }
  print('Installing the packages named in package-lock.json (about a minute, once)…');
  // Without a network npm would try for minutes.
  const network = ['--prefer-offline', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=3000'];
  const { code } = await runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error', ...network], {
    cwd: root,
    // Standard output is reserved for the program that starts afterwards.
    stdio: ['ignore', 2, 2],
  });
  if (code === 127)
    throw new PlainStop('npm was not found; it is part of Node.', 'Install Node from https://nodejs.org');
  if (code !== 0) {
    throw new PlainStop(
      'npm could not install the packages; its output is above. The network is often the reason.',
      'Connect to the network or set a proxy, and try again. To install them alone, run: npm ci',
    );
  }
}

/** @returns {Lock | undefined} */
function readInstalled() {
  try {
    return JSON.parse(readFileSync(inRoot('node_modules', '.package-lock.json'), 'utf8'));
  } catch {
    return undefined;
  }
}
