import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentSecurityPolicy, createAppProtocol } from '../../main/electron/protocol.ts';

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

test('has a policy that allows no inline code, eval, other origin or network', () => {
  const policy = new Map(contentSecurityPolicy.split('; ').map((rule) => rule.split(' ') as [string, string]));
  expect(contentSecurityPolicy).not.toMatch(/unsafe|\*|https?:|data:|blob:/);
  expect(Object.fromEntries(policy)).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self'",
    'connect-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  });
});
