import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeWhole } from '../../../../main/core/logbook/export/export-file.ts';

describe('a file of an export', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'export-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is complete, or unchanged', async () => {
    const path = join(folder, 'flights.csv');
    writeFileSync(path, 'before');
    const failing = writeWhole(path, async (write) => {
      await write('half');
      throw new Error('stopped');
    });
    await expect(failing).rejects.toThrow('stopped');
    expect(readFileSync(path, 'utf8')).toBe('before');
    await writeWhole(path, (write) => write('Zürich'));
    expect(readFileSync(path, 'utf8')).toBe('Zürich');
    expect(readdirSync(folder)).toEqual(['flights.csv']);
  });

  it.skipIf(process.platform === 'win32')('replaces the file that a symbolic link leads to, not the link', async () => {
    const [path, link] = [join(folder, 'flights.csv'), join(folder, 'newest.csv')];
    writeFileSync(path, 'before');
    symlinkSync(path, link);
    await writeWhole(link, (write) => write('after'));
    expect(readFileSync(path, 'utf8')).toBe('after');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });
});
