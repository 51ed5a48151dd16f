// Whether the desktop shows tray icons, asked of a real session bus.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { hasTrayHost } from '../../../main/electron/tray/tray-of.ts';

const run = promisify(execFile);
const hasProgram = (name: string) => spawnSync('which', [name]).status === 0;
const module = JSON.stringify(new URL('../../../main/electron/tray/tray-of.ts', import.meta.url).href);
const owner = new URL('./own-bus-name.mjs', import.meta.url).pathname;

const canRun = process.platform === 'linux' && hasProgram('dbus-run-session') && hasProgram('gdbus');

/** What the app finds out on a new session bus where a program owns this name. */
async function onBusWith(name: string): Promise<unknown> {
  const script = `
    import { spawn } from 'node:child_process';
    import { once } from 'node:events';
    import { hasTrayHost } from ${module};
    const owner = spawn(process.execPath, [${JSON.stringify(owner)}, ${JSON.stringify(name)}], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(owner.stdout, 'data');
    console.log('\\nRESULT ' + (await hasTrayHost('linux', process.env)));
    owner.stdin.end();
  `;
  const { stdout } = await run('dbus-run-session', ['--', process.execPath, '--input-type=module', '-e', script]);
  return /^RESULT (.*)$/m.exec(stdout)?.[1];
}

test.runIf(canRun)('finds that a Linux desktop shows tray icons by its StatusNotifierWatcher', async () => {
  expect(await onBusWith('org.kde.StatusNotifierWatcher')).toBe('true');
  expect(await onBusWith('org.example.Another')).toBe('false');
});

test.runIf(process.platform === 'linux')('asks busctl where gdbus is missing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pilot-companion-tray-'));
  try {
    const program = join(folder, 'busctl');
    writeFileSync(program, '#!/bin/sh\necho b false\n', { mode: 0o755 });
    expect(await hasTrayHost('linux', { PATH: folder })).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('claims nothing where it cannot be found out', async () => {
  expect(await hasTrayHost('linux', { PATH: '/nowhere' })).toBe(true);
});

test.each(['darwin', 'win32'] as const)('asks nothing on %s, which always shows tray icons', async (platform) => {
  expect(await hasTrayHost(platform, { PATH: '/nowhere' })).toBe(true);
});
