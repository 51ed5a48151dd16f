// The entry of the desktop app, without the life that it starts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
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
  return {
    app: object('app'),
    crashReporter: object('crashReporter'),
    dialog: object('dialog'),
    protocol: object('protocol'),
  };
});
vi.mock('../../main/electron/live.ts', () => ({ live: () => {} }));

const folder = mkdtempSync(join(tmpdir(), 'app-id-'));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test('on Windows the process has its app id before anything else', async () => {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'win32' });
  vi.stubEnv('PILOT_COMPANION_DATA_DIR', folder);
  await import('../../main/electron/main.ts');
  Object.defineProperty(process, 'platform', { value: platform });
  expect(calls.slice(0, 2)).toEqual([
    `app.setAppUserModelId ${appId}`,
    `app.setToastActivatorCLSID ${toastActivatorId}`,
  ]);
});
