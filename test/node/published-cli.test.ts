// The npm package of the command line, as a user gets it: packed, installed from the file into an empty prefix, and
// used from a shell against the packed emulator. Its dependencies come from npm's cache or registry.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { jsonLineSchemas } from '../../main/node/cli/json/json-lines.ts';
import { root } from '../architecture/source-files.ts';
import { freePort } from '../support/free-port.ts';

const run = promisify(execFile);
const isWindows = process.platform === 'win32';
const own = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };

let folder: string;
const inFolder = (...parts: string[]) => join(folder, ...parts);

async function pack(script: string): Promise<string> {
  const { stdout } = await run(process.execPath, [join(root, 'scripts', script)], { cwd: root });
  return stdout.trim();
}

async function install(prefix: string, ...args: string[]): Promise<void> {
  const options = ['--engine-strict', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', '--global', '--prefix', prefix, ...options, ...args], { shell: isWindows }).catch(
    (cause: unknown) => {
      throw new Error('npm could not install the package; its registry has to be within reach for this test.', {
        cause,
      });
    },
  );
}

const modulesOf = (prefix: string) => (isWindows ? join(prefix, 'node_modules') : join(prefix, 'lib', 'node_modules'));
const binOf = (prefix: string) => (isWindows ? prefix : join(prefix, 'bin'));

function environment(prefix: string): NodeJS.ProcessEnv {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, NODE_OPTIONS: _options, NODE_COMPILE_CACHE: _cache, ...rest } = process.env;
  return {
    ...rest,
    PATH: `${binOf(prefix)}${delimiter}${join(process.execPath, '..')}${delimiter}${process.env['PATH'] ?? ''}`,
    LC_ALL: 'en_GB.UTF-8',
    XDG_CACHE_HOME: inFolder('cache'),
    PILOT_COMPANION_DATA_DIR: inFolder('data'),
  };
}

/** Runs a shell command in the folder. */
async function shell(line: string, prefix = inFolder('prefix')) {
  const child = spawn(line, { cwd: folder, env: environment(prefix), shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'published-cli-'));
  const packed = [await pack('release/pack-cli.mjs'), await pack('build/pack-emulator.mjs')];
  await install(inFolder('prefix'), ...packed);
  await install(inFolder('bare'), packed[0]!);
  // If the binary of the keychain is unavailable. (`--omit=optional` has no effect on a global package.)
  await rm(join(modulesOf(inFolder('bare')), 'pilot-companion', 'node_modules'), { recursive: true });
});

afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

