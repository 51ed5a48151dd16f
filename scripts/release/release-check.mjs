// `npm run release:check`: checks everything about a release that one computer can check. Checks whose tools are missing
// are skipped. Exits with 1 if a check failed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installedRuntime } from '../build/electron-runtime.mjs';
import { runChild } from '../child.mjs';
import { runNpm } from '../npm.mjs';
import { runScript } from '../plain-stop.mjs';
import { nodeFlags, projectNode } from '../project-node.mjs';
import { root } from '../root.mjs';
import { manifest } from './desktop/identity.mjs';
import { makeStandInRuntime } from './stand-in-runtime.mjs';

/** @typedef {{ name: string, result: 'good' | 'failed' | 'skipped', detail: string }} Row */
/** @typedef {(name: string, result: Row['result'], detail?: string) => void} Add */

const notes = join('scripts', 'release', 'notes.mjs');

/**
 * Runs a file of the project. Its output is printed only if it fails.
 * @param {readonly string[]} args
 */
async function run(args, env = process.env) {
  const { code, output } = await runChild(projectNode(), [...nodeFlags, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { code, output, last: output.trim().split('\n').at(-1) ?? '' };
}

/** @param {Add} add @param {string} name @param {readonly string[]} args */
async function check(add, name, args) {
  const { code, output, last } = await run(args);
  if (code !== 0) console.error(output);
  add(name, code === 0 ? 'good' : 'failed', code === 0 ? '' : last);
}

/** @param {readonly string[]} filters */
const vitest = (...filters) => [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...filters];

/**
 * Builds and packs twice, and compares.
 * @param {Add} add
 * @param {string} work
 */
async function compare(add, work) {
  const runtime = installedRuntime() === undefined ? makeStandInRuntime(join(work, 'runtime')) : null;
  if (process.platform !== 'linux' && runtime !== null)
    return add('two builds are equal', 'skipped', 'no Electron here');
  for (const name of ['one', 'two']) {
    const built = await run([join('scripts', 'build', 'build.mjs'), '--force']);
    const output = `-c.directories.output=${join(work, name)}`;
    const own = runtime === null ? [] : [`-c.electronDist=${runtime}`];
    const packed = await run([join('scripts', 'release', 'desktop', 'package.mjs'), '--dir', output, ...own]);
    if (built.code + packed.code === 0) continue;
    console.error(built.output, packed.output);
    return add('the app is built and packed', 'failed', packed.last);
  }
  add('the app is built and packed', 'good', runtime === null ? '' : 'with a stand-in for Electron’s runtime');
  const args = ['--recursive', '--brief', '--no-dereference', '--exclude', 'builder-*'];
  const compared = await runChild('diff', [...args, join(work, 'one'), join(work, 'two')]);
  add('two builds are equal', compared.code === 0 ? 'good' : 'failed');
}

/** @param {Add} add */
async function audit(add) {
  const { code, output } = await runNpm(['audit', '--json', '--audit-level=high'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const name = 'no known severe vulnerability';
  if (code !== 0 && !output.includes('"vulnerabilities"')) return add(name, 'skipped', 'the registry gave no list');
  if (code !== 0) console.error(output);
  add(name, code === 0 ? 'good' : 'failed');
}

/** @param {Add} add */
async function checkAll(add) {
  const work = mkdtempSync(join(tmpdir(), 'pilot-companion-release-'));
  try {
    await compare(add, work);
    await check(
      add,
      'the version, the lock file, the workflows and the scripts of a release',
      vitest(
        'test/emulator/version.test.ts',
        'test/docs/lock-file.test.ts',
        'test/architecture/workflows.test.ts',
        'test/scripts/release',
        'test/scripts/build/package-',
      ),
    );
    await check(
      add,
      'the smoke test, on the stand-in for Electron',
      vitest('test/desktop/stand-in/stand-in.test.ts', '-t', 'smoke'),
    );
    await check(add, 'the notes of the release', [notes, manifest().version, '--allow-unreleased']);
    await audit(add);
    await check(add, 'the command line package', [join('scripts', 'release', 'pack-cli.mjs')]);
    await check(add, 'the emulator package', [join('scripts', 'build', 'pack-emulator.mjs')]);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * @param {readonly Row[]} rows
 * @returns {string}
 */
export function tableOf(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const lines = rows.map(({ name, result, detail }) =>
    `${result.padEnd(8)} ${name.padEnd(width)}  ${detail}`.trimEnd(),
  );
  const count = (/** @type {Row['result']} */ one) => rows.filter(({ result }) => result === one).length;
  return `${lines.join('\n')}\n\n${count('good')} good, ${count('failed')} failed, ${count('skipped')} skipped`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    /** @type {Row[]} */
    const rows = [];
    await checkAll((name, result, detail = '') => {
      rows.push({ name, result, detail });
      console.error(`${result.padEnd(8)} ${name}`);
    });
    console.log(`\n${tableOf(rows)}\n\nLeft to a person: docs/distributors/release-checklist.md`);
    return rows.some(({ result }) => result === 'failed') ? 1 : 0;
  });
}
