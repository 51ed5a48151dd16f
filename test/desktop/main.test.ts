// The entry of the desktop app, without the life that it starts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { appId, toastActivatorId } from '../../main/electron/system/app-id.ts';

const calls = vi.hoisted(() => [] as string[]);
const failing = vi.hoisted(() => ({ live: null as Error | null }));
/** What the members return that return something. */
const answers = vi.hoisted(
  () =>
    new Map<string, unknown>([
      ['app.requestSingleInstanceLock', true],
      ['app.whenReady', Promise.resolve()],
    ]),
);

vi.mock('electron', () => {
  const object = (name: string) =>
    new Proxy(
      {},
      {
        get:
          (_target, member) =>
          (...values: unknown[]) => {
            calls.push([`${name}.${String(member)}`, ...values].join(' '));
            return answers.get(`${name}.${String(member)}`);
          },
      },
    );
  return {
    app: object('app'),
    crashReporter: object('crashReporter'),
    dialog: object('dialog'),
    protocol: object('protocol'),
  };
});
vi.mock('../../main/electron/live.ts', () => ({
  live() {
    if (failing.live !== null) throw failing.live;
  },
}));

const folder = mkdtempSync(join(tmpdir(), 'app-id-'));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  vi.resetModules();
  vi.stubEnv('PILOT_COMPANION_DATA_DIR', folder);
  calls.length = 0;
});

test('on Windows the process has its app id before anything else', async () => {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'win32' });
  await import('../../main/electron/main.ts');
  Object.defineProperty(process, 'platform', { value: platform });
  expect(calls.slice(0, 2)).toEqual([
    `app.setAppUserModelId ${appId}`,
    `app.setToastActivatorCLSID ${toastActivatorId}`,
  ]);
});

test('on a full disk the app says so and ends, instead of running without a window', async () => {
  failing.live = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  await import('../../main/electron/main.ts');
  await Promise.resolve();
  expect(calls.slice(-2)).toEqual([expect.stringMatching(/^dialog\.showErrorBox .*couldn't start/), 'app.exit 1']);
  expect(calls.at(-2)).toContain(folder);
  expect(printed).toHaveBeenCalledWith(failing.live);
});
