import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentSecurityPolicy, createAppProtocol, readAppAddress } from '../../../main/electron/window/protocol.ts';

let folder: string;
let answer: ReturnType<typeof createAppProtocol>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pilot-companion-protocol-'));
  const rendererDir = join(folder, 'renderer');
  await mkdir(join(rendererDir, 'assets'), { recursive: true });
  await writeFile(join(rendererDir, 'index.html'), '<title>The window</title>');
  await writeFile(join(rendererDir, 'assets', 'index-1.js'), 'export {}');
  await writeFile(join(rendererDir, 'assets', 'unknown.kind'), '?');
  await writeFile(join(folder, 'secret.json'), '{}');
  await symlink(join(folder, 'secret.json'), join(rendererDir, 'linked.json'));
  answer = createAppProtocol({ rendererDir });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const get = (path: string) => answer({ method: 'GET', url: `app://pilot-companion/${path}` });

test.each([
  ['', 'text/html; charset=utf-8', '<title>The window</title>'],
  ['assets/index-1.js', 'text/javascript; charset=utf-8', 'export {}'],
])('serves /%s as %s', async (path, mediaType, content) => {
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(mediaType);
  expect(response.headers.get('content-length')).toBe(String(content.length));
  expect(await response.text()).toBe(content);
});

test.each(['missing.js', 'linked.json', 'assets/unknown.kind', 'images/job-1', '..%2fsecret.json', 'assets'])(
  'answers /%s with 404',
  async (path) => {
    expect((await get(path)).status).toBe(404);
  },
);

test('answers no other method than GET', async () => {
  expect((await answer({ method: 'POST', url: 'app://pilot-companion/' })).status).toBe(405);
});

test('sends its policy with every answer, even a 404', async () => {
  for (const path of ['', 'missing.js', 'images/job-1']) {
    const { headers } = await get(path);
    expect(headers.get('content-security-policy')).toBe(contentSecurityPolicy);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

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
