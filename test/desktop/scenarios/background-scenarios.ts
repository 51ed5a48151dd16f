// The desktop app without its window, on both runtimes like scenarios.ts: tray, notifications, closing, what arrives
// while it quits, and what is passed to it from outside.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Page } from 'playwright';
import type { DesktopApp, DesktopRuntime } from './desktop-app.ts';
import { beginDemo, createScenarioApps, sample, type WithBridge } from './scenario-apps.ts';
import { preset } from '../../support/fake-companion/example-preset.ts';

/** What `follow` records in the app's process. */
type Seen = {
  tray: { emit(event: string, ...values: unknown[]): void } | null;
  menu: { getMenuItemById(id: string): { click(): void } | null } | null;
  notifications: { readonly title: string; emit(event: string): void }[];
  questions: string[];
};
type WithSeen = { readonly seen: Seen };

/** Records the tray with its menu, the notifications, and the questions, which it answers with their first button. */
const follow = (app: DesktopApp) =>
  app.evaluate(({ dialog, Notification, Tray }) => {
    const seen: Seen = { tray: null, menu: null, notifications: [], questions: [] };
    Object.assign(globalThis, { seen });
    const { setContextMenu } = Tray.prototype;
    Tray.prototype.setContextMenu = function (menu) {
      seen.tray = this;
      seen.menu = menu as unknown as Seen['menu'];
      setContextMenu.call(this, menu);
    };
    // No desktop of a test has to show them.
    Notification.isSupported = () => true;
    Notification.prototype.show = function () {
      seen.notifications.push(this);
    };
    dialog.showMessageBox = ((_window: unknown, { message }: { message: string }) => {
      seen.questions.push(message);
      return Promise.resolve({ response: 0, checkboxChecked: false });
    }) as never;
  }, null);

const offers = (app: DesktopApp, id: string) =>
  app.evaluate((_electron, id) => Boolean((globalThis as unknown as WithSeen).seen.menu?.getMenuItemById(id)), id);
/** The click follows the answer, because it may end the process. */
const choose = (app: DesktopApp, id: string) =>
  app.evaluate((_electron, id) => {
    const item = (globalThis as unknown as WithSeen).seen.menu?.getMenuItemById(id);
    if (!item) throw new Error(`The menu of the tray has no ${id}`);
    setTimeout(() => item.click(), 0);
  }, id);
const windows = (app: DesktopApp) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().filter((one) => one.isVisible()).length, null);
const closeWindow = (app: DesktopApp) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close(), null);
const order = (page: Page, name: 'uploads.pause' | 'uploads.resume') =>
  page.evaluate((name) => (globalThis as unknown as WithBridge).pilotCompanion.call(name, {}), name);

