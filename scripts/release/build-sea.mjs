// `npm run build:sea`: makes the command line as one executable for this system in dist/sea, by Node's single
// executable applications, and prints its path. Node of this system is in it, so each system makes its own.
//   --force   rebuilds the package that it contains
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensurePackages } from '../build/packages.mjs';
import { refuseSecrets } from '../build/package-check.mjs';
import { runChild } from '../child.mjs';
import { readFlags } from '../flags.mjs';
import { PlainStop, runScript } from '../plain-stop.mjs';
import { nodeFlags, projectNode } from '../project-node.mjs';
import { inRoot } from '../root.mjs';
import { buildCliPackage, packageFolder, packageName } from './cli-package.mjs';
import { oneAtATime } from '../build/one-at-a-time.mjs';

const folder = inRoot('dist', 'sea');
const executable = join(folder, process.platform === 'win32' ? `${packageName}.exe` : packageName);
/** The sentinel that Node looks for in its executable (nodejs.org, "Single executable applications"). */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

await runScript(async () => {
  const isForced = readFlags(['--force']).has('--force');
  await ensurePackages(console.error);
  await oneAtATime('dist-npm-cli', async () => {
    await buildCliPackage({ print: console.error, isForced });
    refuseSecrets(packageFolder);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const node = projectNode();
    const blob = join(folder, 'program.blob');
    await run(node, ['--experimental-sea-config', writeConfig(blob)]);
    copyFileSync(node, executable);
    chmodSync(executable, 0o755);
    const isMac = process.platform === 'darwin';
    if (isMac) await run('codesign', ['--remove-signature', executable]);
    const inject = [inRoot('node_modules', 'postject', 'dist', 'cli.js'), executable, 'NODE_SEA_BLOB', blob];
    const segment = isMac ? ['--macho-segment-name', 'NODE_SEA'] : [];
    await run(node, [...inject, '--sentinel-fuse', fuse, ...segment]);
    // Ad hoc, for this computer only; the release workflow signs releases.
    if (isMac) await run('codesign', ['--sign', '-', executable]);
    for (const name of ['program.blob', 'about.json', 'sea.json']) rmSync(join(folder, name));
  });
  console.log(executable);
  return 0;
});

/**
 * Writes the description of the blob and returns its path.
 * @param {string} output
 */
function writeConfig(output) {
  const files = [...filesIn(packageFolder), ...keychainFiles()];
  const assets = Object.fromEntries(files.map(({ key, path }) => [key, path]));
  const hash = createHash('sha256');
  for (const { key, path } of files.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
    hash.update(key).update(readFileSync(path));
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const about = join(folder, 'about.json');
  writeFileSync(about, JSON.stringify({ version, digest: hash.digest('hex').slice(0, 16) }));
  const config = join(folder, 'sea.json');
  const content = {
    main: inRoot('scripts', 'release', 'sea-main.cjs'),
    output,
    disableExperimentalSEAWarning: true,
    execArgv: nodeFlags,
    assets: { ...assets, 'about.json': about },
  };
  writeFileSync(config, JSON.stringify(content, null, 2));
  return config;
}

/**
 * @param {string} base
 * @param {string} [prefix] of the keys
 */
function filesIn(base, prefix = '') {
  return readdirSync(base, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { key: `${prefix}${relative(base, path).replaceAll('\\', '/')}`, path };
    });
}

/** The keychain with its binary for this system, where npm has one. */
function keychainFiles() {
  const scope = inRoot('node_modules', '@napi-rs');
  return readdirSync(scope)
    .filter((name) => name.startsWith('keyring'))
    .flatMap((name) => filesIn(join(scope, name), `node_modules/@napi-rs/${name}/`))
    .filter(({ key }) => /\.(js|json|node)$|LICENSE/.test(key));
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
async function run(command, args) {
  const { code, output } = await runChild(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  if (code !== 0) throw new PlainStop(`${command} failed:\n${output}`);
}
