// Which Node runs the project. It is the one that the lock file pins (the npm package `node`), whatever the machine
// has; where its install script was kept from running, the machine's own will do if it is new enough.
import { existsSync } from 'node:fs';
import { PlainStop } from './plain-stop.mjs';
import { inRoot } from './root.mjs';

const oldest = /** @type {const} */ ([24, 12]);

/**
 * Says whether a Node of this version runs the project's TypeScript as it is.
 * @param {string} version such as `v24.12.0`
 */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

/**
 * Where the pinned Node lies, or undefined where it is not installed. On Windows the package keeps a `node.exe`.
 * @returns {string | undefined}
 */
export function projectNodePath() {
  const path = inRoot('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(path) ? path : undefined;
}

/**
 * The Node to run the project with, absolute.
 * @returns {string}
 */
export function projectNode() {
  const pinned = projectNodePath();
  if (pinned !== undefined) return pinned;
  if (isNewEnough(process.version)) return process.execPath;
  throw new PlainStop(
    `npm did not run the install script of the package "node", and this machine's Node is ${process.version}; ` +
      `the project needs ${oldest.join('.')} or newer.`,
    'Type: npm rebuild node --ignore-scripts=false   (or install Node 24 from https://nodejs.org)',
  );
}

/**
 * What stands before the entry file. Node's notes about its own new parts say nothing to the people who read here; and
 * SIGUSR1 opens no inspector, whose list of targets every user of the computer may read.
 */
export const nodeFlags = /** @type {const} */ (['--disable-sigusr1', '--disable-warning=ExperimentalWarning']);

/**
 * For the emulator in a process of its own. What comes with a request is mostly gone with its answer; a small space for
 * the young is emptied more often at no measurable cost, and the process stays a third smaller under load.
 */
export const emulatorFlags = /** @type {const} */ (['--max-semi-space-size=2']);

/**
 * The companion waits most of the time. The same small space for the young costs it nothing, and neither does one helper
 * thread of V8 in place of four, each of which keeps memory of its own: together some 20 MB. Saving memory, V8 collects
 * what the sending leaves behind before it asks the system for more: 10 MB after some minutes. Of its four compilers the
 * two in the middle keep 5 MB of code for what is never hot here; what is (a listing, a picture's structure) the last one
 * still sees to. The parser of HTTP answers is WebAssembly: the quick compiler's code is more than enough for an answer a
 * second, and the slow compiler takes 16 MB and more for a moment, at the first upload. All this makes a start 60 ms longer.
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