export function backgroundScenarios(where: string, runtime: DesktopRuntime): void {
  describe(`The desktop app in the background ${where}`, () => {
    const { newDataDir, start, state } = createScenarioApps(runtime);

    /** The app in the demo, followed, with its menu in the tray. */
    async function startDemo(dataDir?: string) {
      const app = await start(dataDir);
      const page = await app.page();
      await follow(app);
      await beginDemo(page);
      await expect.poll(() => offers(app, 'uploads.pause')).toBe(true);
      return { app, page };
    }
    const services = async (dataDir: string) => {
      const text = await readFile(join(dataDir, 'settings.json'), 'utf8').catch(() => '{}');
      const { services = [] } = JSON.parse(text) as { services?: { name: string }[] };
      return services.map(({ name }) => name);
    };

    test(`pauses and resumes uploads from its tray, ${where}`, async () => {
      const { app, page } = await startDemo();
      const isPaused = async () => {
        const answer = await state(page);
        return answer.ok ? answer.value.queue.paused : answer.failure.kind;
      };
      await choose(app, 'uploads.pause');
      await expect.poll(isPaused).toBe(true);
      await page.getByText('Uploads paused').first().waitFor();
      await expect.poll(() => offers(app, 'uploads.resume')).toBe(true);
      await choose(app, 'uploads.resume');
      await expect.poll(isPaused).toBe(false);
      await order(page, 'uploads.pause');
      await expect.poll(() => offers(app, 'uploads.resume')).toBe(true);
    });

    test(`keeps running when its window is closed, comes back from its tray, and quits from there, ${where}`, async () => {
      const { app } = await startDemo();
      const asked = () => app.evaluate(() => (globalThis as unknown as WithSeen).seen.questions, null);
      // On macOS programs keep running without a window, so there is no question.
      const expected = process.platform === 'darwin' ? [] : ['Keep Pilot Companion running?'];
      await closeWindow(app);
      await expect.poll(() => windows(app)).toBe(0);
      expect(await asked()).toEqual(expected);
      const kept = JSON.parse(await readFile(join(app.dataDir, 'settings.json'), 'utf8')) as object;
      expect(kept).toMatchObject({ onClose: expected.length === 0 ? 'ask' : 'keep-running' });
      await choose(app, 'open');
      await expect.poll(() => windows(app)).toBe(1);
      // The question is shown once.
      await closeWindow(app);
      await expect.poll(() => windows(app)).toBe(0);
      expect(await asked()).toEqual(expected);
      await choose(app, 'quit');
      expect(await app.ended).toBe(0);
    });

    test(`notifies while its window is closed, and opens the report on a click, ${where}`, async () => {
      const dataDir = await newDataDir();
      await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ version: 1, onClose: 'keep-running' }));
      const { app } = await startDemo(dataDir);
      expect(await runtime.startSecond(dataDir, sample())).toBe(0);
      await (await app.page()).locator('[data-strip="job-1"]').waitFor();
      await closeWindow(app);
      await expect.poll(() => windows(app)).toBe(0);
      const notified = () =>
        app.evaluate(() => (globalThis as unknown as WithSeen).seen.notifications.map(({ title }) => title), null);
      await expect.poll(notified).toEqual([expect.stringMatching(/^Flight completed: /)]);
      await app.evaluate(() => (globalThis as unknown as WithSeen).seen.notifications[0]?.emit('click'), null);
      await (await app.page()).getByRole('complementary').waitFor();
    });

    test(`starts again after quitting, with the file of a second start that came meanwhile, ${where}`, async () => {
      const app = await start();
      await app.page();
      const relaunched = join(app.dataDir, 'relaunched.json');
      // Nothing would end the process of a real relaunch. The app believes it is quitting until the second start is here.
      const quitting = app.evaluate(({ app }, path) => {
        const { writeFileSync } = process.getBuiltinModule('node:fs');
        app.relaunch = (options) => writeFileSync(path, JSON.stringify(options?.args));
        return new Promise<void>((resolve) => {
          app.once('second-instance', () => resolve());
          (app as unknown as { emit(event: string, details: object): void }).emit('before-quit', {});
        });
      }, relaunched);
      expect(await runtime.startSecond(app.dataDir, 'report.png')).toBe(0);
      await quitting;
      expect(await app.quit()).toBe(0);
      const args = JSON.parse(await readFile(relaunched, 'utf8')) as string[];
      expect(args).toEqual(
        expect.arrayContaining([`--data-dir=${app.dataDir}`, `--given-path=${resolve('report.png')}`]),
      );
    });

    test(`shows a preset that is opened by double click, and keeps it only once the pilot agrees, ${where}`, async () => {
      const app = await start();
      const page = await app.page();
      const given = await newDataDir();
      const [ours, broken] = [join(given, 'ours.pilotpreset'), join(given, 'broken.pilotpreset')];
      await writeFile(ours, JSON.stringify(preset));
      await writeFile(broken, '{ "name": ');
      const openFile = (path: string) =>
        app.evaluate(({ app, shell }, path) => {
          shell.openExternal = () => Promise.resolve();
          (app as unknown as { emit(...values: unknown[]): void }).emit('open-file', { preventDefault() {} }, path);
        }, path);

      await openFile(ours);
      const dialog = page.getByRole('dialog', { name: 'Sign in to Example Virtual?' });
      await dialog.getByText('https://service.example').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      expect(await services(app.dataDir)).not.toContain('Example Virtual');

      // The same by a second start, as on Windows and Linux.
      expect(await runtime.startSecond(app.dataDir, ours)).toBe(0);
      await dialog.getByRole('button', { name: 'Sign in to Example Virtual' }).click();
      await page.getByText('Step 1 of 4').waitFor();
      expect(await services(app.dataDir)).toContain('Example Virtual');

      await openFile(broken);
      const reason = page.getByText(/broken\.pilotpreset isn't a preset/);
      await reason.first().waitFor();
    });

    test(`adds images that are dropped on its tray, and offers a folder, ${where}`, async () => {
      const { app, page } = await startDemo();
      const shots = join(await newDataDir(), 'shots');
      await mkdir(shots);
      await app.evaluate(
        (_electron, paths) => (globalThis as unknown as WithSeen).seen.tray?.emit('drop-files', {}, paths),
        [sample(), shots],
      );
      const dialog = page.getByRole('dialog', { name: 'Watch this folder?' });
      await dialog.getByText(shots).waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.locator('[data-strip="job-1"]').waitFor();
      expect(await page.locator('[data-strip]').count()).toBe(1);
    });
  });
}
