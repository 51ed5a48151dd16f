// Finds or fetches Electron's runtime, about 110 MB from GitHub. Some networks block it and some machines can't show a
// window, so the result is a path or a reason. The download has a time limit, and a failure is remembered for a day, so
// that the next start doesn't wait again.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runChild } from '../child.mjs';
import { nodeFlags, projectNode } from '../project-node.mjs';
import { inRoot } from '../root.mjs';

/** @typedef {{ path: string } | { why: string }} ElectronAnswer */
/** @typedef {{ version: string, atMs: number, why: string }} Remembered */

const memoryPath = inRoot('.cache', 'electron-runtime.json');
const electronFolder = inRoot('node_modules', 'electron');
const dayMs = 24 * 60 * 60 * 1000;
const fetchMs = 90_000;
const patientFetchMs = 15 * 60_000;
const wordEveryMs = 10_000;

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
    return { why: `${remembered} (tried within the last day; "npm start -- --retry-electron" tries again)` };
  }
  const why = await fetchRuntime(version, isRetry ? patientFetchMs : fetchMs, print);
  const path = installedRuntime();
  if (path !== undefined) return { path };
  mkdirSync(inRoot('.cache'), { recursive: true });
  writeFileSync(memoryPath, JSON.stringify({ version, atMs: Date.now(), why }));
  return { why };
}

/** The path of the runtime if it is complete (the package writes `path.txt` last), otherwise undefined. */
export function installedRuntime() {
  const pathFile = join(electronFolder, 'path.txt');
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(electronFolder, 'dist');
  if (!existsSync(pathFile)) return undefined;
  const path = join(folder, readFileSync(pathFile, 'utf8'));
  return existsSync(path) ? path : undefined;
}

/**
 * @param {string} version
 * @param {number} timeoutMs
 * @param {(message: string) => void} print
 * @returns {Promise<string>} why the runtime is missing, if it is missing afterwards
 */
async function fetchRuntime(version, timeoutMs, print) {
  print(`Fetching Electron ${version}, about 110 MB, once (for at most ${timeoutMs / 1000} s)…`);
  const begunMs = Date.now();
  const ticker = setInterval(() => {
    print(`  still fetching, ${Math.round((Date.now() - begunMs) / 1000)} s`);
  }, wordEveryMs);
  const { code, isTimedOut } = await runChild(projectNode(), [...nodeFlags, join(electronFolder, 'install.js')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeoutMs,
  });
  clearInterval(ticker);
  if (isTimedOut) return `its runtime could not be fetched within ${timeoutMs / 1000} s`;
  if (code !== 0) return 'its runtime could not be fetched, the network may not let it through';
  return 'its runtime could not be unpacked';
}

/** @returns {Remembered | undefined} */
function readMemory() {
  try {
    return JSON.parse(readFileSync(memoryPath, 'utf8'));
  } catch {
    return undefined;
  }
}
