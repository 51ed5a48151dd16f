// Builds the window and the desktop bundles with Vite, each only where it is older than its sources.
// `npm run build` builds what is stale, `npm run build -- --force` everything.
import { existsSync } from 'node:fs';
import { billPath, licencesPath, writeBillOfMaterials } from './bill-of-materials.mjs';
import { pathToFileURL } from 'node:url';
import { runChild } from '../child.mjs';
import { readStamp, stampOf, writeStamp } from './content-stamp.mjs';
import { ensurePackages } from './packages.mjs';
import { PlainStop, runScript } from '../plain-stop.mjs';
import { nodeFlags, projectNode } from '../project-node.mjs';
import { inRoot, root } from '../root.mjs';

/**
 * @typedef {object} Bundle
 * @property {string} words what it is, for people
 * @property {string} config Vite's configuration
 * @property {string} output the file whose absence means that there is no build
 * @property {readonly string[]} sources what it is made of
 */

const shared = ['package.json', 'package-lock.json', 'config'];

/** @type {readonly Bundle[]} */
export const bundles = [
  {
    words: 'the window',
    config: 'renderer/vite.config.ts',
    output: 'dist/renderer/index.html',
    sources: ['renderer', 'main/contract', 'main/messages', ...shared],
  },
  {
    words: 'the console',
    config: 'emulator/console/vite.config.ts',
    output: 'dist/console/index.html',
    sources: [
      'emulator/console',
      'emulator/api-types.ts',
      'emulator/journal/as-curl.ts',
      'emulator/options/units.ts',
      'emulator/http/visible.ts',
      ...shared,
    ],
  },
  {
    words: 'the desktop app',
    config: 'main/electron/vite.main.config.ts',
    output: 'dist/electron/main.js',
    sources: ['main', 'emulator', ...shared],
  },
  {
    words: "the window's bridge",
    config: 'main/electron/vite.preload.config.ts',
    output: 'dist/electron/preload.cjs',
    sources: ['main/contract', 'main/electron', ...shared],
  },
];

/**
 * @param {object} options
 * @param {(words: string) => void} options.say
 * @param {boolean} [options.isForced] builds also what is fresh
 * @param {readonly string[]} [options.only] the outputs that are wanted; all by default
 * @param {boolean} [options.hasBill] lists what a package is made of as well, where all outputs are wanted
 */
export async function build({ say, isForced = false, only, hasBill = true }) {
  for (const { words, config, output, sources } of bundles) {
    if (only !== undefined && !only.includes(output)) continue;
    const stamp = stampOf(root, sources);
    const stampFile = inRoot('.cache', 'build', `${output.replaceAll('/', '-')}.stamp`);
    if (!isForced && existsSync(inRoot(output)) && readStamp(stampFile) === stamp) continue;
    say(`Building ${words}…`);
    const vite = [inRoot('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--config', config, '--logLevel', 'warn'];
    const { code } = await runChild(projectNode(), [...nodeFlags, ...vite], { cwd: root, stdio: ['ignore', 2, 2] });
    if (code !== 0) {
      throw new PlainStop(
        `Building ${words} did not work; Vite's own words stand above.`,
        `To try it alone, type: npx vite build --config ${config}`,
      );
    }
    writeStamp(stampFile, stamp);
  }
  if (only === undefined && hasBill) await listParts(say, isForced);
}

/**
 * What the package is made of, and under which licences.
 * @param {(words: string) => void} say
 * @param {boolean | undefined} isForced
 */
async function listParts(say, isForced) {
  const stamp = stampOf(root, ['package.json', 'package-lock.json', 'scripts/build/bill-of-materials.mjs']);
  const stampFile = inRoot('.cache', 'build', 'sbom.stamp');
  const isThere = existsSync(billPath) && existsSync(licencesPath);
  if (!isForced && isThere && readStamp(stampFile) === stamp) return;
  say('Listing what the package is made of…');
  await writeBillOfMaterials();
  writeStamp(stampFile, stamp);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    await ensurePackages(console.error);
    await build({ say: console.error, isForced: process.argv.includes('--force') });
    console.error('Everything is built: dist/renderer, dist/console, dist/electron');
    return 0;
  });
}
