// Makes the deb, the rpm and the AppImage with a stand-in for Electron's runtime and checks them: with lintian and
// rpmlint, their file locations, desktop entry and description, and the deb by installing and removing it in a clean
// Debian. Needs Debian and root; `npm run release:check` runs it. `--no-install` skips the installation.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readFlags } from '../flags.mjs';
import { runScript } from '../plain-stop.mjs';
import { debChecks, fileChecks, installChecks, output, rpmChecks } from './linux/checks.mjs';
import { makeStandInRuntime } from './linux/stand-in-runtime.mjs';
import { standInStart } from './linux/stand-in-start.mjs';
import { makePackage } from './desktop/package.mjs';
import { inRoot } from '../root.mjs';

/** @typedef {{ name: string, result: 'good' | 'failed' | 'skipped', detail: string }} Row */

/** Each tool, and the Debian package that has it. */
const tools = /** @type {const} */ ([
  ['dpkg-deb', 'dpkg'],
  ['rpmbuild', 'rpm'],
  ['lintian', 'lintian'],
  ['rpmlint', 'rpmlint'],
  ['desktop-file-validate', 'desktop-file-utils'],
  ['appstreamcli', 'appstream'],
  ['debootstrap', 'debootstrap'],
]);

/**
 * @param {{ installs?: boolean, print?: (row: Row) => void }} [options]
 * @returns {Promise<Row[]>}
 */
export async function checkLinuxPackages({ installs = true, print = () => {} } = {}) {
  /** @type {Row[]} */
  const rows = [];
  const add = (/** @type {Row} */ row) => {
    rows.push(row);
    print(row);
  };
  const missing = tools.filter(([tool]) => !isThere(tool)).map(([, name]) => name);
  if (process.platform !== 'linux' || missing.length > 0) {
    add({ name: 'Linux packages', result: 'skipped', detail: `run on Debian: apt-get install ${missing.join(' ')}` });
    return rows;
  }
  const work = mkdtempSync(join(tmpdir(), 'pilot-companion-linux-'));
  try {
    const made = await make(work, add);
    for (const [kind, path] of Object.entries(made)) {
      const unpacked = join(work, `${kind}-files`);
      unpack(kind, path, unpacked);
      const checks = [...fileChecks(unpacked), ...(kind === 'deb' ? debChecks(path) : rpmChecks(path))];
      for (const check of checks) add(rowOf(kind, check));
    }
    if (made['deb'] === undefined) return rows;
    add(rowOf('deb', standInStart(join(work, 'deb-files'), join(work, 'start'))));
    if (!installs || process.getuid?.() !== 0) {
      add({ name: 'deb: installs', result: 'skipped', detail: installs ? 'needs root' : '--no-install' });
      return rows;
    }
    for (const check of installChecks(made['deb'], work)) {
      const row = rowOf('deb', check);
      add(row);
      // The following checks depend on this one.
      if (row.result === 'failed') break;
    }
    return rows;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * @param {string} work
 * @param {(row: Row) => void} add
 * @returns {Promise<Record<string, string>>} paths by kind
 */
async function make(work, add) {
  const packed = join(work, 'package');
  const own = process.env['CUSTOM_FPM_PATH'];
  const env = { ...process.env, CUSTOM_FPM_PATH: own ?? inRoot('scripts', 'release', 'linux', 'fpm-substitute.mjs') };
  const common = [
    `-c.electronDist=${makeStandInRuntime(join(work, 'runtime'))}`,
    `-c.directories.output=${packed}`,
    '--allow-placeholders',
  ];
  const code = await makePackage(['--linux', 'deb', 'rpm', ...common], env);
  const detail = own === undefined ? 'with a substitute for fpm' : `with ${own}`;
  add({ name: 'deb and rpm are made', result: code === 0 ? 'good' : 'failed', detail });
  add({
    name: 'AppImage is made',
    result: 'skipped',
    detail: 'its static runtime comes from GitHub only; neither npm nor Debian has it',
  });
  if (code !== 0) return {};
  const files = readdirSync(packed);
  return Object.fromEntries(
    ['deb', 'rpm'].flatMap((kind) =>
      files.filter((file) => file.endsWith(`.${kind}`)).map((file) => [kind, join(packed, file)]),
    ),
  );
}

/** @param {string} kind @param {string} path @param {string} to */
function unpack(kind, path, to) {
  if (kind === 'deb') output('dpkg-deb', ['--extract', path, to]);
  else
    output('sh', [
      '-c',
      'mkdir "$2" && cd "$2" && rpm2cpio "$1" | cpio --extract --quiet --make-directories',
      'sh',
      path,
      to,
    ]);
}

/** @param {string} kind @param {import('./linux/checks.mjs').Check} check @returns {Row} */
function rowOf(kind, { name, run }) {
  try {
    return { name: `${kind}: ${name}`, result: 'good', detail: run().trim().split('\n').at(-1) ?? '' };
  } catch (error) {
    return {
      name: `${kind}: ${name}`,
      result: 'failed',
      detail: error instanceof Error ? error.message : String(error),
    };
  }
}

/** @param {string} tool */
function isThere(tool) {
  try {
    output('sh', ['-c', 'command -v "$1"', 'sh', tool]);
    return true;
  } catch {
    return false;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    const installs = !readFlags(['--no-install']).has('--no-install');
    const rows = await checkLinuxPackages({
      installs,
      print: ({ name, result, detail }) => console.log(`${result.padEnd(8)} ${name}: ${detail}`),
    });
    return rows.some(({ result }) => result === 'failed') ? 1 : 0;
  });
}
