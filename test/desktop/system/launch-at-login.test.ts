import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appId } from '../../../main/electron/system/app-id.ts';
import {
  autostartState,
  createLaunchAtLogin,
  wasOpenedAtLogin,
} from '../../../main/electron/system/launch-at-login.ts';

let home: string;
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'pilot-companion-login-'))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

type Item = { openAtLogin?: boolean; status?: string; executableWillLaunchAtLogin?: boolean };

function launchOn(platform: NodeJS.Platform, item: Item = {}, env: Record<string, string> = {}, isPackaged = true) {
  const set: unknown[] = [];
  const launch = createLaunchAtLogin({
    app: {
      isPackaged,
      getLoginItemSettings: () => item as never,
      setLoginItemSettings: (settings) => void set.push(settings),
    },
    platform,
    env,
    home,
    program: '/opt/Pilot Companion/pilot-companion',
  });
  return { launch, set };
}

test.each([
  ['darwin', { status: 'enabled' }, 'on'],
  ['darwin', { status: 'requires-approval' }, 'blocked'],
  ['darwin', { status: 'not-registered' }, 'off'],
  ['darwin', { status: 'not-found' }, 'off'],
  ['win32', { openAtLogin: true, executableWillLaunchAtLogin: true }, 'on'],
  ['win32', { openAtLogin: true, executableWillLaunchAtLogin: false }, 'blocked'],
  ['win32', { openAtLogin: false, executableWillLaunchAtLogin: false }, 'off'],
] as const)('reads %s with %j as %s', (platform, item, expected) => {
  expect(launchOn(platform, item).launch.read()).toBe(expected);
});

test.each([
  // macOS passes no arguments; the app asks whether it was opened at login.
  ['darwin', { openAtLogin: true }],
  ['win32', { openAtLogin: true, args: ['--background'], enabled: true }],
] as const)(
  'asks %s for it, with the argument for the background where the system passes one',
  (platform, expected) => {
    const { launch, set } = launchOn(platform);
    expect(launch.set(true)).toMatchObject({ ok: true });
    expect(set).toEqual([expected]);
  },
);

test.each([
  ['darwin', true, true],
  ['darwin', false, false],
  ['linux', true, false],
] as const)('asks %s whether the app was opened at login (%s): %s', (platform, wasOpened, expected) => {
  const app = { getLoginItemSettings: () => ({ wasOpenedAtLogin: wasOpened }) as never };
  expect(wasOpenedAtLogin(app, platform)).toBe(expected);
});

test('is unavailable if the app runs from the repository', () => {
  expect(launchOn('linux', {}, {}, false).launch.read()).toBe('unavailable');
});

describe('on Linux', () => {
  const entry = () => join(home, '.config', 'autostart', `${appId}.desktop`);

  test('writes and removes an autostart file', () => {
    const { launch } = launchOn('linux');
    expect(launch.read()).toBe('off');
    expect(launch.set(true)).toMatchObject({ ok: true });
    expect(launch.read()).toBe('on');
    expect(readFileSync(entry(), 'utf8').split('\n')).toEqual(
      expect.arrayContaining([
        'Type=Application',
        'Exec="/opt/Pilot Companion/pilot-companion" --background',
        // A desktop ignores the entry of a program that is gone.
        'TryExec=/opt/Pilot Companion/pilot-companion',
      ]),
    );
    expect(launch.set(false)).toMatchObject({ ok: true });
    expect(launch.read()).toBe('off');
  });

  test('starts the AppImage itself, and uses the configured folder', () => {
    const file = '/home/pilot/100% "new".AppImage';
    const env = { APPIMAGE: file, APPDIR: '/opt/Pilot Companion', XDG_CONFIG_HOME: join(home, 'elsewhere') };
    launchOn('linux', {}, env).launch.set(true);
    const text = readFileSync(join(home, 'elsewhere', 'autostart', `${appId}.desktop`), 'utf8');
    expect(text).toContain(String.raw`Exec="/home/pilot/100%% \\"new\\".AppImage" --background`);
  });

  test('starts the program itself if another AppImage, such as an editor, has started it', () => {
    launchOn('linux', {}, { APPIMAGE: '/home/pilot/editor.AppImage', APPDIR: '/tmp/.mount_editor' }).launch.set(true);
    expect(readFileSync(entry(), 'utf8')).toContain('Exec="/opt/Pilot Companion/pilot-companion"');
  });

  test.each([
    [null, 'off'],
    ['[Desktop Entry]\nExec=x\n', 'on'],
    ['[Desktop Entry]\nHidden=true\n', 'blocked'],
    ['[Desktop Entry]\nX-GNOME-Autostart-enabled=false\n', 'blocked'],
    ['[Desktop Entry]\nX-GNOME-Autostart-enabled=true\n', 'on'],
  ])('reads %j as %s', (text, expected) => {
    expect(autostartState(text)).toBe(expected);
  });

  test('reports that it could not be changed', () => {
    writeFileSync(join(home, '.config'), '');
    expect(launchOn('linux').launch.set(true)).toMatchObject({ ok: false, failure: { kind: 'not-permitted' } });
  });
});
