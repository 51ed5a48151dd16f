// The settings of both hosts on a real disk, written by their libraries.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
