// The entry of the desktop app, without the life that it starts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { appId, toastActivatorId } from '../../main/electron/system/app-id.ts';

const calls = vi.hoisted(() => [] as string[]);

vi.mock('electron', () => {
  const object = (name: string) =>
    new Proxy(
      {},
      {
        get:
          (_target, member) =>
          (...values: unknown[]) =>
            void calls.push([`${name}.${String(member)}`, ...values].join(' ')),
      },
    );
  const app = object('app');
  return {
    app: new Proxy(app, {
      get: (_, name) => (name === 'commandLine' ? object('app.commandLine') : Reflect.get(app, name)),
    }),
    crashReporter: object('crashReporter'),
    dialog: object('dialog'),
    protocol: object('protocol'),
  };
});
vi.mock('../../main/electron/live.ts', () => ({ live: () => {} }));

const folder = mkdtempSync(join(tmpdir(), 'app-id-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { platform } = process;
const setPlatform = (value: string) => Object.defineProperty(process, 'platform', { value });
afterEach(() => {
  setPlatform(platform);
  vi.unstubAllEnvs();
  vi.resetModules();
  calls.length = 0;
});

async function start(on: string) {
  setPlatform(on);
  vi.stubEnv('PILOT_COMPANION_DATA_DIR', folder);
  await import('../../main/electron/main.ts');
}

test('on Windows the process has its app id before anything else', async () => {
  await start('win32');
  expect(calls.slice(0, 2)).toEqual([`app.setAppUserModelId ${appId}`, `app.setToastActivatorCLSID ${toastActivatorId}`]);
});

test.each(['linux', 'darwin'])('on %s the process has no such id', async (system) => {
  await start(system);
  expect(calls).toContain('app.setName Pilot Companion');
  expect(calls.filter((call) => call.startsWith('app.setAppUserModelId'))).toEqual([]);
});
