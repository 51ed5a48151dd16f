// The emulator as an npm package in dist/npm: compiled, with types, console, scenarios, sample images, and a
// package.json with only the dependencies of the compiled files. Folders keep their relative positions, so every file
// finds what it reads.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { runChild } from '../child.mjs';
import { readStamp, stampOf, writeStamp } from './content-stamp.mjs';
import { PlainStop } from '../plain-stop.mjs';
import { nodeFlags, projectNode } from '../project-node.mjs';
import { inRoot, root } from '../root.mjs';

/** Where the package is assembled, absolute. */
export const packageFolder = inRoot('dist', 'npm');

const sources = [
  'emulator',
  'package.json',
  'package-lock.json',
  'config',
  'LICENSE',
  'scripts/build/emulator-package.mjs',
  'dist/console',
];
const stampFile = inRoot('.cache', 'build', 'dist-npm.stamp');
const oldestNode = '>=20.12';

/**
 * Assembles the package if it is older than its sources.
 * @param {object} options
 * @param {(message: string) => void} options.print
 * @param {boolean} [options.isForced]
 */
export async function buildEmulatorPackage({ print, isForced = false }) {
  await build({ print, isForced, only: ['dist/console/index.html'] });
  const stamp = stampOf(root, sources);
  if (!isForced && existsSync(join(packageFolder, 'package.json')) && readStamp(stampFile) === stamp) return;
  print('Building the emulator’s package…');
  rmSync(packageFolder, { recursive: true, force: true });
  await compile();
  const compiled = join(packageFolder, 'emulator');
  for (const file of filesIn(compiled).filter((name) => name.endsWith('.d.ts'))) pointAtJavaScript(file);
  for (const folder of ['samples', 'scenarios']) copy(['emulator', folder], ['emulator', folder]);
  copy(['dist', 'console'], ['dist', 'console']);
  copy(['emulator', 'README.md'], ['README.md']);
  copy(['LICENSE'], ['LICENSE']);
  writeFileSync(join(packageFolder, 'package.json'), `${JSON.stringify(manifest(compiled), null, 2)}\n`);
  writeStamp(stampFile, stamp);
}

async function compile() {
  const tsc = [inRoot('node_modules', 'typescript', 'bin', 'tsc'), '-p', 'emulator/tsconfig.npm.json'];
  const { code } = await runChild(projectNode(), [...nodeFlags, ...tsc], { cwd: root, stdio: ['ignore', 2, 2] });
  if (code === 0) return;
  throw new PlainStop(
    'The emulator could not be compiled; the output of tsc is above.',
    'To compile it alone, run: npx tsc -p emulator/tsconfig.npm.json',
  );
}

/**
 * Declarations import `.ts` files, which only some tools resolve to `.d.ts`.
 * @param {string} file
 */
function pointAtJavaScript(file) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replaceAll(/((?:from|import\() ?['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'));
}

/**
 * @param {readonly string[]} from
 * @param {readonly string[]} to
 */
function copy(from, to) {
  mkdirSync(packageFolder, { recursive: true });
  const isKept = (/** @type {string} */ path) => !path.endsWith('.ts');
  cpSync(inRoot(...from), join(packageFolder, ...to), { recursive: true, filter: isKept });
}

/** @param {string} compiled */
function manifest(compiled) {
  const { name, version, license, dependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const entryPoint = (/** @type {string} */ file) => ({
    types: `./emulator/${file}.d.ts`,
    default: `./emulator/${file}.js`,
  });
  return {
    name,
    version,
    description: 'An emulator of the Pilot Flight Service for tests and demos, with a clock, faults and a console',
    license,
    keywords: ['emulator', 'mock', 'test', 'oauth2', 'pkce', 'rate-limit', 'fault-injection'],
    type: 'module',
    engines: { node: oldestNode },
    exports: {
      './emulator': entryPoint('emulator'),
      './emulator/samples': entryPoint('samples/sample-files'),
      './emulator/testing': entryPoint('testing'),
      './package.json': './package.json',
    },
    bin: { 'pilot-companion': 'emulator/main.js', 'pilot-companion-emulator': 'emulator/main.js' },
    dependencies: Object.fromEntries(
      [...packagesImportedBy(compiled)].toSorted().map((imported) => {
        const tested = dependencies[imported];
        if (tested === undefined)
          throw new PlainStop(`The emulator imports ${imported}, which package.json doesn't list.`);
        return [imported, `^${tested}`];
      }),
    ),
  };
}

/** @param {string} folder */
function packagesImportedBy(folder) {
  const imports = /(?:\bfrom|\bimport)\s*\(?\s*['"]((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[^'"]*)?['"]/g;
  const names = filesIn(folder)
    .filter((name) => name.endsWith('.js') || name.endsWith('.d.ts'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(imports)].map(([, name = '']) => name));
  return new Set(names);
}

/** @param {string} folder */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
