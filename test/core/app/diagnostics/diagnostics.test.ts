// The parts of the diagnostics file, and what is removed from them.
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, homedir, platform, release, totalmem } from 'node:os';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { diagnosticsSchema } from '../../../../main/contract/diagnostics.ts';
import type { Failure } from '../../../../main/contract/failure.ts';
import type { AppState } from '../../../../main/contract/state.ts';
import { createDiagnostics, diagnosticsOfClosed } from '../../../../main/core/app/diagnostics/diagnostics.ts';
import { failures } from '../../../../main/core/messages/failures.ts';
import { createRequestLog } from '../../../../main/core/platform/logging/request-log.ts';
import { message } from '../../../../main/messages/message.ts';
import { emptyAppState } from '../../../support/fake-companion/fake-state.ts';
import { call } from './call-lines.ts';
import { setUpProfile } from './explained-profile.ts';

const { context, at } = setUpProfile();

function make({
  state = {},
  settings = {},
  isOpen = true,
}: { state?: Partial<AppState>; settings?: object; isOpen?: boolean } = {}) {
  Object.assign(context.runtime, {
    profile: { key: 'demo', name: `Club of ${homedir()}`, clientSecret: 'hidden' },
    calls: createRequestLog({ dataDir: context.folder }),
  });
  return createDiagnostics({
    clock: context.clock,
    dataDir: context.folder,
    version: '1.2.3',
    settings: () => settings,
    state: () => ({ ...emptyAppState(context.clock.now(), true), ...state }),
    runtime: () => (isOpen ? context.runtime : null),
  })();
}

test('the file has its format, version and time, and is as the contract says', () => {
  const made = make();
  expect(made).toMatchObject({
    format: 'pilot-companion-diagnostics',
    version: 1,
    madeAt: '2026-05-12T12:00:00.000Z',
    versions: { companion: '1.2.3', node: process.versions.node, sqlite: process.versions.sqlite },
  });
  expect(diagnosticsSchema.parse(JSON.parse(JSON.stringify(made)))).toEqual(JSON.parse(JSON.stringify(made)));
});

test('each part comes from its source', () => {
  mkdirSync(at('logs'));
  writeFileSync(at('logs/companion.log'), '{"message":"started"}\n');
  writeFileSync(at('logs/calls.log'), call('demo', '/one') + call('other', '/two'));
  context.decisions.record({ path: '/shots/a.png', rule: 'existing' });
  const made = make({ settings: { theme: 'dark' }, state: { isLeader: true } });
  expect(made).toMatchObject({
    settings: { theme: 'dark' },
    state: { begun: true, isLeader: true },
    decisions: { files: [{ path: '/shots/a.png' }], isCut: false },
    log: [{ message: 'started' }],
  });
  expect(made.profile).toEqual({ profile: 'demo', name: 'Club of ~' });
  expect(made.calls).toMatchObject({ entries: [{ path: '/one' }], isCut: false });
});

test('before a profile is open there are no decisions and requests', () => {
  expect(make({ isOpen: false })).toMatchObject({
    profile: null,
    decisions: { files: [], isCut: false },
    calls: { entries: [], isCut: false },
  });
});

describe('each part is without', () => {
  test('the home folder', () => {
    mkdirSync(at('logs'));
    writeFileSync(at('logs/calls.log'), call('demo', `${homedir()}/a`));
    context.decisions.record({ path: `${homedir()}/a.png`, rule: 'existing' });
    const made = make({ settings: { path: homedir() }, state: { language: homedir() as 'system' } });
    expect(JSON.stringify(made)).not.toContain(`${homedir()}/a`);
    expect(made).toMatchObject({
      settings: { path: '~' },
      state: { language: '~' },
      calls: { entries: [{ path: '~/a' }] },
    });
  });

  const justSignedIn: AppState['signIn'] = { step: 'done', at: 1, name: 'Nora', missing: [] };
  const failedBy = (why: Failure): Partial<AppState> => ({ signIn: { step: 'failed', at: 1, why } });
  test.each<[string, Partial<AppState>, string]>([
    ['who is signed in', { account: { status: 'signed-out', name: 'Nora', reason: null } }, '(pilot) and'],
    ['who has just signed in', { signIn: justSignedIn }, '(pilot) and'],
    ['who granted access instead', failedBy(failures.otherPilotAgreed(null, 'Nora')), '(pilot) and'],
    ['an unknown pilot', failedBy(failures.otherPilotAgreed('Nora', null)), 'Nora and'],
    ['a sign-in that failed otherwise', failedBy(failures.cancelled()), 'Nora and'],
    [
      'a name that is a message',
      { account: { status: 'signed-out', name: message('shared.verbatim', { text: 'Nora' }), reason: null } },
      'Nora and',
    ],
    ['nobody', { account: { status: 'none' } }, 'Nora and'],
  ])('the pilot’s name: %s', (_who, state, text) => {
    expect(make({ state, settings: { note: 'Nora and Emil' } }).settings).toEqual({ note: `${text} Emil` });
  });

  test('the names of pilots in the database, once it is open', () => {
    context.stores.accountOf('Emil');
    expect(make({ settings: { note: 'of Emil' } }).settings).toEqual({ note: 'of (pilot)' });
    expect(make({ settings: { note: 'of Emil' }, isOpen: false }).settings).toEqual({ note: 'of Emil' });
  });

  test('the address of a sign-in that is in the browser', () => {
    const waiting = {
      step: 'waiting-for-browser',
      address: 'https://x/?state=1',
      endsOn: 'http://y',
      until: 1,
      concern: null,
    } as const;
    expect(make({ state: { signIn: waiting } }).state).toMatchObject({ signIn: { ...waiting, address: '' } });
    expect(make({ state: { signIn: { step: 'storing' } } }).state).toMatchObject({ signIn: { step: 'storing' } });
    expect(Object.keys((make({ state: { signIn: { step: 'storing' } } }).state as AppState).signIn!)).toEqual(['step']);
    expect(make().state).toMatchObject({ signIn: null, outcomes: { completedToday: 0 } });
  });
});

