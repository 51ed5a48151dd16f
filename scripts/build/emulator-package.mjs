// The emulator as an npm package of its own, in dist/npm: compiled, with its types, its console, its scenarios and its
// sample pictures, and a package.json that asks for nothing but what the compiled files import. Folders lie to each
// other as they do here, so that every file finds what it reads.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { runChild } from '../child.mjs';
import { readStamp, stampOf, writeStamp } from './content-stamp.mjs';
import { PlainStop } from '../plain-stop.mjs';
import { nodeFlags, projectNode } from '../project-node.mjs';
import { inRoot, root } from '../root.mjs';

/** Where the package is put together, absolute. */
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
 * Puts the package together where it is older than what it is made of.
 * @param {object} options
 * @param {(words: string) => void} options.say
 * @param {boolean} [options.isForced]
 */
export async function buildEmulatorPackage({ say, isForced = false }) {
  await build({ say, isForced, only: ['dist/console/index.html'] });
  const stamp = stampOf(root, sources);
  if (!isForced && existsSync(join(packageFolder, 'package.json')) && readStamp(stampFile) === stamp) return;
  say('Building the emulator’s package…');
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
    'The emulator could not be compiled; the words of tsc stand above.',
    'To try it alone, type: npx tsc -p emulator/tsconfig.npm.json',
  );
}

/**
 * The compiler leaves `.ts` in the imports of declarations, which only some readers take for `.d.ts`.
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
  const door = (/** @type {string} */ file) => ({ types: `./emulator/${file}.d.ts`, default: `./emulator/${file}.js` });
  return {
    name,
    version,
    description:
      'A double of the Pilot Flight Service for tests and demonstrations, with a clock, faults and a console',
    license,
    keywords: ['emulator', 'mock', 'test', 'oauth2', 'pkce', 'rate-limit', 'fault-injection'],
    type: 'module',
    engines: { node: oldestNode },
    exports: {
      './emulator': door('emulator'),
      './emulator/samples': door('samples/sample-files'),
      './package.json': './package.json',
    },
    bin: { 'pilot-companion': 'emulator/main.js', 'pilot-companion-emulator': 'emulator/main.js' },
    dependencies: Object.fromEntries(
      [...packagesImportedBy(compiled)].toSorted().map((imported) => {
        const tested = dependencies[imported];
        if (tested === undefined) throw new PlainStop(`The emulator imports ${imported}, which is no dependency.`);
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
