// The command line as an npm package in dist/npm-cli: bundled, with the built window and console, the scenarios, sample
// images, licences, and a package.json whose only dependency is the keychain's binary, an optional one. The folders are
// where the bundle looks for them: dist/cli beside dist/renderer, dist/console and dist/scenarios.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { licencesPath, writeBillOfMaterials } from '../build/bill-of-materials.mjs';
import { build } from '../build/build.mjs';
import { whenChanged } from '../build/content-stamp.mjs';
import { runVite } from '../build/run-vite.mjs';
import { oldest } from '../project-node.mjs';
import { inRoot } from '../root.mjs';

/** The package's name, and its program's. A placeholder until its owner settles it (docs/distributors/release-checklist.md). */
export const packageName = 'pilot-companion';
/** Where the package is assembled, absolute. */
export const packageFolder = inRoot('dist', 'npm-cli');

const keychain = '@napi-rs/keyring';
const sources = [
  'main/contract',
  'main/core',
  'main/messages',
  'main/node',
  'emulator',
  'renderer',
  'scripts/release/cli-package.mjs',
  'scripts/project-node.mjs',
  'package.json',
  'package-lock.json',
  'config',
  'LICENSE',
];

/**
 * Assembles the package if it is older than its sources.
 * @param {object} options
 * @param {(message: string) => void} options.print
 * @param {boolean} [options.isForced]
 */
export async function buildCliPackage({ print, isForced = false }) {
  await build({ print, isForced, only: ['dist/renderer/index.html', 'dist/console/index.html'] });
  const outputs = ['dist/npm-cli/package.json'];
  await whenChanged({ name: 'dist-npm-cli', sources, outputs, isForced }, () => assemble(print));
}

/** @param {(message: string) => void} print */
async function assemble(print) {
  print('Building the package of the command line…');
  rmSync(packageFolder, { recursive: true, force: true });
  await runVite('the package of the command line', 'main/node/vite.cli.config.ts');
  for (const folder of ['renderer', 'console']) copy(['dist', folder], ['dist', folder]);
  copy(['emulator', 'scenarios'], ['dist', 'scenarios']);
  // Beside the bundle, because the module that reads the images and their table looks there.
  copy(['emulator', 'samples'], ['dist', 'cli']);
  copy(['main', 'node', 'bin', 'pilot-companion.cjs'], ['dist', 'cli', 'pilot-companion.cjs']);
  copy(['LICENSE'], ['LICENSE']);
  copy(['main', 'node', 'README.md'], ['README.md']);
  await writeBillOfMaterials();
  cpSync(licencesPath, join(packageFolder, 'licences.txt'));
  writeFileSync(join(packageFolder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

/**
 * @param {readonly string[]} from
 * @param {readonly string[]} to
 */
function copy(from, to) {
  const target = join(packageFolder, ...to);
  mkdirSync(dirname(target), { recursive: true });
  const isKept = (/** @type {string} */ path) => !/\.(ts|map|schema\.json)$/.test(path);
  cpSync(inRoot(...from), target, { recursive: true, filter: isKept });
}

function manifest() {
  const { version, license, dependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  return {
    name: packageName,
    version,
    description: 'Uploads flight-report screenshots to the Pilot Flight Service from the command line',
    license,
    keywords: ['pilot', 'flight-simulator', 'screenshot', 'upload', 'cli'],
    type: 'module',
    engines: { node: `>=${oldest.join('.')}` },
    bin: { [packageName]: 'dist/cli/pilot-companion.cjs' },
    optionalDependencies: { [keychain]: dependencies[keychain] },
  };
}
