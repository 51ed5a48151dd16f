import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultRules } from '../../../main/contract/folder-rules.ts';
import { newestScreenshot } from '../../../main/core/folders/suggested-folders.ts';

let root: string;
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'pilot-companion-newest-'))));
afterEach(() => rmSync(root, { recursive: true }));

function put(name: string, seconds: number) {
  mkdirSync(join(root, name, '..'), { recursive: true });
  writeFileSync(join(root, name), '');
  utimesSync(join(root, name), seconds, seconds);
}
const folder = (name: string, names = ['*']) => ({ path: join(root, name), rules: { ...defaultRules, names } });

test("is the one written last, in any folder, among those its folder's rule matches", async () => {
  put('a/one.png', 1);
  put('a/two.jpg', 2);
  put('b/report-3.png', 3);
  put('b/holiday.png', 4);
  put('b/notes.txt', 5);
  mkdirSync(join(root, 'b/report-folder.png'));
  expect(await newestScreenshot([folder('a'), folder('b', ['report-*']), folder('gone')])).toEqual({
    path: join(root, 'b/report-3.png'),
    name: 'report-3.png',
  });
  expect(await newestScreenshot([folder('a')])).toMatchObject({ name: 'two.jpg' });
});

test('is null without folders, and without images', async () => {
  expect(await newestScreenshot([])).toBeNull();
  expect(await newestScreenshot([folder('gone')])).toBeNull();
});
