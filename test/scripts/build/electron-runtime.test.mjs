import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  displayObstacle,
  followDownload,
  installedRuntime,
  rememberedObstacle,
} from '../../../scripts/build/electron-runtime.mjs';
import { inRoot } from '../../../scripts/root.mjs';

describe('Electron', () => {
  /** @type {[string, NodeJS.Platform, NodeJS.ProcessEnv, boolean][]} */
  const displays = [
    ['Linux over ssh', 'linux', {}, false],
    ['X11', 'linux', { DISPLAY: ':0' }, true],
    ['macOS', 'darwin', {}, true],
  ];
  it.each(displays)('needs a display on %s', (_, platform, env, isShown) => {
    expect(displayObstacle(platform, env) === undefined).toBe(isShown);
  });

  const atMs = Date.UTC(2026, 4, 12, 9);
  const hourMs = 3_600_000;
  const memory = { version: '45.4.1', atMs, why: 'the network does not let it through' };
  it.each([
    ['is not fetched again within an hour of a failure', memory, '45.4.1', atMs + hourMs, memory.why],
    ['is fetched again after a day', memory, '45.4.1', atMs + 24 * hourMs, undefined],
    ['is fetched again when the lock file names a newer one', memory, '45.5.0', atMs + hourMs, undefined],
    ['is fetched again when the clock was set back', memory, '45.4.1', atMs - hourMs, undefined],
    ['is fetched when no failure is stored', undefined, '45.4.1', atMs, undefined],
  ])('%s', (_, remembered, version, nowMs, why) => {
    expect(rememberedObstacle(remembered, version, nowMs)).toBe(why);
  });
});

describe('a download', () => {
  it('is waited for as long as something arrives, with its progress, and ended when nothing does', async () => {
    vi.useFakeTimers();
    const printed = /** @type {string[]} */ ([]);
    let bytes = 0;
    let hasEnded = false;
    followDownload(() => bytes, {
      mostStillMs: 60_000,
      print: (text) => void printed.push(text),
      onStill: () => void (hasEnded = true),
    });
    // A megabyte a minute.
    for (let minute = 1; minute <= 10; minute += 1) {
      bytes += 1e6;
      await vi.advanceTimersByTimeAsync(55_000);
    }
    expect([hasEnded, printed.length, printed.at(-1)]).toEqual([false, 10, '  10 of about 110 MB']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(hasEnded).toBe(true);
    vi.useRealTimers();
  });

  it.skipIf(process.platform === 'win32' || existsSync(inRoot('node_modules', 'electron', 'dist', 'version')))(
    'that a person cancels ends the start, and is no failure to remember (Windows has no such signals)',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'runtime-'));
      // Never answers.
      const server = createServer(() => child.kill('SIGTERM')).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      const module = (/** @type {string} */ name) =>
        JSON.stringify(new URL(`../../../scripts/${name}`, import.meta.url));
      const script = `
        import { findElectron } from ${module('build/electron-runtime.mjs')};
        import { runScript } from ${module('plain-stop.mjs')};
        await runScript(async () => void console.error(await findElectron({ print() {}, isRetry: true })));`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        env: {
          ...process.env,
          ELECTRON_MIRROR: `http://127.0.0.1:${port}/`,
          ELECTRON_OVERRIDE_DIST_PATH: folder,
          electron_config_cache: folder,
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let printed = '';
      child.stderr.on('data', (text) => (printed += String(text)));
      await once(child, 'close');
      server.close();
      rmSync(folder, { recursive: true });
      expect(printed).toBe('The download of Electron was cancelled.\n');
      expect(existsSync(inRoot('.cache', 'electron-runtime.json'))).toBe(false);
    },
  );
});

it('uses the runtime that ELECTRON_OVERRIDE_DIST_PATH names, without anything in node_modules', () => {
  const folder = mkdtempSync(join(tmpdir(), 'runtime-'));
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder);
  expect(installedRuntime()).toBeUndefined();
  const program = join(
    folder,
    process.platform === 'darwin'
      ? 'Electron.app/Contents/MacOS/Electron'
      : process.platform === 'win32'
        ? 'electron.exe'
        : 'electron',
  );
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(program, '');
  expect(installedRuntime()).toBe(program);
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});
