// What has to survive a power failure is synced to the disk before a write returns.
import fs from 'node:fs';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, test } from 'vitest';
import {
  attemptJournalPath,
  createAttemptJournal,
  syncFile,
  syncFolder,
} from '../../../../main/core/storage/files/attempt-journal.ts';
import { attemptLine } from '../attempt-line.ts';

let folder: string;
/** What was synced, in order. */
let synced: ('file' | 'folder')[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'durable-'));
  synced = [];
  const { fsyncSync } = fs;
  fs.fsyncSync = (file) => {
    synced.push(fs.fstatSync(file).isDirectory() ? 'folder' : 'file');
    fsyncSync(file);
  };
  syncBuiltinESMExports();
  return () => {
    fs.fsyncSync = fsyncSync;
    syncBuiltinESMExports();
    rmSync(folder, { recursive: true });
  };
});

// Windows journals the names in a folder itself.
describe.skipIf(process.platform === 'win32')('the attempt journal', () => {
  it('syncs the name of a new file, and the lines that have to be durable', () => {
    const journal = createAttemptJournal(attemptJournalPath(folder), () => 1);
    journal.begin();
    expect(synced).toEqual(['folder']);
    journal.write(attemptLine, false);
    expect(synced).toEqual(['folder']);
    journal.write(attemptLine, true);
    expect(synced).toEqual(['folder', 'file']);
    journal.close();
    const again = createAttemptJournal(attemptJournalPath(folder), () => 1);
    again.begin();
    again.close();
    expect(synced).toEqual(['folder', 'file']);
  });
});

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
