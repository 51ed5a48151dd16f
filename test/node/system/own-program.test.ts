import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultCacheDir } from '../../../main/node/system/places.ts';
import { ownProgram } from '../../../main/node/service/service-command.ts';
import { root } from '../../architecture/source-files.ts';

test('from the sources, the program is Node with its flags and the entry', () => {
  expect(ownProgram()).toEqual([process.execPath, ...process.execArgv, join(root, 'main', 'node', 'cli.ts')]);
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
