import { expect, test } from 'vitest';
import { isNetworkDrive, isNetworkPath, isNetworkType } from '../../../../main/core/watch/hints/hint-listener.ts';

test.each([
  ['\\\\server\\share\\shots', true],
  ['//server/share', true],
  ['\\\\?\\UNC\\server\\share', true],
  ['\\\\?\\C:\\shots', false],
  ['C:\\shots', false],
])('on Windows %s is on the network: %s', (path, is) => {
  expect(isNetworkPath(path)).toBe(is);
});

test.each([
  ['NFS', 0x6969, true],
  ['SMB', 0x517b, true],
  ['SMB2', 0xfe534d42, true],
  ['9P', 0x01021997, true],
  ['VirtualBox', 0x786f4256, true],
  ['Ceph', 0x00c36400, true],
  ['AFS', 0x5346414f, true],
  ['CIFS', 0xff534d42, true],
  ['CIFS, sign-extended', 0xff534d42 | 0, true],
  ['ext4', 0xef53, false],
])('on Linux the type of %s says so', (_, type, is) => {
  expect(isNetworkType(type)).toBe(is);
});

test.each([
  ['win32', '\\\\server\\share', true],
  ['win32', 'C:\\shots', false],
  ['darwin', '//server/share', false],
] as const)('on %s the path %s alone says whether it is on the network: %s', async (platform, path, is) => {
  expect(await isNetworkDrive(path, platform)).toBe(is);
});

test('a local folder and a missing one are not on the network', async () => {
  expect(await isNetworkDrive(import.meta.dirname)).toBe(false);
  expect(await isNetworkDrive('/no/such/folder', 'linux')).toBe(false);
});
