// The settings of both hosts on a real disk, written by their libraries.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultSettings } from '../../../main/contract/settings.ts';
import type { Logger } from '../../../main/core/platform/ports.ts';
import { createSettings } from '../../../main/core/settings/settings.ts';
import { createSettingsStore } from '../../../main/node/system/settings-store.ts';

const log: Logger = { debug() {}, info() {}, warn() {}, error() {} };
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-'));
  path = join(folder, 'settings.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const keeper = () => createSettings({ log, store: createSettingsStore(folder, { now: () => Date.UTC(2026, 4, 12) }) });

describe('settings on the disk', () => {
  it.each([
    ['zeroes of the same length', () => Buffer.alloc(statSync(path).size)],
    ['nothing', () => Buffer.alloc(0)],
    ['half of it', () => readFileSync(path).subarray(0, 60)],
    ['something else', () => Buffer.from('{"version":1,"theme":"pink"}')],
  ])(
    'field guide 24: that a power cut left as %s are restored from the last good copy, and this is reported; the damaged file is kept',
    (_words, damage) => {
      const first = keeper();
      first.change({ theme: 'dark' });
      first.change({ service: { name: 'Ours', address: 'https://service.example' } });
      const damaged = damage();
      writeFileSync(path, damaged);
      const again = keeper();
      expect(again.get()).toMatchObject({
        theme: 'dark',
        services: [{ name: 'Ours', address: 'https://service.example' }],
      });
      const kept = readdirSync(folder).find((name) => name.startsWith('settings.unreadable-'))!;
      expect(readFileSync(join(folder, kept)).equals(damaged)).toBe(true);
      expect(JSON.stringify(again.concern()?.message.params)).toContain(kept);
      // Recovered: the next start reports nothing.
      expect(keeper().concern()).toBeNull();
      expect(keeper().get().theme).toBe('dark');
    },
  );

  it('field guide 24: start with defaults if no copy can be read, report it and keep the damaged file', () => {
    writeFileSync(path, Buffer.alloc(200));
    const settings = keeper();
    expect(settings.get()).toEqual(defaultSettings);
    expect(settings.concern()?.message).toMatchObject({
      id: 'failure.settingsUnreadable',
      params: { kept: expect.stringMatching(/settings\.unreadable-/) as string },
    });
    expect(existsSync(path)).toBe(false);
  });

  it('field guide 24: keep the old document or the new one, and no copies of copies', () => {
    const settings = keeper();
    settings.change({ theme: 'dark' });
    const before = statSync(path).ino;
    settings.change({ theme: 'light' });
    // Another file took its place: the old one was not overwritten.
    expect(statSync(path).ino).not.toBe(before);
    expect(readdirSync(folder).toSorted()).toEqual(['settings.json', 'settings.last-good.json']);
  });
});

const document = () => createSettingsStore(folder, { now: () => Date.UTC(2026, 4, 12, 12, 0, 0, 5) });

describe('a stored document', () => {
  it.each(['{"version": 1, "the', '', '\0\0\0\0', '[]', '[1, 2]', '"text"'])(
    'that is %j is no document, and left unchanged',
    (text) => {
      writeFileSync(join(folder, 'settings.json'), text);
      expect(document().read()).toBe('');
      expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe(text);
    },
  );

  it.each(['{"version": 1, "the', '[]'])('that is %j is set aside before it is written over', (text) => {
    writeFileSync(join(folder, 'settings.json'), text);
    document().write({ version: 1 });
    expect(document().read()).toEqual({ version: 1 });
    const aside = readdirSync(folder).find((name) => name.startsWith('settings.unreadable-'))!;
    expect(readFileSync(join(folder, aside), 'utf8')).toBe(text);
  });

  it('is kept under a name with the time', () => {
    expect(document().keepAside()).toBeNull();
    writeFileSync(join(folder, 'settings.json'), 'broken');
    const aside = document().keepAside();
    expect(aside).toBe('settings.unreadable-2026-05-12T12-00-00-005Z.json');
    expect(readFileSync(join(folder, aside!), 'utf8')).toBe('broken');
    expect(document().read()).toBeUndefined();
  });

  it('field guide 24: that is a folder is kept aside like an unreadable file', () => {
    document().write({ version: 1, theme: 'dark' });
    rmSync(join(folder, 'settings.json'));
    mkdirSync(join(folder, 'settings.json', 'inside'), { recursive: true });
    expect(document().read()).toBe('');
    const aside = document().keepAside();
    expect(readdirSync(join(folder, aside!))).toEqual(['inside']);
    // The last good copy has replaced it.
    expect(document().read()).toEqual({ version: 1, theme: 'dark' });
  });

  it('tells of a change that another process wrote, and a read after it has the change', async () => {
    const here = document();
    here.write({ version: 1, theme: 'dark' });
    const told = vi.fn();
    const undo = here.onChange!(told);
    const isTold = () => {
      const theme = `theme ${Math.random()}`;
      document().write({ version: 1, theme });
      expect(here.read()).toEqual({ version: 1, theme });
      return told.mock.calls.length > 0;
    };
    // The first change may come before the system watches. A pause, because quick changes are told as one.
    await vi.waitUntil(isTold, { interval: 2_500, timeout: 60_000 });
    undo();
  });

  it.skipIf(process.platform === 'win32')('has a copy that only its owner can read', () => {
    document().write({ version: 1 });
    expect(statSync(join(folder, 'settings.last-good.json')).mode & 0o777).toBe(0o600);
  });

  it.each(['', '\0\0\0', '{"version": 1', '"text"', '1'])('is not replaced by a copy that is %j', (copy) => {
    writeFileSync(join(folder, 'settings.json'), 'broken');
    writeFileSync(join(folder, 'settings.last-good.json'), copy);
    expect(document().keepAside()).not.toBeNull();
    expect(document().read()).toBeUndefined();
  });

  it("is written even if its backup can't be", () => {
    mkdirSync(join(folder, 'settings.last-good.json'));
    document().write({ version: 1, theme: 'dark' });
    expect(document().read()).toEqual({ version: 1, theme: 'dark' });
  });
});
