// Finds the Node that runs the project: the version that the lock file pins (the optional npm package `node`), or, on
// systems that it isn't published for, the machine's own if it is new enough.
import { existsSync } from 'node:fs';
import { PlainStop } from './plain-stop.mjs';
import { inRoot } from './root.mjs';

/** The oldest Node, as major and minor version. */
export const oldest = /** @type {const} */ ([24, 12]);

/**
 * Whether this version of Node can run the project's TypeScript.
 * @param {string} version such as `v24.12.0`
 */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

/**
 * Returns the path of the pinned Node, or undefined if it isn't installed.
 * @returns {string | undefined}
 */
export function projectNodePath() {
  const path = inRoot('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(path) ? path : undefined;
}

/**
 * Returns the absolute path of the Node that runs the project.
 * @returns {string}
 */
export function projectNode() {
  const pinned = projectNodePath();
  if (pinned !== undefined) return pinned;
  if (isNewEnough(process.version)) return process.execPath;
  throw new PlainStop(
    `The package "node" isn't installed: it doesn't exist for this system, or npm did not run its install script. ` +
      `This machine's Node is ${process.version}; the project needs ${oldest.join('.')} or newer.`,
    'Install Node 24 from https://nodejs.org, or run: npm rebuild node --ignore-scripts=false',
  );
}

/**
 * Node's flags: no warnings about experimental features, and no inspector on SIGUSR1, because every user of the computer
 * could list its targets.
 */
export const nodeFlags = /** @type {const} */ (['--disable-sigusr1', '--disable-warning=ExperimentalWarning']);

/**
 * Saves memory in the companion, which mostly waits; measured in docs/evidence.md. A small young generation and one
 * helper thread of V8 instead of four save some 20 MB, collecting before the heap grows 10 MB, no middle compilers 5 MB,
 * and no optimising WebAssembly compiler (undici's parser) a peak of 16 MB at the first upload. A start takes 60 ms longer.
 */
export const companionFlags = /** @type {const} */ ([
  '--max-semi-space-size=1',
  '--v8-pool-size=1',
  '--memory-saver-mode',
  '--no-sparkplug',
  '--no-maglev',
  '--no-wasm-tier-up',
  '--no-wasm-dynamic-tiering',
]);
