// Creates a folder with its parents, or fails with a reason, in finite time.
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder } from '../../../../main/core/platform/files/make-folder.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'make-folder-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test('creates a folder and its parents for the pilot alone, and accepts one that is there', () => {
  const path = join(folder, 'a', 'b c', 'ü');
  makeFolder(path);
  makeFolder(path);
  expect(statSync(path).isDirectory()).toBe(true);
  const mode = statSync(join(folder, 'a')).mode & 0o777;
  expect(process.platform === 'win32' || mode === 0o700).toBe(true);
});

test('refuses a path through a file', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => makeFolder(join(folder, 'file'))).toThrow(/EEXIST/);
  expect(() => makeFolder(join(folder, 'file', 'below'))).toThrow(/EEXIST|ENOTDIR/);
});

test('rejects a place where nothing can be created, instead of retrying forever', ({ skip }) => {
  skip(!existsSync('/proc/self'), 'there is no /proc here');
  expect(() => makeFolder('/proc/nowhere/below')).toThrow(/ENOENT/);
});
