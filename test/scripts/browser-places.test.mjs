import { expect, it } from 'vitest';
import { browserPlaces } from '../../scripts/browser-places.mjs';

const mac = '/Users/a/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';

/** @type {[string, NodeJS.Platform, NodeJS.ProcessEnv, string[], string | undefined][]} */
const machines = [
  ['a Linux without a path', 'linux', {}, ['/usr/bin/google-chrome'], '/usr/bin/google-chrome'],
  ['a browser in a home folder', 'linux', { PATH: '/home/a/bin' }, ['/home/a/bin/chromium'], '/home/a/bin/chromium'],
  [
    'a snap beside a package',
    'linux',
    { PATH: '/snap/bin' },
    ['/snap/bin/chromium', '/usr/bin/chromium'],
    '/usr/bin/chromium',
  ],
  ['a relative folder on the path', 'linux', { PATH: 'bin' }, ['bin/chromium'], undefined],
  ['a Mac', 'darwin', { HOME: '/Users/a' }, [mac], mac],
  ['Windows with Edge alone', 'win32', { 'PROGRAMFILES(X86)': 'C:\\Program Files (x86)' }, [edge], edge],
];

it.each(machines)('the usual paths of browsers include the right one on %s', (_, platform, env, there, expected) => {
  expect(browserPlaces(platform, env).find((path) => there.includes(path))).toBe(expected);
});
