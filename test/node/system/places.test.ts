import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { defaultCacheDir, defaultDataDir } from '../../../main/node/system/places.ts';
import { homeDir, namedDir } from '../../../main/core/platform/files/home-dir.ts';

afterEach(() => vi.unstubAllEnvs());

test.skipIf(process.platform === 'win32').each(['', 'relative/home'])(
  'the home folder is that of the account where HOME is %j',
  (home) => {
    vi.stubEnv('HOME', home);
    expect(homeDir()).toBe(userInfo().homedir);
  },
);

// As in a container that runs as any number. Only root can become another user.
test.skipIf(process.getuid?.() !== 0)('a user whom the system does not know, without HOME, has the root folder', () => {
  const module = new URL('../../../main/core/platform/files/home-dir.ts', import.meta.url).href;
  const ask = `process.setuid(54321); delete process.env.HOME; console.log((await import('data:text/javascript,' + encodeURIComponent(${JSON.stringify(
    stripTypeScriptTypes(readFileSync(new URL(module), 'utf8')),
  )}))).homeDir())`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', ask], { encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['/\n', '']);
});

test.skipIf(process.platform === 'win32')('a folder that the environment names is not used if it is relative', () => {
  expect([namedDir(undefined), namedDir(''), namedDir('rel'), namedDir('/abs')]).toEqual([null, null, null, '/abs']);
  const env = { XDG_CONFIG_HOME: 'rel', XDG_CACHE_HOME: 'rel' };
  expect(defaultDataDir(env, 'linux', '/home/anna')).toBe('/home/anna/.config/Pilot Companion');
  expect(defaultCacheDir(env, 'linux', '/home/anna')).toBe('/home/anna/.cache/Pilot Companion');
  expect(defaultDataDir({ XDG_CONFIG_HOME: '/own' }, 'linux', '/home/anna')).toBe('/own/Pilot Companion');
  expect(isAbsolute(defaultDataDir({}))).toBe(true);
});

test.each([
  ['linux', {}, '/home/pilot/.cache/Pilot Companion'],
  ['linux', { XDG_CACHE_HOME: '/cache' }, '/cache/Pilot Companion'],
  ['darwin', {}, '/home/pilot/Library/Caches/Pilot Companion'],
  ['win32', {}, '/home/pilot/AppData/Local/Pilot Companion/Cache'],
  ['win32', { LOCALAPPDATA: '/local' }, '/local/Pilot Companion/Cache'],
] as const)('on %s with %o, the cache is in the user’s own folder', (platform, env, expected) => {
  expect(defaultCacheDir(env, platform, '/home/pilot').replaceAll('\\', '/')).toBe(expected);
});
