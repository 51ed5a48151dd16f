// The diagnostics of data that cannot be opened, and what is told of the machine and the data folder.
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, homedir, platform, release, totalmem } from 'node:os';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { diagnosticsOfClosed } from '../../../../main/core/app/diagnostics/diagnostics.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import { call } from './call-lines.ts';
import { setUpProfile } from './explained-profile.ts';

const { context, at } = setUpProfile();
const why = failures.databaseUnreadable(`${homedir()}/data`, 'SQLITE_CORRUPT');
const make = () => diagnosticsOfClosed({ clock: context.clock, dataDir: context.folder, version: '1.2.3', why });
const dataFolder = () => make().machine['dataFolder'];

describe('of data that cannot be opened', () => {
  test('there is what can be read without it, and why it cannot be opened', () => {
    mkdirSync(at('logs'));
    writeFileSync(at('logs/companion.log'), `{"message":"in ${homedir()}/x"}\n`);
    writeFileSync(at('logs/calls.log'), call('demo', `${homedir()}/one`) + call('other', '/two'));
    writeFileSync(at('settings.json'), JSON.stringify({ theme: 'dark', path: `${homedir()}/x` }));
    const { machine, versions, ...made } = make();
    expect(made).toMatchObject({
      format: 'pilot-companion-diagnostics',
      madeAt: '2026-05-12T12:00:00.000Z',
      settings: { theme: 'dark', path: '~/x' },
      profile: null,
      decisions: { files: [], isCut: false },
      calls: { entries: [{ path: '~/one' }, { path: '/two' }], isCut: false },
      log: [{ message: 'in ~/x' }],
    });
    expect(made.decisions.files).toEqual([]);
    expect(made.state).toEqual({ notOpened: { ...why, message: { id: why.message.id, params: { path: '~/data' } } } });
    expect(versions['companion']).toBe('1.2.3');
    expect(machine['platform']).toBe(platform());
  });

  test('settings that are not there or no JSON are left out', () => {
    expect(make().settings).toBeNull();
    writeFileSync(at('settings.json'), '{"theme":');
    expect(make()).toMatchObject({ settings: null, log: [], calls: { entries: [], isCut: false } });
  });

  test('the newest two thousand requests are listed', () => {
    mkdirSync(at('logs'));
    const calls = (count: number) =>
      writeFileSync(at('logs/calls.log'), Array.from({ length: count }, (_, id) => call('demo', `/${id}`)).join(''));
    calls(2_000);
    expect(make().calls).toMatchObject({ isCut: false, entries: { length: 2_000 } });
    calls(2_001);
    const { entries, isCut } = make().calls;
    expect([entries.length, entries[0]?.path, isCut]).toEqual([2_000, '/1', true]);
  });

  test('the last four hundred lines of the log are listed, without broken ones', () => {
    mkdirSync(at('logs'));
    const lines = Array.from({ length: 402 }, (_, id) => (id === 300 ? '{"id":' : JSON.stringify({ id })));
    writeFileSync(at('logs/companion.log'), `${lines.join('\n')}\n`);
    const ids = make().log.map((line) => (line as { id: number }).id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([399, 2, 401]);
    expect(ids).not.toContain(300);
  });
});

describe('of the data folder', () => {
  test('files are named with their sizes, and images counted', () => {
    mkdirSync(at('spool/00'), { recursive: true });
    for (const name of ['spool/00/a.png', 'spool/00/b.png', 'spool/c.png']) writeFileSync(at(name), '');
    writeFileSync(at('companion.db'), '12345');
    symlinkSync('/nowhere', at('link'));
    expect(dataFolder()).toEqual({
      path: context.folder,
      freeBytes: expect.any(Number),
      files: [{ name: 'companion.db', bytes: 5 }],
      images: 3,
      crashReports: [],
    });
  });

  test('crash reports are named with their sizes and times', () => {
    mkdirSync(at('crashes/pending/folder.dmp'), { recursive: true });
    writeFileSync(at('crashes/pending/one.dmp'), 'memory');
    writeFileSync(at('crashes/settings.dat'), 'other');
    const time = new Date('2026-05-01T10:00:00Z');
    utimesSync(at('crashes/pending/one.dmp'), time, time);
    expect(dataFolder()).toMatchObject({
      crashReports: [{ name: 'one.dmp', bytes: 6, at: '2026-05-01T10:00:00.000Z' }],
      images: null,
    });
  });

  test('nothing is told of one that is gone', () => {
    rmSync(context.folder, { recursive: true });
    expect(dataFolder()).toEqual({ path: context.folder, freeBytes: null, files: [], images: null, crashReports: [] });
    mkdirSync(context.folder);
  });
});

describe('of the machine', () => {
  const names = [
    'DBUS_SESSION_BUS_ADDRESS',
    'DISPLAY',
    'WAYLAND_DISPLAY',
    'BROWSER',
    'HTTPS_PROXY',
    'https_proxy',
    'NO_PROXY',
  ];
  beforeEach(() => {
    for (const name of [...names, 'XDG_SESSION_TYPE', 'XDG_CURRENT_DESKTOP']) vi.stubEnv(name, undefined);
  });
  afterEach(() => void vi.unstubAllEnvs());

  test('its size, its zone and how long it runs are told', () => {
    const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
    const { freeMemoryBytes, upSeconds, processUpSeconds, dataFolder: _, ...rest } = make().machine;
    expect(rest).toEqual({
      platform: platform(),
      release: release(),
      arch: arch(),
      processors: availableParallelism(),
      memoryBytes: totalmem(),
      timeZone,
      locale,
      session: null,
      desktop: null,
      isSet: [],
    });
    for (const count of [freeMemoryBytes, upSeconds, processUpSeconds]) expect(count).toBeGreaterThanOrEqual(0);
  });

  test('the kind of session is told, and of other variables only that they are set', () => {
    vi.stubEnv('XDG_SESSION_TYPE', 'wayland');
    vi.stubEnv('XDG_CURRENT_DESKTOP', 'GNOME');
    vi.stubEnv('BROWSER', '');
    for (const name of names.filter((one) => one !== 'BROWSER')) vi.stubEnv(name, 'http://anna@proxy');
    expect(make().machine).toMatchObject({
      session: 'wayland',
      desktop: 'GNOME',
      isSet: names.filter((one) => one !== 'BROWSER'),
    });
    expect(JSON.stringify(make())).not.toContain('anna@proxy');
  });

  test('versions that this program does not have are left out', () => {
    expect(Object.keys(make().versions)).toEqual(['companion', 'node', 'v8', 'openssl', 'sqlite']);
  });
});
