// Builds the window and the desktop bundles with Vite, each only if it is older than its sources.
//   npm run build   builds what is out of date; `npm run build -- --force` builds everything
import { existsSync } from 'node:fs';
import { billPath, licenceListPath, licencesPath, writeBillOfMaterials } from './bill-of-materials.mjs';
import { pathToFileURL } from 'node:url';
import { readStamp, stampOf, writeStamp } from './content-stamp.mjs';
import { generate } from './generate.mjs';
import { ensurePackages } from './packages.mjs';
import { readFlags } from '../flags.mjs';
import { PlainStop, runScript } from '../plain-stop.mjs';
import { inRoot, root } from '../root.mjs';
import { runVite } from './run-vite.mjs';

/**
 * @typedef {object} Bundle
 * @property {string} title name in messages
 * @property {string} config Vite's configuration
 * @property {string} output a file whose absence means that nothing is built
 * @property {readonly string[]} sources files and folders
 */

const shared = ['package.json', 'package-lock.json', 'config'];

/** @type {readonly Bundle[]} */
export const bundles = [
  {
    title: 'the window',
    config: 'renderer/vite.config.ts',
    output: 'dist/renderer/index.html',
    sources: ['renderer', 'main/contract', 'main/messages', 'dist/licences.json', ...shared],
  },
  {
    title: 'the console',
    config: 'emulator/console/vite.config.ts',
    output: 'dist/console/index.html',
    sources: [
      'emulator/console',
      'renderer/build',
      'emulator/api-types.ts',
      'emulator/journal/as-curl.ts',
      'emulator/options/units.ts',
      'emulator/http/visible.ts',
      'docs/emulator/openapi-control.json',
      'docs/emulator/openapi-extended.json',
      ...shared,
    ],
  },
  {
    title: 'the desktop app',
    config: 'main/electron/vite.main.config.ts',
    output: 'dist/electron/main.js',
    sources: ['main', 'emulator', 'build/tray', ...shared],
  },
  {
    title: "the window's bridge",
    config: 'main/electron/vite.preload.config.ts',
    output: 'dist/electron/preload.cjs',
    sources: ['main/contract', 'main/electron', ...shared],
  },
];

/**
 * @param {object} options
 * @param {(message: string) => void} options.print
 * @param {boolean} [options.isForced] builds everything, even if it is up to date
 * @param {readonly string[]} [options.only] only these outputs; all by default
 * @param {boolean} [options.needsBill] fails if the package's contents can't be listed; otherwise the window may lack their licences
 */
export async function build({ print, isForced = false, only, needsBill = true }) {
  await generate();
  // Before the window, which shows the licences.
  if (only === undefined) await listParts(print, isForced, needsBill);
  for (const { title, config, output, sources } of bundles) {
    if (only !== undefined && !only.includes(output)) continue;
    const stamp = stampOf(root, sources);
    const stampFile = inRoot('.cache', 'build', `${output.replaceAll('/', '-')}.stamp`);
    if (!isForced && existsSync(inRoot(output)) && readStamp(stampFile) === stamp) continue;
    print(`Building ${title}…`);
    await runVite(title, config);
    writeStamp(stampFile, stamp);
  }
}

/**
 * Lists the contents of the package and their licences.
 * @param {(message: string) => void} print
 * @param {boolean} isForced
 * @param {boolean} isNeeded
 */
async function listParts(print, isForced, isNeeded) {
  const stamp = stampOf(root, ['package.json', 'package-lock.json', 'scripts/build/bill-of-materials.mjs']);
  const stampFile = inRoot('.cache', 'build', 'sbom.stamp');
  const isThere = [billPath, licencesPath, licenceListPath].every((path) => existsSync(path));
  if (!isForced && isThere && readStamp(stampFile) === stamp) return;
  print('Listing the contents of the package…');
  try {
    await writeBillOfMaterials();
    writeStamp(stampFile, stamp);
  } catch (reason) {
    if (isNeeded || !(reason instanceof PlainStop)) throw reason;
    print(`${reason.message}\nThe window's list of licences is missing or old.`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    const isForced = readFlags(['--force']).has('--force');
    await ensurePackages(console.error);
    await build({ print: console.error, isForced });
    console.error('Everything is built: dist/renderer, dist/console, dist/electron');
    return 0;
  });
}
