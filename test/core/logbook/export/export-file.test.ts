import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isWithin, writeWhole } from '../../../../main/core/logbook/export/write-whole.ts';

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

  it('that is new is absent after an error', async () => {
    const path = join(folder, 'flights.csv');
    await expect(writeWhole(path, () => Promise.reject(new Error('stopped')))).rejects.toThrow('stopped');
    expect(readdirSync(folder)).toEqual([]);
    const result = await writeWhole(path, async (write) => {
      for (const text of ['one, ', '', 'two']) await write(text);
      return 7;
    });
    expect(result).toBe(7);
    expect(readFileSync(path, 'utf8')).toBe('one, two');
  });

  it.skipIf(process.platform === 'win32')('touches nothing beside it, and follows no link there', async () => {
    const [path, other] = [join(folder, 'f.csv'), join(folder, 'other.csv')];
    writeFileSync(other, 'mine');
    symlinkSync(other, join(folder, 'f.csv.part'));
    const beside: string[] = [];
    await writeWhole(path, async (write) => {
      await write('flights');
      beside.push(...readdirSync(folder).filter((name) => /^\.[\w-]{36}\.part$/.test(name)));
    });
    expect(beside).toHaveLength(1);
    expect(readdirSync(folder).toSorted()).toEqual(['f.csv', 'f.csv.part', 'other.csv']);
    expect([readFileSync(path, 'utf8'), readFileSync(other, 'utf8')]).toEqual(['flights', 'mine']);
    expect(lstatSync(join(folder, 'f.csv.part')).isSymbolicLink()).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('is known to be in a folder over any link', async () => {
    const [data, outside] = [join(folder, 'data'), join(folder, 'outside')];
    mkdirSync(join(data, 'logs'), { recursive: true });
    mkdirSync(outside);
    writeFileSync(join(data, 'companion.db'), 'reports');
    symlinkSync(data, join(folder, 'link'));
    symlinkSync(join(data, 'companion.db'), join(outside, 'flights.csv'));
    for (const path of ['data/f.csv', 'data/companion.db', 'data/logs/f.csv', 'link/logs/f.csv', 'outside/flights.csv'])
      expect([path, await isWithin(join(folder, path), data)]).toEqual([path, true]);
    for (const path of ['f.csv', 'outside/f.csv', 'data'])
      expect([path, await isWithin(join(folder, path), join(data, 'logs'))]).toEqual([path, false]);
    await expect(isWithin(join(folder, 'missing', 'f.csv'), data)).rejects.toThrow('ENOENT');
  });

  it.skipIf(process.platform === 'win32')('is readable by its owner only', async () => {
    const path = join(folder, 'flights.csv');
    await writeWhole(path, (write) => write('flights'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('cannot replace a folder', async () => {
    const path = join(folder, 'flights');
    mkdirSync(path);
    await expect(writeWhole(path, (write) => write('text'))).rejects.toThrow(/EISDIR|EPERM|ENOTEMPTY|EEXIST/);
    expect(readdirSync(folder)).toEqual(['flights']);
    expect(lstatSync(path).isDirectory()).toBe(true);
  });

  it.skipIf(process.platform === 'win32')(
    'is written to a device in place, which stays there after an error',
    async () => {
      // A link: a mistake here would otherwise replace or remove the system's device.
      const link = join(folder, 'device');
      symlinkSync('/dev/null', link);
      const stays = () => {
        expect(readdirSync(folder)).toEqual(['device']);
        expect(lstatSync(link).isSymbolicLink()).toBe(true);
      };
      expect(await writeWhole(link, (write) => write('text').then(() => 'done'))).toBe('done');
      stays();
      await expect(writeWhole(link, () => Promise.reject(new Error('stopped')))).rejects.toThrow('stopped');
      stays();
    },
  );
});
