import { expect, test } from 'vitest';
import { readAppAddress } from '../../../main/electron/window/app-address.ts';

test.each([
  ['app://pilot-companion/', { kind: 'file', name: 'index.html' }],
  ['app://pilot-companion/?theme=dark#board', { kind: 'file', name: 'index.html' }],
  ['app://pilot-companion/index.html', { kind: 'file', name: 'index.html' }],
  ['app://pilot-companion/assets/index-B7x_Q-2~.js', { kind: 'file', name: 'assets/index-B7x_Q-2~.js' }],
])('reads %s', (address, expected) => {
  expect(readAppAddress(address)).toEqual(expected);
});

test.each([
  ['climbs', 'app://pilot-companion/../settings.json'],
  ['climbs from within', 'app://pilot-companion/assets/../../settings.json'],
  ['climbs encoded', 'app://pilot-companion/%2e%2e/settings.json'],
  ['climbs with an encoded slash', 'app://pilot-companion/..%2fsettings.json'],
  ['climbs doubly encoded', 'app://pilot-companion/%252e%252e%252fsettings.json'],
  ['climbs with backslashes', 'app://pilot-companion/..\\settings.json'],
  ['climbs with encoded backslashes', 'app://pilot-companion/..%5csettings.json'],
  ['climbs in an overlong encoding', 'app://pilot-companion/%c0%ae%c0%ae/settings.json'],
  ['is absolute', 'app://pilot-companion//etc/passwd'],
  ['is absolute, encoded', 'app://pilot-companion/%2fetc%2fpasswd'],
  ['is absolute on Windows', 'app://pilot-companion/C:/Windows/win.ini'],
  ['names a stream of Windows', 'app://pilot-companion/index.html::$DATA'],
  ['names a share', 'app://pilot-companion/\\\\server\\share'],
  ['names the folder itself', 'app://pilot-companion/.'],
  ['names a folder', 'app://pilot-companion/assets/'],
  ['names a hidden file', 'app://pilot-companion/.env'],
  ['names a hidden folder', 'app://pilot-companion/assets/.git/config'],
  ['holds a null byte', 'app://pilot-companion/index.html\0.png'],
  ['holds an encoded null byte', 'app://pilot-companion/index.html%00.png'],
  ['holds a line end', 'app://pilot-companion/index.html\n'],
  ['holds a space', 'app://pilot-companion/index .html'],
  ['has another host', 'app://elsewhere/index.html'],
  ['has a host that begins alike', 'app://pilot-companion.example/index.html'],
  ['has a user', 'app://me@pilot-companion/index.html'],
  ['has a port', 'app://pilot-companion:80/index.html'],
  ['has another scheme', 'file:///index.html'],
  ['has no slash', 'app:pilot-companion/index.html'],
  ['is empty', ''],
])('refuses an address that %s', (_what, address) => {
  expect(readAppAddress(address)).toEqual({ kind: 'rejected' });
});
