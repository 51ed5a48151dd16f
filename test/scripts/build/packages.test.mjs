import { expect, it } from 'vitest';
import { isInstalled } from '../../../scripts/build/packages.mjs';

const zod = { version: '4.6.7', integrity: 'sha512-zod' };
const ofWindows = { version: '2.1.2', integrity: 'sha512-win', optional: true, os: ['win32'], cpu: ['x64'] };
const lock = { packages: { '': {}, 'node_modules/zod': zod, 'node_modules/keyring-win': ofWindows } };

it.each([
  ['installed without the optional packages of other platforms', { zod }, 'linux', true],
  ['missing when nothing is installed', undefined, 'linux', false],
  ['missing when one has another version', { zod: { ...zod, version: '4.6.6' } }, 'linux', false],
  ['missing when one has other content', { zod: { ...zod, integrity: 'sha512-other' } }, 'linux', false],
  ['missing when they were installed for another platform', { zod }, 'win32', false],
])('the packages are %s', (_, found, platform, isThere) => {
  const packages = Object.fromEntries(Object.entries(found ?? {}).map(([name, one]) => [`node_modules/${name}`, one]));
  expect(isInstalled(lock, found && { packages }, { platform, arch: 'x64' })).toBe(isThere);
});