const why = failures.databaseUnreadable(`${homedir()}/data`, 'SQLITE_CORRUPT');
const makeClosed = () => diagnosticsOfClosed({ clock: context.clock, dataDir: context.folder, version: '1.2.3', why });
const dataFolder = () => makeClosed().machine['dataFolder'];

describe('of data that cannot be opened', () => {
  test('there is what can be read without it, and why it cannot be opened', () => {
    mkdirSync(at('logs'));
    writeFileSync(at('logs/companion.log'), `{"message":"in ${homedir()}/x"}\n`);
    writeFileSync(at('logs/calls.log'), call('demo', `${homedir()}/one`) + call('other', '/two'));
    writeFileSync(at('settings.json'), JSON.stringify({ theme: 'dark', path: `${homedir()}/x` }));
    const { machine, versions, ...made } = makeClosed();
    expect(made).toMatchObject({
      format: 'pilot-companion-diagnostics',
      madeAt: '2026-05-12T12:00:00.000Z',
      settings: { theme: 'dark', path: '~/x' },
      profile: null,
      decisions: { files: [], isCut: false },
      calls: { entries: [{ path: '~/one' }, { path: '/two' }], isCut: false },
      log: [{ message: 'in ~/x' }],
    });
    expect(made.state).toEqual({ notOpened: { ...why, message: { id: why.message.id, params: { path: '~/data' } } } });
    expect(versions['companion']).toBe('1.2.3');
    expect(machine['platform']).toBe(platform());
  });

  test('settings that are not there or no JSON are left out', () => {
    expect(makeClosed().settings).toBeNull();
    writeFileSync(at('settings.json'), '{"theme":');
    expect(makeClosed()).toMatchObject({ settings: null, log: [], calls: { entries: [], isCut: false } });
  });

  test('the newest two thousand requests are listed', () => {
    mkdirSync(at('logs'));
    const calls = (count: number) =>
      writeFileSync(at('logs/calls.log'), Array.from({ length: count }, (_, id) => call('demo', `/${id}`)).join(''));
    calls(2_000);
    expect(makeClosed().calls).toMatchObject({ isCut: false, entries: { length: 2_000 } });
    calls(2_001);
    const { entries, isCut } = makeClosed().calls;
    expect([entries.length, entries[0]?.path, isCut]).toEqual([2_000, '/1', true]);
  });

  test('the last four hundred lines of the log are listed, without broken ones', () => {
    mkdirSync(at('logs'));
    const lines = Array.from({ length: 402 }, (_, id) => (id === 300 ? '{"id":' : JSON.stringify({ id })));
    writeFileSync(at('logs/companion.log'), `${lines.join('\n')}\n`);
    const ids = makeClosed().log.map((line) => (line as { id: number }).id);
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
  const names = 'DBUS_SESSION_BUS_ADDRESS DISPLAY WAYLAND_DISPLAY BROWSER HTTPS_PROXY https_proxy NO_PROXY'.split(' ');
  beforeEach(() => {
    for (const name of [...names, 'XDG_SESSION_TYPE', 'XDG_CURRENT_DESKTOP']) vi.stubEnv(name, undefined);
  });
  afterEach(() => void vi.unstubAllEnvs());

  test('its size, its zone and how long it runs are told', () => {
    const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
    const { freeMemoryBytes, upSeconds, processUpSeconds, dataFolder: _, ...rest } = makeClosed().machine;
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
    expect(makeClosed().machine).toMatchObject({
      session: 'wayland',
      desktop: 'GNOME',
      isSet: names.filter((one) => one !== 'BROWSER'),
    });
    expect(JSON.stringify(makeClosed())).not.toContain('anna@proxy');
  });
});
