import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { syncFile, syncFolder } from '../../../../main/core/storage/files/attempt-journal.ts';

const handles = '/proc/self/fd';

test('keeps neither the folder nor the file open', ({ skip, onTestFinished }) => {
  skip(!existsSync(handles), 'the open files of a process are listed on Linux only');
  const folder = mkdtempSync(join(tmpdir(), 'sync-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'a');
  writeFileSync(file, 'a');
  const before = readdirSync(handles).length;
  for (let n = 0; n < 20; n += 1) {
    syncFolder(folder);
    syncFile(file);
  }
  expect(readdirSync(handles).length).toBeLessThan(before + 20);
});
