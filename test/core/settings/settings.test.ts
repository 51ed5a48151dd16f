import { describe, expect, it } from 'vitest';
import { defaultSettings, newService, newServiceId, type Settings } from '../../../main/contract/settings.ts';
import type { Logger } from '../../../main/core/platform/ports.ts';
import { serviceProfile, tokensName } from '../../../main/core/service/profile.ts';
import { createSettings, newerSettingsVersion, settingsOrDefaults } from '../../../main/core/settings/settings.ts';

const log: Logger = { debug() {}, info() {}, warn() {}, error() {} };

function keeper(stored: unknown) {
  const world = { written: [] as unknown[], asides: 0 };
  const settings = createSettings({
    log,
    store: {
      read: () => world.written.at(-1) ?? stored,
      write: (value) => world.written.push(value),
      keepAside: () => ((world.asides += 1), 'settings.unreadable.json'),
    },
  });
  return { settings, world };
}

const ours = { ...newService('service'), name: 'Ours' };

describe('the settings', () => {
  it('are the defaults if there are none, without writing them', () => {
    for (const nothing of [undefined, null]) {
      const { settings, world } = keeper(nothing);
      expect(settings.get()).toEqual(defaultSettings);
      expect(settings.concern()).toBeNull();
      expect(world).toEqual({ written: [], asides: 0 });
    }
  });

  it('include changes of another process, so that the next change here does not undo them', () => {
    let document: unknown = null;
    const store = { read: () => document, write: (value: unknown) => void (document = value), keepAside: () => null };
    const window = createSettings({ store, log });
    const commandLine = createSettings({ store, log });
    commandLine.change({ service: { id: 'mine', name: 'Ours', address: 'https://service.example' } });
    window.change({ theme: 'dark' });
    commandLine.choose('mine');
    window.keepIn('mine', 'open-vault');
    expect(settingsOrDefaults(document)).toMatchObject({
      theme: 'dark',
      profile: 'mine',
      services: [{ id: 'service' }, { id: 'mine', name: 'Ours', keepIn: 'open-vault' }],
    });
  });

  it('that are damaged while they are in use are kept aside, this is reported, and the known ones stay', () => {
    const { settings, world } = keeper({ ...defaultSettings, theme: 'dark' });
    world.written.push('torn');
    settings.change({ density: 'compact' });
    expect(world.asides).toBe(1);
    expect(settings.concern()?.message.id).toBe('failure.settingsFromCopy');
    expect(settingsOrDefaults(world.written.at(-1))).toMatchObject({ theme: 'dark', density: 'compact' });
  });

  it.each(Object.keys(defaultSettings))('of a version without %s have its default', (name) => {
    const { [name as 'theme']: _, ...older } = { ...defaultSettings, services: [ours] };
    expect(keeper(older).settings.get()).toEqual({
      ...defaultSettings,
      ...(name !== 'services' && { services: [ours] }),
    });
  });

  it.each(Object.keys(ours).filter((name) => name !== 'id'))('have the default %s of a service without it', (name) => {
    const { [name as 'zone']: _, ...older } = ours;
    expect(keeper({ services: [older] }).settings.get().services).toEqual([{ ...newService('service'), ...older }]);
  });

  it('are read as they were, with defaults for new members, and without those that are unknown', () => {
    const { settings, world } = keeper({
      theme: 'dark',
      addedLater: true,
      services: [{ id: 'mine', name: 'Ours', addedLater: true }],
    });
    expect(settings.get()).toEqual({
      ...defaultSettings,
      theme: 'dark',
      services: [{ ...newService('mine'), name: 'Ours' }],
    });
    expect(world.asides).toBe(0);
  });

  it.each([
    ['text that is no document', '{"version": 1, "the'],
    ['a list', []],
    ['a theme that there is not', { theme: 'pink' }],
    ['another version', { version: 0 }],
    ['an address that is none', { version: 1, services: [{ id: 'x', address: 'ftp://x' }] }],
    ['a service without an id', { version: 1, services: [{ name: 'x' }] }],
    ['a service called demo', { version: 1, services: [{ id: 'demo' }] }],
    ['a number', 7],
  ])('that hold %s are kept aside and named, never reset silently', (_words, stored) => {
    const { settings, world } = keeper(stored);
    expect(settings.get()).toEqual(defaultSettings);
    expect(settings.concern()?.message.params).toMatchObject({
      kept: expect.stringContaining('settings.unreadable.json'),
    });
    expect(world).toEqual({ written: [], asides: 1 });
  });

  it('change only the named members, on disk before they are used', () => {
    const { settings, world } = keeper({ ...defaultSettings, services: [ours] });
    settings.change({ theme: 'light', service: { clientId: 'mine' } });
    expect(settings.get()).toMatchObject({ theme: 'light', services: [{ name: 'Ours', clientId: 'mine' }] });
    settings.choose('demo');
    expect(world.written).toHaveLength(2);
    expect(world.written.at(-1)).toEqual(settings.get());
    expect(() => settings.change({ maxFileBytes: -1 })).toThrow(/maxFileBytes/);
    expect(world.written).toHaveLength(2);
  });
});