describe('the npm package of the command line', () => {
  test.skipIf(!existsSync('/dev/full'))('reports that its version cannot be written', async () => {
    const told = await shell('pilot-companion --version > /dev/full');
    expect(told).toEqual({
      code: 1,
      stdout: '',
      stderr: "Couldn't write the output (ENOSPC). Make sure there is free space where it goes.\n",
    });
  });

  test('is bundled: its only dependency is the keychain, an optional one, and nothing runs at install', async () => {
    const place = join(modulesOf(inFolder('bare')), 'pilot-companion');
    const manifest = JSON.parse(await readFile(join(place, 'package.json'), 'utf8')) as Record<string, unknown>;
    expect(manifest).toMatchObject({ name: 'pilot-companion', version: own.version, engines: { node: '>=24.12' } });
    expect(Object.keys(manifest['optionalDependencies'] as object)).toEqual(['@napi-rs/keyring']);
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('scripts');
    expect(await readdir(modulesOf(inFolder('bare')))).toEqual(['pilot-companion']);
    const files = await readdir(place, { recursive: true });
    expect(files.filter((name) => /\.(tsx?|map|node)$|node_modules/.test(name))).toEqual([]);
    expect(files.map((name) => name.replaceAll('\\', '/'))).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'licences.txt', 'dist/renderer/index.html']),
    );
  });

  test('prints its version and lists its commands', async () => {
    expect(await shell('pilot-companion --version')).toEqual({ code: 0, stdout: `${own.version}\n`, stderr: '' });
    const help = await shell('pilot-companion --help');
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toContain('Usage: pilot-companion [OPTIONS] COMMAND');
  });

  test('prints which Node it needs on an older one', async () => {
    const path = join(modulesOf(inFolder('bare')), 'pilot-companion', 'package.json');
    const manifest = await readFile(path, 'utf8');
    onTestFinished(() => writeFile(path, manifest));
    await writeFile(path, manifest.replace('>=24.12', '>=99.5'));
    expect(await shell('pilot-companion status', inFolder('bare'))).toEqual({
      code: 1,
      stdout: '',
      stderr: `Pilot Companion needs Node 99.5 or newer, and this is ${process.version}. Install it from https://nodejs.org.\n`,
    });
  });

  test('runs without the keychain, and reports where sign-ins are stored', async () => {
    const status = await shell('pilot-companion --json status', inFolder('bare'));
    expect(status.code).toBe(0);
    expect(jsonLineSchemas.status.parse(JSON.parse(status.stdout))).toMatchObject({
      program: { version: own.version },
    });
    const secrets = await shell('pilot-companion --json secrets', inFolder('bare'));
    expect(JSON.parse(secrets.stdout)).toMatchObject({ type: 'secrets', kept_in: 'memory', has_keychain: false });
  });

  test('keeps the cache of compiled code in the user’s own folder', async () => {
    await shell('pilot-companion --json status');
    expect(await readdir(inFolder('cache', 'Pilot Companion'))).not.toEqual([]);
  });

  test.skipIf(isWindows)('serves the built window', async () => {
    const child = spawn('pilot-companion', ['--profile', 'demo', '--json', 'window', '--no-open'], {
      env: { ...environment(inFolder('prefix')), PILOT_COMPANION_DATA_DIR: inFolder('window-data') },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
    const { url } = JSON.parse(chunk.toString()) as { url: string };
    const page = await fetch(url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="window">')]);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

describe('the three lines of the README', () => {
  const curl = isWindows ? 'the lines are those of a POSIX shell' : null;

  test('upload a sample to the packed emulator', async ({ skip }) => {
    skip(curl !== null || (await shell('command -v curl')).code !== 0, curl ?? 'there is no curl');
    const page = await readFile(join(root, 'README.md'), 'utf8');
    const block = /```sh\n(pilot-companion-emulator [^]*?)```/.exec(page)?.[1] ?? '';
    const port = await freePort();
    const [start = '', signIn = '', upload = '', ...rest] = block.replaceAll('4200', String(port)).split('\n');
    expect(rest).toEqual(['']);
    await copyFile(join(root, 'emulator', 'samples', 'eddf-lppt-report.png'), inFolder('report.png'));
    await mkdir(inFolder('data'), { recursive: true });

    const emulator = spawn(`exec ${start.replace(/ &$/, '')}`, {
      cwd: folder,
      env: environment(inFolder('prefix')),
      shell: true,
      stdio: 'ignore',
    });
    onTestFinished(() => void emulator.kill('SIGTERM'));
    const health = () =>
      fetch(`http://127.0.0.1:${port}/_emulator/health`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(health, { timeout: 60_000 }).toBe(200);
    for (const path of ['openapi.json', '_emulator/openapi.json']) {
      expect(await (await fetch(`http://127.0.0.1:${port}/${path}`)).json()).toMatchObject({ openapi: '3.1.1' });
    }

    const signedIn = await shell(signIn);
    expect(signedIn).toMatchObject({ code: 0, stdout: expect.stringContaining('Signed in as Demo Pilot.') });
    const uploaded = await shell(upload);
    expect(uploaded.code).toBe(0);
    expect(jsonLineSchemas.upload.parse(JSON.parse(uploaded.stdout))).toMatchObject({
      file: 'report.png',
      outcome: 'uploaded',
      flight: { aircraft: 'UNKNOWN' },
    });
  });
});
