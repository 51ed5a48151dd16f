import { expect, test } from 'vitest';
import { unguardedUses } from './platform-guards.ts';
import { textFiles } from './source-files.ts';

test('the desktop host uses what Electron has on some systems only behind a condition', () => {
  const host = textFiles().filter(({ path }) => /^main\/electron\/.*\.ts$/.test(path));
  expect(host.length).toBeGreaterThan(20);
  expect(host.flatMap(({ path, text }) => unguardedUses(path, text))).toEqual([]);
});

test.each([
  ["app.setAppUserModelId('a');", ['a.ts:1 uses app.setAppUserModelId, which exists on win32 only']],
  ["window()?.setOverlayIcon(null, '');", ['a.ts:1 uses window.setOverlayIcon, which exists on win32 only']],
  [
    "if (platform === 'darwin') app.setAppUserModelId('a');",
    ['a.ts:1 uses app.setAppUserModelId, which exists on win32 only'],
  ],
  ["if (platform !== 'win32') app.setBadgeCount(1);", []],
  ["if (platform === 'win32') app.setAppUserModelId('a');", []],
  ["if (platform === 'win32') {\n  app.setAppUserModelId('a');\n}", []],
  ["app.on('open-file', () => {});\napp.quit();", []],
  ['other.app.setAppUserModelId();', []],
])('%j is reported as %j', (text, expected) => {
  expect(unguardedUses('a.ts', text)).toEqual(expected);
});
