import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { differences, readArguments, treeOf } from '../../../scripts/release/compare-builds.mjs';
import { inRoot } from '../../../scripts/root.mjs';

/** @param {Readonly<Record<string, string>>} files */
function folderOf(files) {
  const folder = mkdtempSync(join(tmpdir(), 'compare-builds-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** An asar archive with one file. @param {string} name @param {string} text */
function archiveOf(name, text) {
  const json = Buffer.from(JSON.stringify({ files: { [name]: { size: text.length, offset: '0' } } }));
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(json.length + 8, 4);
  sizes.writeUInt32LE(json.length + 4, 8);
  sizes.writeUInt32LE(json.length, 12);
  return Buffer.concat([sizes, json, Buffer.from(text)]).toString('latin1');
}

test('two equal builds have no difference', () => {
  const files = { 'a/program': 'x', 'resources/app.asar': archiveOf('main.js', 'const a=1;') };
  expect(differences(treeOf(folderOf(files)), treeOf(folderOf(files)))).toEqual([]);
});

test('names each file that differs, and how', () => {
  const one = folderOf({ same: '1', content: '1', first: '1', mode: '1' });
  const other = folderOf({ same: '1', content: '2', second: '1', mode: '1' });
  chmodSync(join(one, 'mode'), 0o644);
  chmodSync(join(other, 'mode'), 0o755);
  symlinkSync('same', join(one, 'link'));
  symlinkSync('content', join(other, 'link'));
  expect(differences(treeOf(one), treeOf(other))).toEqual([
    { path: 'content', how: 'content' },
    { path: 'first', how: 'only in the first' },
    { path: 'link', how: 'link' },
    ...(process.platform === 'win32' ? [] : [{ path: 'mode', how: 'mode' }]),
    { path: 'second', how: 'only in the second' },
  ]);
});

test('names the file in an archive that differs, not only the archive', () => {
  const one = folderOf({ 'resources/app.asar': archiveOf('main.js', 'const a=1;') });
  const other = folderOf({ 'resources/app.asar': archiveOf('main.js', 'const a=2;') });
  expect(differences(treeOf(one), treeOf(other)).map(({ path }) => path)).toEqual([
    'resources/app.asar',
    'resources/app.asar/main.js',
  ]);
});

test('reads its arguments', () => {
  expect(readArguments(['a', '--report', 'r', 'b', '--may-differ', '**/x', '--may-differ', 'y'])).toEqual({
    folders: ['a', 'b'],
    report: 'r',
    mayDiffer: ['**/x', 'y'],
  });
});

test('ends with 1 for a difference that is not known, and with 0 for one that is', () => {
  const [one, other] = [folderOf({ 'deep/a': '1' }), folderOf({ 'deep/a': '2' })];
  const report = join(one, '..', `${one.split(/[\\/]/).at(-1)}-report.txt`);
  onTestFinished(() => rmSync(report, { force: true }));
  const run = (/** @type {string[]} */ ...more) => {
    try {
      const script = inRoot('scripts', 'release', 'compare-builds.mjs');
      execFileSync(process.execPath, [script, one, other, ...more], { stdio: 'ignore' });
      return 0;
    } catch (error) {
      return /** @type {{ status: number }} */ (error).status;
    }
  };
  expect(run('--report', report)).toBe(1);
  expect(readFileSync(report, 'utf8')).toContain('DIFFERS  deep/a: content\n1 files compared, 1 differ, 0 of them');
  expect(run('--may-differ', '**/a')).toBe(0);
});
