import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { registerConsole } from '../../../emulator/control/static-files.ts';
import { openEmulator } from '../open-emulator.ts';

async function openPage({ isBuilt = true } = {}) {
  const folder = `${await mkdtemp(join(tmpdir(), 'console-page-'))}/`;
  onTestFinished(() => rm(folder, { recursive: true }));
  const build = async () => {
    await mkdir(join(folder, 'console', 'assets'), { recursive: true });
    await writeFile(join(folder, 'console', 'index.html'), '<title>Console</title>');
    await writeFile(join(folder, 'console', 'assets', 'index-1a2b.js'), 'const one = 1;');
    await writeFile(join(folder, 'secret.txt'), 'not to be seen');
  };
  if (isBuilt) await build();
  const app = Fastify();
  onTestFinished(() => app.close());
  const folders = ['nowhere/', 'console/'].map((name) => pathToFileURL(join(folder, name)));
  await app.register(async (scope) => registerConsole(scope, folders), { prefix: '/_emulator' });
  return { app, build };
}

describe('the page of the console', () => {
  it('allows no inline or external content, and is never cached', async () => {
    const { app } = await openPage();
    const { headers, body, statusCode } = await app.inject('/_emulator/');
    expect([statusCode, body]).toEqual([200, '<title>Console</title>']);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it('redirects the path without a slash', async () => {
    const { app } = await openPage();
    expect((await app.inject('/_emulator')).headers.location).toBe('_emulator/');
  });

  it('serves its assets as immutable', async () => {
    const { app } = await openPage();
    const { headers, body } = await app.inject('/_emulator/assets/index-1a2b.js');
    expect(body).toBe('const one = 1;');
    expect(headers['cache-control']).toContain('immutable');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  it.each(['nothing.js', '..%2Findex.html', '..%2F..%2Fsecret.txt', '%2e%2e%2f%2e%2e%2fsecret.txt', ''])(
    'serves no other file: %s',
    async (name) => {
      const { app } = await openPage();
      expect((await app.inject(`/_emulator/assets/${name}`)).statusCode).toBe(404);
    },
  );

  it('explains how to build the console when it is missing, and serves it once built', async () => {
    const { app, build } = await openPage({ isBuilt: false });
    const before = await app.inject('/_emulator/');
    expect(before.statusCode).toBe(404);
    expect(before.body).toContain('npm run build');
    await build();
    expect((await app.inject('/_emulator/')).body).toBe('<title>Console</title>');
  });
});

describe('in an emulator', () => {
  it('needs no token, is refused to other hosts, and is not in the journal', async () => {
    const emulator = await openEmulator();
    expect((await emulator.inject('/_emulator/')).statusCode).not.toBe(401);
    const foreign = await emulator.inject({ url: '/_emulator/', headers: { host: 'rebound.example' } });
    expect(foreign.statusCode).toBe(421);
    expect(emulator.journal.list().items).toEqual([]);
  });
});
