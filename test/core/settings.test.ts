import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../main/contract/settings.ts';
import type { Logger } from '../../main/core/ports.ts';
import { createSettings } from '../../main/core/settings.ts';

const log: Logger = { debug() {}, info() {}, warn() {}, error() {} };

function keeper(stored: unknown) {
  const world = { written: [] as unknown[], asides: 0 };
  const settings = createSettings({
    log,
    store: {
      read: () => stored,
      write: (value) => world.written.push(value),
      keepAside: () => ((world.asides += 1), 'settings.unreadable.json'),
    },
  });
  return { settings, world };
}

describe('the settings', () => {
  it('are the defaults where there are none, and nothing is written for that', () => {
    for (const nothing of [undefined, null]) {
      const { settings, world } = keeper(nothing);
      expect(settings.get()).toEqual(defaultSettings);
      expect(settings.concern()).toBeNull();
      expect(world).toEqual({ written: [], asides: 0 });
    }
  });

  it('come back as they were, with defaults for what an older version did not know', () => {
    const { settings, world } = keeper({ version: 1, theme: 'dark', service: { name: 'Ours' } });
    expect(settings.get()).toEqual({
      ...defaultSettings,
      theme: 'dark',
      service: { ...defaultSettings.service, name: 'Ours' },
    });
    expect(world.asides).toBe(0);
  });

  it.each([
    ['text that is no document', '{"version": 1, "the'],
    ['a list', []],
    ['a theme that there is not', { version: 1, theme: 'pink' }],
    ['an address that is none', { version: 1, service: { address: 'ftp://x' } }],
    ['a newer version', { version: 2 }],
    ['a number', 7],
  ])('that hold %s are kept aside and named, never reset silently', (_words, stored) => {
    const { settings, world } = keeper(stored);
    expect(settings.get()).toEqual(defaultSettings);
    expect(settings.concern()?.words).toContain('settings.unreadable.json');
    expect(world).toEqual({ written: [], asides: 1 });
  });

  it('change what is named and nothing else, on disk before they are used', () => {
    const { settings, world } = keeper({ ...defaultSettings, service: { ...defaultSettings.service, name: 'Ours' } });
    settings.change({ theme: 'light', service: { clientId: 'mine' } });
    expect(settings.get()).toMatchObject({ theme: 'light', service: { name: 'Ours', clientId: 'mine' } });
    settings.change({ profile: 'demo' });
    expect(world.written).toHaveLength(2);
    expect(world.written.at(-1)).toEqual(settings.get());
    expect(() => settings.change({ maxFileBytes: -1 })).toThrow(/maxFileBytes/);
    expect(world.written).toHaveLength(2);
  });
});
