// One folder of a release from the folders of its computers.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { mergeReleases } from '../../../scripts/release/merge-metadata.mjs';

/** @type {string} */
let folder;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'merge-metadata-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** @param {string} computer @param {Record<string, string>} files */
function computer(computer, files) {
  mkdirSync(join(folder, 'in', computer), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'in', computer, name), text);
}
/** @param {string} arch @param {string} version */
const latest = (arch, version = '1.2.0') =>
  `version: ${version}\nfiles:\n  - url: app-${arch}.exe\n    sha512: abc\n    size: 5\npath: app-${arch}.exe\nreleaseDate: '2026-11-22T00:00:00.000Z'\n`;
const merge = () => mergeReleases(join(folder, 'in'), join(folder, 'out'));

test('an update is offered to both architectures of a system', () => {
  computer('packages-windows-arm64', { 'latest.yml': latest('arm64'), 'app-arm64.exe': 'arm64' });
  computer('packages-windows-x64', { 'latest.yml': latest('x64'), 'app-x64.exe': 'x64' });
  computer('packages-linux-x64', { 'latest-linux.yml': latest('linux') });
  expect(merge()).toEqual(['app-arm64.exe', 'app-x64.exe', 'latest-linux.yml', 'latest.yml']);
  const { files } = parse(readFileSync(join(folder, 'out', 'latest.yml'), 'utf8'));
  expect(files.map((/** @type {{ url: string }} */ { url }) => url)).toEqual(['app-arm64.exe', 'app-x64.exe']);
  expect(parse(readFileSync(join(folder, 'out', 'latest-linux.yml'), 'utf8'))).toEqual(parse(latest('linux')));
});

test('computers that made different versions are refused', () => {
  computer('one', { 'latest.yml': latest('x64') });
  computer('two', { 'latest.yml': latest('arm64', '1.3.0') });
  expect(merge).toThrow('latest.yml is of version 1.2.0 on one computer and 1.3.0 on another.');
});

test('a package that two computers made is refused', () => {
  computer('one', { 'app.exe': '1' });
  computer('two', { 'app.exe': '2' });
  expect(merge).toThrow('Two computers made app.exe.');
});
