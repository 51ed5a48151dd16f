import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeWhole } from '../../../../main/core/logbook/export/write-whole.ts';

it.skipIf(process.platform === 'win32')('an export is written to a pipe, which stays a pipe', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'export-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  const reading = readFile(path, 'utf8');
  await writeWhole(path, (write) => write('flights'));
  expect(await reading).toBe('flights');
  expect(lstatSync(path).isFIFO()).toBe(true);
  expect(readdirSync(folder)).toEqual(['pipe']);
});
