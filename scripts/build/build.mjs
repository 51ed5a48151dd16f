// Builds the window and the desktop bundles with Vite, each only if it is older than its sources.
//   npm run build   builds what is out of date; `npm run build -- --force` builds everything
import { writeBillOfMaterials } from './bill-of-materials.mjs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { whenChanged } from './content-stamp.mjs';
import { generate } from './generate.mjs';
import { ensurePackages } from './packages.mjs';
import { runScript } from '../plain-stop.mjs';
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
      'renderer/styles/base.css',
      'emulator/api-types.ts',
      'emulator/journal/as-curl.ts',
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
 */
export async function build({ print, isForced = false, only }) {
  await generate();
  // Before the window, which shows the licences.
  const outputs = ['dist/sbom.cdx.json', 'dist/licences.txt', 'dist/licences.json'];
  const sources = ['package.json', 'package-lock.json', 'scripts/build/bill-of-materials.mjs'];
  if (only === undefined)
    await whenChanged({ name: 'sbom', sources, outputs, isForced }, async () => {
      print('Listing the contents of the package…');
      await writeBillOfMaterials();
    });
  for (const { title, config, output, sources } of bundles) {
    if (only !== undefined && !only.includes(output)) continue;
    await whenChanged({ name: output, sources, outputs: [output], isForced }, async () => {
      print(`Building ${title}…`);
      await runVite(title, config);
    });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    const { force: isForced } = parseArgs({ options: { force: { type: 'boolean' } } }).values;
    await ensurePackages(console.error);
    await build({ print: console.error, isForced });
    console.error('Everything is built: dist/renderer, dist/console, dist/electron');
    return 0;
  });
}
