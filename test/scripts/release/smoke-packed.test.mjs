import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recipeOf } from '../../../scripts/release/desktop/smoke-packed.mjs';

test.each([
  ['linux', '/p/a.deb', join('/t', 'opt', 'Pilot Companion', 'pilot-companion')],
  ['linux', '/p/a.rpm', join('/t', 'opt', 'Pilot Companion', 'pilot-companion')],
  ['linux', '/p/a.AppImage', join('/t', 'squashfs-root', 'AppRun')],
  ['darwin', '/p/a.zip', join('/t', 'Pilot Companion.app', 'Contents', 'MacOS', 'Pilot Companion')],
  ['darwin', '/p/a.dmg', join('/t', 'Pilot Companion.app', 'Contents', 'MacOS', 'Pilot Companion')],
  ['win32', '/p/a.exe', join('/t', 'Pilot Companion.exe')],
])('opens on %s %s', (platform, file, program) => {
  const recipe = recipeOf(file, '/t', /** @type {NodeJS.Platform} */ (platform));
  expect(recipe?.program).toBe(program);
  expect(recipe?.unpack.join(' ')).toContain(file);
});

test('starts no package of another system, and nothing else', () => {
  expect(recipeOf('/p/a.exe', '/t', 'linux')).toBeNull();
  expect(recipeOf('/p/SHA256SUMS', '/t', 'linux')).toBeNull();
  expect(recipeOf('/p/a.blockmap', '/t', 'darwin')).toBeNull();
});

test('passes the folder to the Windows installer last and without quotes, as NSIS reads it', () => {
  expect(recipeOf('C:\\p\\a.exe', 'C:\\t', 'win32')?.unpack.at(-1)).toBe('/D=C:\\t');
});

test('detaches a disk image afterwards', () => {
  expect(recipeOf('/p/a.dmg', '/t', 'darwin')?.after).toEqual(['hdiutil', 'detach', '/t', '-force']);
});
