// Finds or fetches Electron's runtime, about 110 MB from GitHub. Some networks block it and some machines can't show a
// window, so the result is a path or a reason. A download goes on as long as it moves. A failure is remembered for a day,
// so that the next start doesn't wait again.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from '../child.mjs';
import { PlainStop } from '../plain-stop.mjs';
import { nodeFlags, projectNode } from '../project-node.mjs';
import { inRoot } from '../root.mjs';

/** @typedef {{ path: string } | { why: string }} ElectronAnswer */
/** @typedef {{ version: string, atMs: number, why: string }} Remembered */

const memoryPath = inRoot('.cache', 'electron-runtime.json');
const electronFolder = inRoot('node_modules', 'electron');
const dayMs = 24 * 60 * 60 * 1000;
/** How long a download may stand still. */
const stillMs = 60_000;
const patientStillMs = 5 * 60_000;
const progressEveryMs = 5_000;

/**
 * Returns why no window can be shown here, or undefined if one can.
 * @param {NodeJS.Platform} platform
 * @param {NodeJS.ProcessEnv} env
 */
export function displayObstacle(platform, env) {
  const needsServer = platform === 'linux' || platform === 'freebsd' || platform === 'openbsd';
  if (!needsServer || env['DISPLAY'] || env['WAYLAND_DISPLAY']) return undefined;
  return 'there is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set)';
}

/**
 * Returns the reason that an earlier start stored, or undefined if another attempt is worthwhile.
 * @param {Remembered | undefined} memory
 * @param {string} version of Electron that is needed now
 * @param {number} nowMs
 */
export function rememberedObstacle(memory, version, nowMs) {
  if (memory === undefined || memory.version !== version) return undefined;
  const ageMs = nowMs - memory.atMs;
  return ageMs >= 0 && ageMs < dayMs ? memory.why : undefined;
}

/**
 * Finds Electron's runtime, or fetches it.
 * @param {object} options
 * @param {(message: string) => void} options.print
 * @param {boolean} [options.isRetry] ignores the stored reason, and waits longer
 * @returns {Promise<ElectronAnswer>}
 */
export async function findElectron({ print, isRetry = false }) {
  if (isRetry) rmSync(memoryPath, { force: true });
  const there = installedRuntime();
  if (there !== undefined) return { path: there };
  const { version } = createRequire(import.meta.url)(join(electronFolder, 'package.json'));
  const remembered = rememberedObstacle(readMemory(), version, Date.now());
  if (remembered !== undefined) {
    return { why: `${remembered} (tried within the last day; ${retryHint})` };
  }
  const why = await fetchRuntime(version, isRetry ? patientStillMs : stillMs, print);
  const path = installedRuntime();
  if (path !== undefined) return { path };
  mkdirSync(inRoot('.cache'), { recursive: true });
  writeFileSync(memoryPath, JSON.stringify({ version, atMs: Date.now(), why }));
  return { why: `${why} (${retryHint})` };
}

const retryHint = '"npm start -- --retry-electron" tries again';

/** The path of the runtime if it is complete (the package writes `path.txt` last), otherwise undefined. */
export function installedRuntime() {
  const pathFile = join(electronFolder, 'path.txt');
  const given = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (!given && !existsSync(pathFile)) return undefined;
  const program = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : (programs[process.platform] ?? 'electron');
  const path = join(given || join(electronFolder, 'dist'), program);
  return existsSync(path) ? path : undefined;
}

/** @type {Readonly<Partial<Record<NodeJS.Platform, string>>>} */
const programs = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };

/**
 * @param {string} version
 * @param {number} mostStillMs
 * @param {(message: string) => void} print
 * @returns {Promise<string>} why the runtime is missing, if it is missing afterwards
 */
async function fetchRuntime(version, mostStillMs, print) {
  print(`Fetching Electron ${version}, about 110 MB, once…`);
  // Electron's own script downloads into the temporary folder, and says nothing before the end.
  const folder = mkdtempSync(join(tmpdir(), 'electron-download-'));
  const still = new AbortController();
  const undo = followDownload(() => sizeOf(folder), { mostStillMs, print, onStill: () => still.abort() });
  const { code, isTimedOut, isCancelled } = await runChild(
    projectNode(),
    [...nodeFlags, join(electronFolder, 'install.js')],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
      signal: still.signal,
    },
  );
  undo();
  rmSync(folder, { recursive: true, force: true });
  if (isCancelled) throw new PlainStop('The download of Electron was cancelled.');
  if (isTimedOut) return `the download of its runtime stood still for ${mostStillMs / 1000} s`;
  if (code !== 0) return 'its runtime could not be fetched, the network may not let it through';
  return 'its runtime could not be unpacked';
}

/**
 * Prints the progress of a download, and calls `onStill` once if nothing arrives for a time. Returns a function that ends
 * both.
 * @param {() => number} bytes that have arrived
 * @param {{ mostStillMs: number, everyMs?: number, print: (message: string) => void, onStill: () => void }} options
 */
export function followDownload(bytes, { mostStillMs, everyMs = progressEveryMs, print, onStill }) {
  let last = bytes();
  let stillMs = 0;
  const timer = setInterval(() => {
    const now = bytes();
    stillMs = now === last ? stillMs + everyMs : 0;
    if (now !== last) print(`  ${Math.round(now / 1e6)} of about 110 MB`);
    last = now;
    if (stillMs < mostStillMs) return;
    clearInterval(timer);
    onStill();
  }, everyMs);
  return () => clearInterval(timer);
}

/** @param {string} folder */
function sizeOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const sizes = files.map(
    (entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** @returns {Remembered | undefined} */
function readMemory() {
  try {
    return JSON.parse(readFileSync(memoryPath, 'utf8'));
  } catch {
    return undefined;
  }
}
