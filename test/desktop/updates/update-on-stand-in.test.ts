// The built app updates itself on the stand-in for Electron, over a feed on loopback. The AppImage is a small script:
// tested is that it replaces the old one and is started with the same data folder.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppState } from '../../../main/contract/state.ts';
import { announcePaths, launchStandIn, type StandIn } from '../../support/electron-stand-in/launch.ts';
import { dropOn } from '../scenarios/desktop-app.ts';
import { beginDemo, sample, type WithBridge } from '../scenarios/scenario-apps.ts';
import { createStandInRuntime } from '../scenarios/stand-in-runtime.ts';
import { openUpdateFeed, type UpdateFeed } from './update-feed.ts';

const runtime = createStandInRuntime();

let folder: string;
let feed: UpdateFeed;
let running: StandIn[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pilot-companion-update-'));
  feed = await openUpdateFeed();
  running = [];
  await mkdir(join(folder, 'resources', 'app.asar'), { recursive: true });
  await mkdir(join(folder, 'cache'));
  await writeFile(
    join(folder, 'resources', 'app-update.yml'),
    `provider: generic\nurl: ${feed.address}\nupdaterCacheDirName: pilot-companion-updater\n`,
  );
  await writeFile(
    join(folder, 'resources', 'app.asar', 'package.json'),
    JSON.stringify({ updateKeys: [feed.publicKey] }),
  );
  await writeFile(join(folder, 'app.AppImage'), 'version 1.0.0');
});
afterEach(async () => {
  for (const app of running) await app.end();
  await feed.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function start(version: string) {
  const app = await launchStandIn([`--data-dir=${join(folder, 'data')}`], undefined, {
    STAND_IN_RESOURCES: join(folder, 'resources'),
    STAND_IN_VERSION: version,
    XDG_CACHE_HOME: join(folder, 'cache'),
    APPIMAGE: join(folder, 'app.AppImage'),
    APPDIR: dirname(process.execPath),
  });
  running.push(app);
  return { app, page: await runtime.pageOf(app) };
}

const stateOf = async (page: Page): Promise<AppState | null> => {
  const answer = await page.evaluate(() => (globalThis as unknown as WithBridge).pilotCompanion.call('app.state', {}));
  return answer.ok ? answer.value : null;
};

test('shows a question first, downloads, installs by the button, and keeps the data folder, on the stand-in', async () => {
  const started = join(folder, 'started');
  feed.publish('1.1.0', Buffer.from(`#!/bin/sh\necho "$@" > '${started}'\n`));
  const { app, page } = await start('1.0.0');
  await beginDemo(page);
  await announcePaths(page, [sample()]);
  await dropOn(page, [sample()]);
  await page.locator('[data-strip="job-1"]').waitFor();
  expect(feed.requests).toEqual([]);

  await page.getByRole('button', { name: 'Check for updates' }).click();
  await page.getByRole('button', { name: 'Restart to update' }).click();
  expect(await app.ended).toBe(0);
  expect(feed.paths()).toHaveLength(3);
  expect(feed.requests.filter(({ headers }) => headers['user-agent'] === 'Pilot-Companion')).toHaveLength(2);
  expect(await readFile(join(folder, 'app.AppImage'), 'utf8')).toContain('#!/bin/sh');
  await expect.poll(() => readFile(started, 'utf8').catch(() => '')).toBe(`--data-dir=${join(folder, 'data')}\n`);

  const next = await start('1.1.0');
  await next.page.locator('[data-strip="job-1"]').first().waitFor();
  const state = await stateOf(next.page);
  expect(state?.account.status).toBe('signed-in');
  expect(state?.updates).toMatchObject({ by: 'app', progress: { step: 'idle' }, news: { version: '1.1.0' } });
});
