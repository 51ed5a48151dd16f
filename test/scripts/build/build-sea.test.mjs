// The single executable for this system, as started without Node installed.
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inRoot, root } from '../../../scripts/root.mjs';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'build-sea-'));
const cache = join(folder, 'cache', 'Pilot Companion');
const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
let executable = '';

/** @param {string[]} args */
const start = (...args) =>
  run(executable, args, {
    cwd: folder,
    env: {
      PATH: '',
      HOME: folder,
      XDG_CACHE_HOME: join(folder, 'cache'),
      PILOT_COMPANION_DATA_DIR: join(folder, 'data'),
    },
  });

beforeAll(async () => {
  const { stdout } = await run(process.execPath, [inRoot('scripts', 'release', 'build-sea.mjs')], { cwd: root });
  executable = stdout.trim();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(process.platform !== 'linux')('the single executable', () => {
  test('prints its version without unpacking anything', async () => {
    expect(await start('--version')).toEqual({ stdout: `${version}\n`, stderr: '' });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('prints its status and unpacks itself once, for its user alone', async () => {
    const { stdout } = await start('--json', 'status');
    expect(JSON.parse(stdout)).toMatchObject({ type: 'status', program: { version } });
    await start('--json', 'status');
    const programs = readdirSync(cache).filter((name) => /^(program|unpacking)-/.test(name));
    expect(programs).toHaveLength(1);
    expect(programs[0]?.replace(/-[0-9a-f]{16}$/, '')).toBe(`program-${version}`);
    expect(statSync(join(cache, programs[0] ?? '')).mode & 0o777).toBe(0o700);
  });

  test('finds the keychain’s binary and the built-in service', async () => {
    const { stdout } = await start('--json', 'secrets');
    expect(JSON.parse(stdout)).toMatchObject({ type: 'secrets' });
    const { stdout: help } = await start('emulator', '--help');
    expect(help).toContain('--auto-consent');
    const [program = ''] = readdirSync(cache).filter((name) => name.startsWith('program-'));
    const keychain = readdirSync(join(cache, program, 'node_modules', '@napi-rs'), { recursive: true });
    expect(keychain.filter((name) => String(name).endsWith('.node'))).toHaveLength(1);
  });

  test('runs nothing from a folder that others can write to', async () => {
    const [program = ''] = readdirSync(cache).filter((name) => name.startsWith('program-'));
    chmodSync(join(cache, program), 0o777);
    await expect(start('--json', 'status')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('can be changed by another user'),
    });
  });
});