it('without stored settings that can be read, a host has the defaults', () => {
  expect(settingsOrDefaults('no document')).toEqual(defaultSettings);
});

it('the names under which tokens and the secret are stored are those of the address', () => {
  const { key, clientSecret } = serviceProfile({ ...ours, address: 'https://flights.example/base' });
  // The first twelve digits of the SHA-256 of the address.
  expect(key).toBe('service-ee72c5615c45');
  expect(tokensName(key)).toBe('tokens/service-ee72c5615c45');
  expect(clientSecret).toEqual({ from: 'secret-store', name: 'application-secret/service-ee72c5615c45' });
});

describe('a preset that the pilot has confirmed', () => {
  const preset = { name: 'Club', address: 'https://club.example', clientId: 'app' };

  it('is added once, under the id that is returned', () => {
    const { settings, world } = keeper(undefined);
    expect(settings.usePreset(preset)).toEqual({ id: 'club', complaints: [] });
    expect(settings.usePreset({ ...preset, clientId: 'another' }).id).toBe('club');
    expect(world.written).toHaveLength(1);
    expect(
      keeper({ version: 1, services: [{ id: 'a', address: 'https://a.example' }] }).settings.usePreset(preset).id,
    ).toBe('club');
    expect(settings.get().services).toMatchObject([{ id: 'club', clientId: 'app' }]);
  });

  it('is rejected with a message if there are too many services', () => {
    const services = Array.from({ length: 20 }, (_, n) => ({ ...newService(`s${n}`), address: `https://s${n}.test` }));
    const { settings, world } = keeper({ ...defaultSettings, services });
    const used = settings.usePreset(preset);
    expect([used.id, used.complaints[0]?.message]).toEqual([null, expect.stringContaining('tooManyServices')]);
    expect(world.written).toEqual([]);
  });
});

it.each([
  [{ version: 3 }, 3],
  [{ version: 1 }, null],
  [{ version: '3' }, null],
  [{}, null],
  [[3], null],
  [null, null],
])('settings of %j are of the newer version %s', (stored, version) => {
  expect(newerSettingsVersion(stored)).toBe(version);
});

it('the steps of the first start begin with the first service, and not with the demo', () => {
  const { settings } = keeper(undefined);
  settings.choose('demo');
  expect(settings.get().setup).toBe('none');
  settings.choose('service');
  expect(settings.get().setup).toBe('folders');
  settings.change({ setup: 'done' });
  settings.choose('club');
  expect(settings.get().setup).toBe('done');
});

describe('the services of the settings', () => {
  const two: Settings = {
    ...defaultSettings,
    profile: 'club',
    services: [
      { ...ours, address: 'https://one.example' },
      { ...newService('club'), address: 'https://club.example' },
    ],
  };

  it('are changed by their id; without one it is the service in use that changes', () => {
    const { settings } = keeper(two);
    settings.change({ service: { clientId: 'of-the-club' } });
    settings.change({ service: { id: 'service', clientId: 'of-ours' } });
    expect(settings.get().services.map(({ clientId }) => clientId)).toEqual(['of-ours', 'of-the-club']);
  });

  it('grow by one whose id is new, with its own redirect address, so that no response reaches another', () => {
    const { settings } = keeper(two);
    settings.change({ service: { id: 'third', address: 'https://three.example', mode: 'broker' } });
    expect(settings.get().services.at(-1)).toEqual({
      ...newService('third'),
      address: 'https://three.example',
      mode: 'broker',
    });
    const paths = settings.get().services.map(({ redirectPath }) => redirectPath);
    expect(new Set(paths).size).toBe(3);
  });

  it('are removed from the list by their id', () => {
    const { settings, world } = keeper(two);
    settings.removeService('service');
    expect(settings.get().services.map(({ id }) => id)).toEqual(['club']);
    expect(world.written).toEqual([settings.get()]);
  });

  it.each([
    ['Pilot Flight Service', 'pilot-flight-service'],
    ['Club', 'club-2'],
    ['Ünïted 24', 'n-ted-24'],
    ['demo', 'demo-2'],
    ['24', 'service-2'],
    ['', 'service-2'],
    ['x'.repeat(60), 'x'.repeat(30)],
  ])('called %j get the id %s, that no other has', (name, id) => {
    expect(newServiceId(name, two.services)).toBe(id);
  });
});
