// `npm start` with programs that end like Electron where it can't run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openInElectron } from '../../scripts/open-in-electron.mjs';
import { inRoot } from '../../scripts/root.mjs';

/** @type {string} */
let folder;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'faked-electron-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** @param {string} body what the program does, as a shell script */
function fakeElectron(body) {
  const program = join(folder, 'electron');
  writeFileSync(program, `#!/bin/sh\n${body}\n`);
  chmodSync(program, 0o755);
  return program;
}

const prints = (/** @type {string} */ text) => `cat >&2 <<'END'\n${text}\nEND\n`;
/** Reports that the pilot sees something. */
const seen = ': >"$PILOT_COMPANION_START_REPORT"; ';

describe.skipIf(process.platform === 'win32')(
  'Electron that ends before its window (Windows has no such scripts)',
  () => {
    it.each([
      [
        'a display that is named and not there',
        `${prints('[1:ERROR:ozone_platform_x11.cc(250)] Missing X server or $DISPLAY')}exit 1`,
        /the display .* can't be reached/,
      ],
      [
        'a sandbox that the system refuses',
        `${prints('FATAL:setuid_sandbox_host.cc The SUID sandbox helper binary was found, but is not configured correctly.')}kill -TRAP $$`,
        /refuses its sandbox.*apparmor_restrict_unprivileged_userns=0/,
      ],
      [
        'a missing library',
        `${prints('electron: error while loading shared libraries: libnss3.so: cannot open shared object file')}exit 127`,
        /the library libnss3\.so is missing/,
      ],
      [
        'a system that is too old',
        `${prints("electron: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.38' not found")}exit 1`,
        /too old for it: GLIBC_2\.38 is missing/,
      ],
      [
        'root as its user',
        `${prints('Running as root without --no-sandbox is not supported.')}exit 1`,
        /doesn't run as root/,
      ],
      [
        'a crash after a while',
        `${prints('the last words')}sleep 0.1; kill -SEGV $$`,
        /ended with 139 before it showed a window:\nthe last words/,
      ],
      ['an end without a window and without a word', 'exit 0', /ended with 0 before it showed a window$/],
    ])('is explained for %s', async (_what, body, expected) => {
      vi.stubEnv('DISPLAY', ':77');
      vi.stubEnv('WAYLAND_DISPLAY', '');
      onTestFinished(() => void vi.unstubAllEnvs());
      expect(await openInElectron(fakeElectron(body), [])).toMatch(expected);
    });

    it('opens the window in the browser', async () => {
      fakeElectron(prints('the last words'));
      const env = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder, DISPLAY: ':77', WAYLAND_DISPLAY: '' };
      const args = ['--data-dir', join(folder, 'data'), '--allow-file-vault', '--no-open'];
      const child = spawn(process.execPath, [inRoot('scripts', 'start.mjs'), ...args], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let printed = '';
      child.stdout.on('data', (text) => (printed += String(text)));
      await expect
        .poll(() => printed)
        .toMatch(/Opening the window in the browser instead of Electron: .*the last words/s);
      await expect.poll(() => printed).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
      child.kill('SIGTERM');
      await once(child, 'close');
    });

    it('is explained for a start that hangs', async () => {
      const hanging = fakeElectron('exec sleep 1000');
      expect(await openInElectron(hanging, [], { shownWithinMs: 500 })).toMatch(/showed no window within 0\.5 s/);
    });

    it.each([
      ['a window that was closed', seen, 0],
      ['a start that the running app took over', `${seen}exit 0`, 0],
      ['a crash after the window was there', `${seen}kill -SEGV $$`, 139],
    ])('is no obstacle after %s', async (_what, body, code) => {
      expect(await openInElectron(fakeElectron(body), [])).toBe(code);
    });
  },
);
