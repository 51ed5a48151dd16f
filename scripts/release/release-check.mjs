// `npm run release:check`: checks everything about a release that one computer can check, then lists what a person has
// to do. Checks whose tools are missing are skipped. Exits with 1 if a check failed.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installedRuntime } from '../build/electron-runtime.mjs';
import { runChild } from '../child.mjs';
import { runNpm } from '../npm.mjs';
import { runScript } from '../plain-stop.mjs';
import { nodeFlags, projectNode } from '../project-node.mjs';
import { inRoot, root } from '../root.mjs';
import { manifest } from './desktop/identity.mjs';
import { compileInstallerText } from './desktop/installer-text.mjs';
import { makeStandInRuntime } from './stand-in-runtime.mjs';

/** @typedef {{ name: string, result: 'good' | 'failed' | 'skipped', detail: string }} Row */
/** @typedef {(name: string, result: Row['result'], detail?: string) => void} Add */

/** Other scripts of a release. */
const others = /** @type {const} */ ([
  ['the command line package', 'scripts/release/pack-cli.mjs'],
  ['the emulator package', 'scripts/build/pack-emulator.mjs'],
]);

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
  const folders = [join(work, 'one'), join(work, 'two')];
  const script = join('scripts', 'release', 'compare-builds.mjs');
  const { code, output, last } = await run([script, ...folders, '--may-differ', 'builder-*']);
  if (code !== 0) console.error(output);
  add('two builds are equal', code === 0 ? 'good' : 'failed', last);
}

/**
 * Makes notes and checksums from files with the names of a release.
 * @param {Add} add
 * @param {string} work
 */
async function texts(add, work) {
  const { version } = manifest();
  const notes = await run([join('scripts', 'release', 'notes.mjs'), version, '--allow-unreleased']);
  add('the notes of the release', notes.code === 0 ? 'good' : 'failed', notes.code === 0 ? '' : notes.last);
  const folder = join(work, 'release');
  mkdirSync(folder);
  const ends = ['win-x64.exe', 'win-arm64.exe', 'mac-x64.dmg', 'mac-arm64.dmg', 'linux-amd64.deb', 'linux-arm64.deb'];
  for (const end of ends) writeFileSync(join(folder, `pilot-companion-${version}-${end}`), `in place of ${end}`);
  const sums = await run([join('scripts', 'release', 'checksums.mjs'), folder]);
  add('checksums', sums.code === 0 ? 'good' : 'failed', sums.code === 0 ? '' : sums.last);
}

/** @param {Add} add */
async function tools(add) {
  for (const [tool, args] of /** @type {const} */ ([
    ['actionlint', []],
    ['zizmor', ['--offline', '.github/workflows']],
  ])) {
    const { code, output } = await runChild(tool, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    if (code === 127)
      add(`${tool} of the system`, 'skipped', 'not on this computer; its rules are in test/architecture');
    else add(`${tool} of the system`, code === 0 ? 'good' : 'failed', output.trim().split('\n')[0]);
  }
}

/** @param {Add} add */
async function audit(add) {
  const { code, output } = await runNpm(['audit', '--audit-level=high'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  add(
    'no known severe vulnerability',
    code === 0 ? 'good' : 'failed',
    code === 0 ? '' : (output.trim().split('\n').at(-1) ?? ''),
  );
}

/** @param {Add} add */
async function checkAll(add) {
  const work = mkdtempSync(join(tmpdir(), 'pilot-companion-release-'));
  try {
    await compare(add, work);
    await check(add, 'the version is the same everywhere', vitest('test/emulator/version.test.ts'));
    await check(add, 'the lock file has a hash for every package', vitest('test/docs/lock-file.test.ts'));
    await check(add, 'the workflows keep the rules', vitest('test/architecture/workflows.test.ts'));
    await tools(add);
    await check(add, 'the scripts of a release', vitest('test/scripts/release', 'test/scripts/build/package-'));
    await check(
      add,
      'the smoke test, on the stand-in for Electron',
      vitest('test/desktop/stand-in/stand-in.test.ts', '-t', 'smoke'),
    );
    const compiled = await compileInstallerText(work);
    add('what the Windows uninstaller says', compiled.result, compiled.detail);
    add('the packages', 'skipped', 'each is made and started on its own system, by the workflow');
    await texts(add, work);
    await audit(add);
    for (const [name, script] of others) {
      if (existsSync(inRoot(script))) await check(add, name, [script]);
      else add(name, 'skipped', `there is no ${script}`);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Returns the unticked items of the checklist by heading.
 * @param {string} checklist
 * @returns {{ heading: string, items: string[] }[]}
 */
export function leftToAPerson(checklist) {
  /** @type {{ heading: string, items: string[] }[]} */
  const parts = [];
  for (const line of checklist.split('\n')) {
    if (line.startsWith('## ')) parts.push({ heading: line.slice(3), items: [] });
    else if (line.startsWith('- [ ] ')) parts.at(-1)?.items.push(plain(line.slice(6)));
  }
  return parts.filter(({ items }) => items.length > 0);
}

/** @param {string} text Markdown */
const plain = (text) => text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replace(/[`*]/g, '');

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
    console.log(`\n${tableOf(rows)}\n\nLeft to a person (docs/distributors/release-checklist.md):`);
    for (const { heading, items } of leftToAPerson(
      readFileSync(inRoot('docs', 'distributors', 'release-checklist.md'), 'utf8'),
    )) {
      console.log(`\n${heading}\n${items.map((item) => `  - ${item}`).join('\n')}`);
    }
    return rows.some(({ result }) => result === 'failed') ? 1 : 0;
  });
}
