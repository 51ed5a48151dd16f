// Assembles the emulator's npm package in dist/npm: bundled, with types, console, scenarios, sample images, its docs,
// and a package.json with only the dependencies of the bundled files. Folders keep their relative positions, so that
// every file finds what it reads.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from './build.mjs';
import { runChild } from '../child.mjs';
import { whenChanged } from './content-stamp.mjs';
import { runVite } from './run-vite.mjs';
import { packagedPages, textsOfPackage } from './package/emulator-texts.mjs';
import { PlainStop } from '../plain-stop.mjs';
import { nodeFlags, projectNode } from '../project-node.mjs';
import { inRoot, root } from '../root.mjs';

/** The name of the package and of its program. */
const packageName = 'pilot-companion-emulator';
/** Where the package is assembled, absolute. */
export const packageFolder = inRoot('dist', 'npm');

const sources = [
  'emulator',
  'package.json',
  'package-lock.json',
  'config',
  'docs/emulator',
  'LICENSE',
  'scripts/build/emulator-package.mjs',
  'scripts/build/package/emulator-texts.mjs',
  'dist/console',
];
/** Test runners that the package has entry points for; their users have them installed. */
const runners = ['vitest'];
/** The oldest version that all dependencies accept. */
const supportedNode = '>=22';

/**
 * Assembles the package if it is older than its sources.
 * @param {object} options
 * @param {(message: string) => void} options.print
 * @param {boolean} [options.isForced]
 */
export async function buildEmulatorPackage({ print, isForced = false }) {
  await build({ print, isForced, only: ['dist/console/index.html'] });
  const outputs = ['dist/npm/package.json'];
  await whenChanged({ name: 'dist-npm', sources, outputs, isForced }, () => assemble(print));
}

/** @param {(message: string) => void} print */
async function assemble(print) {
  print('Building the emulator’s package…');
  rmSync(packageFolder, { recursive: true, force: true });
  await writeDeclarations();
  await runVite('the emulator’s package', 'emulator/vite.npm.config.ts');
  const compiled = join(packageFolder, 'emulator');
  for (const name of ['jest.cjs', 'jest.d.cts', 'compose.yaml', 'Containerfile'])
    copy(['emulator', name], ['emulator', name]);
  for (const file of filesIn(compiled).filter((name) => /\.d\.c?ts$/.test(name))) pointAtJavaScript(file);
  for (const folder of ['samples', 'scenarios']) copy(['emulator', folder], ['emulator', folder]);
  copy(['dist', 'console'], ['dist', 'console']);
  copy(['emulator', 'README.md'], ['README.md']);
  copyExamples();
  for (const page of packagedPages) copy(['docs', 'emulator', page], ['docs', 'emulator', page]);
  rewriteTexts();
  copy(['LICENSE'], ['LICENSE']);
  writeFileSync(join(packageFolder, 'package.json'), `${JSON.stringify(manifest(compiled), null, 2)}\n`);
}

async function writeDeclarations() {
  const tsc = [inRoot('node_modules', 'typescript', 'bin', 'tsc'), '-p', 'emulator/tsconfig.npm.json'];
  const { code } = await runChild(projectNode(), [...nodeFlags, ...tsc], { cwd: root, stdio: ['ignore', 2, 2] });
  if (code === 0) return;
  throw new PlainStop(
    "The emulator's declarations could not be written; the output of tsc is above.",
    'To write them alone, run: npx tsc -p emulator/tsconfig.npm.json',
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

function copyExamples() {
  const isKept = (/** @type {string} */ path) => !path.endsWith('__pycache__');
  cpSync(inRoot('emulator', 'examples'), join(packageFolder, 'examples'), { recursive: true, filter: isKept });
}

function rewriteTexts() {
  const files = [...filesIn(join(packageFolder, 'docs')), ...filesIn(join(packageFolder, 'examples'))];
  const texts = files
    .filter((file) => /\.(md|ts|py|sh)$/.test(file))
    .map((file) => /** @type {const} */ ([pathOf(file), readFileSync(file, 'utf8')]));
  const rewritten = textsOfPackage(new Map(texts), (path) => existsSync(join(packageFolder, path)));
  for (const [path, text] of rewritten) writeFileSync(join(packageFolder, path), text);
}

/** @param {string} file */
const pathOf = (file) => relative(packageFolder, file).replaceAll('\\', '/');

/** @param {string} compiled */
function manifest(compiled) {
  const { version, license, dependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const imported = [...packagesImportedBy(compiled)].filter((name) => !runners.includes(name)).toSorted();
  const entryPoint = (/** @type {string} */ file) => ({
    types: `./emulator/${file}.d.ts`,
    default: `./emulator/${file}.js`,
  });
  return {
    name: packageName,
    version,
    description: 'An emulator of the Pilot Flight Service for tests and demos, with a clock, faults and a console',
    license,
    keywords: ['emulator', 'mock', 'test', 'oauth2', 'pkce', 'rate-limit', 'fault-injection'],
    type: 'module',
    engines: { node: supportedNode },
    exports: {
      '.': entryPoint('emulator'),
      './samples': entryPoint('samples/sample-files'),
      './testing': entryPoint('testing'),
      './vitest': entryPoint('vitest'),
      './jest': { types: './emulator/jest.d.cts', default: './emulator/jest.cjs' },
      './docs/*': './docs/*',
      './package.json': './package.json',
    },
    bin: { [packageName]: 'emulator/main.js' },
    dependencies: Object.fromEntries(
      imported.map((name) => {
        const tested = dependencies[name];
        if (tested === undefined) throw new PlainStop(`The emulator imports ${name}, which package.json doesn't list.`);
        return [name, `^${tested}`];
      }),
    ),
    peerDependencies: Object.fromEntries(runners.map((name) => [name, '*'])),
    peerDependenciesMeta: Object.fromEntries(runners.map((name) => [name, { optional: true }])),
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
