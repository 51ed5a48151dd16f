// What every scenario needs: an app on its own data folder, and cleanup afterwards.
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { afterEach } from 'vitest';
import type { Bridge } from '../../../main/contract/bridge.ts';
import type { DesktopApp, DesktopRuntime } from './desktop-app.ts';

/** The page's globals, as the preload leaves them. */
export type WithBridge = { readonly pilotCompanion: Bridge };

/** The path of a sample image of the emulator. */
export const sample = (name = 'kjfk-egll-acars.png') =>
  fileURLToPath(new URL(`../../../emulator/samples/${name}`, import.meta.url));

/** Opens nothing outside the app from now on. Returns what reads the addresses that it would have opened. */
export async function recordOpened(app: DesktopApp): Promise<() => Promise<string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = (address) => Promise.resolve(void opened.push(address));
  }, null);
  return () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened, null);
}

/** From the first start to the board of the demo. */
export async function beginDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: /try the demo/i }).click();
  await page.getByRole('heading', { name: 'Now' }).waitFor();
}

/** Call it where tests are declared: it cleans up after each. */
export function createScenarioApps(runtime: DesktopRuntime) {
  const folders: string[] = [];

  afterEach(async () => {
    await runtime.tidy();
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  });

  async function newDataDir(): Promise<string> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'pilot-companion-desktop-')));
    folders.push(folder);
    return folder;
  }

  /** Empty before the first line. */
  const log = (dataDir: string) => readFile(join(dataDir, 'logs', 'companion.log'), 'utf8').catch(() => '');

  return {
    newDataDir,
    async start(dataDir?: string): Promise<DesktopApp & { dataDir: string }> {
      const folder = dataDir ?? (await newDataDir());
      return { ...(await runtime.start(folder)), dataDir: folder };
    },
    /** The state of the app, over the window's own bridge. */
    state: (page: Page) =>
      page.evaluate(() => (globalThis as unknown as WithBridge).pilotCompanion.call('app.state', {})),
    log,
    /** The messages of the log, line by line. */
    async logged(dataDir: string): Promise<string[]> {
      const lines = (await log(dataDir)).trim().split('\n');
      return lines.map((line) => (JSON.parse(line) as { message: string }).message);
    },
  };
}
