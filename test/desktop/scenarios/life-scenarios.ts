// The life of the desktop app, on both runtimes like scenarios.ts: further starts, its menu, isolation, crashes.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DesktopRuntime } from './desktop-app.ts';
import { beginDemo, createScenarioApps, sample, type WithBridge } from './scenario-apps.ts';

export function lifeScenarios(where: string, runtime: DesktopRuntime): void {
  describe(`The life of the desktop app ${where}`, () => {
    const { start, newDataDir } = createScenarioApps(runtime);

    test(`passes its smoke test, with a report of each step, ${where}`, async () => {
      const dataDir = await newDataDir();
      const path = join(dataDir, 'report.json');
      expect(await runtime.startSecond(dataDir, `--smoke=${path}`)).toBe(0);
      const report = JSON.parse(await readFile(path, 'utf8')) as {
        ok: boolean;
        steps: { name: string; ok: boolean }[];
      };
      expect(report.steps.filter(({ ok }) => !ok)).toEqual([]);
      expect(report).toMatchObject({ ok: true, platform: process.platform, arch: process.arch });
      expect(report.steps.map(({ name }) => name)).toEqual([
        'the companion answers',
        'the window shows its page',
        'the window reaches the companion over its bridge',
        'the built-in service starts and signs in',
        'an image is added',
        'the service has its record',
        'the window shows the report',
        'the demo signs out',
      ]);
    });

    test(`adds the images that a second start names, and reports the result, ${where}`, async () => {
      const app = await start();
      const page = await app.page();
      await beginDemo(page);
      const notAnImage = join(app.dataDir, 'notes.png');
      await writeFile(notAnImage, 'text');
      expect(await runtime.startSecond(app.dataDir, sample(), notAnImage)).toBe(0);
      await page.locator('[data-strip="job-1"]').waitFor();
      await page.getByText('notes.png').first().waitFor();
    });

    test(`adds an image that is pasted, but not into a field, ${where}`, async () => {
      const app = await start();
      const page = await app.page();
      await beginDemo(page);
      const bytes = (await readFile(sample())).toString('base64');
      const paste = (into: string) =>
        page.evaluate(
          ([base64, into]) => {
            const content = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
            const clipboardData = new DataTransfer();
            clipboardData.items.add(new File([content], 'image.png', { type: 'image/png' }));
            const target = document.querySelector(into) ?? document.body.appendChild(document.createElement(into));
            target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
          },
          [bytes, into] as const,
        );
      await paste('textarea');
      await paste('body');
      await page.locator('[data-strip="job-1"]').waitFor();
      const name = await page.evaluate(async () => {
        const found = await (globalThis as unknown as WithBridge).pilotCompanion.call('strips.detail', { id: 'job-1' });
        return found.ok ? found.value.strip.file?.name : found.failure.kind;
      });
      expect(name).toMatch(/^pasted-.*\.png$/);
      expect(await page.locator('[data-strip="job-2"]').count()).toBe(0);
    });

    test(`opens the settings from the menu, ${where}`, async () => {
      const app = await start();
      const page = await app.page();
      await beginDemo(page);
      await app.evaluate(({ Menu }) => {
        Menu.getApplicationMenu()?.getMenuItemById('settings')?.click();
      }, null);
      await expect.poll(() => page.getByRole('heading', { name: 'Settings', level: 1 }).count()).toBe(1);
    });

    test(`loads its window again after a crash, and shows a question after three in a row, ${where}`, async () => {
      const app = await start();
      await app.page();
      const asked = () => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked, null);
      await app.evaluate(({ dialog }) => {
        const asked: string[] = [];
        Object.assign(globalThis, { asked });
        dialog.showMessageBox = ((_window: unknown, { message }: { message: string }) => {
          asked.push(message);
          return Promise.resolve({ response: 0, checkboxChecked: false });
        }) as never;
      }, null);
      const crash = async () => {
        await app.evaluate(({ BrowserWindow }) => {
          BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
        }, null);
        const page = await app.page();
        await page.getByRole('button', { name: /try the demo/i }).waitFor();
      };
      for (let n = 0; n < 3; n += 1) await crash();
      expect(await asked()).toEqual([]);
      await crash();
      expect(await asked()).toEqual(['The window closed unexpectedly several times']);
    });
  });
}
