import { describe, expect, it } from 'vitest';
import { browserPlaces } from '../../scripts/browser-places.mjs';

/** @type {[string, NodeJS.Platform, NodeJS.ProcessEnv, string[], string | undefined][]} */
const machines = [
  ['Debian', 'linux', { PATH: '/usr/bin' }, ['/usr/bin/chromium'], '/usr/bin/chromium'],
  [
    'Debian with the headless shell',
    'linux',
    { PATH: '/usr/bin' },
    ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'],
    '/usr/bin/chromium-headless-shell',
  ],
  ['a Linux without a path', 'linux', {}, ['/usr/bin/google-chrome'], '/usr/bin/google-chrome'],
  [
    'Chrome next to Chromium',
    'linux',
    { PATH: '/usr/bin' },
    ['/usr/bin/chromium', '/usr/bin/google-chrome'],
    '/usr/bin/google-chrome',
  ],
  [
    'a browser in a home folder',
    'linux',
    { PATH: '/home/a/bin:/usr/bin' },
    ['/home/a/bin/chromium'],
    '/home/a/bin/chromium',
  ],
  ['a snap only', 'linux', { PATH: '/usr/bin:/snap/bin' }, ['/snap/bin/chromium'], '/snap/bin/chromium'],
  [
    'a snap next to a package',
    'linux',
    { PATH: '/snap/bin' },
    ['/snap/bin/chromium', '/usr/bin/chromium'],
    '/usr/bin/chromium',
  ],
  ['a relative folder on the path', 'linux', { PATH: 'bin' }, ['bin/chromium'], undefined],
  [
    'a Mac',
    'darwin',
    { HOME: '/Users/a' },
    ['/Users/a/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    '/Users/a/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  [
    'Windows with Edge alone',
    'win32',
    { PROGRAMFILES: 'C:\\Program Files', 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)' },
    ['C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'],
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
  ['a machine without any', 'linux', { PATH: '/usr/bin' }, [], undefined],
];

describe('the usual paths of browsers', () => {
  it.each(machines)('include the right one on %s', (_, platform, env, there, expected) => {
    expect(browserPlaces(platform, env).find((path) => there.includes(path))).toBe(expected);
  });
});
