// What the desktop app does, with the same scenarios on two runtimes: the stand-in, and the real Electron if available.
// The titles name the runtime.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DesktopRuntime } from './desktop-app.ts';
import { backgroundScenarios } from './background-scenarios.ts';
import { checklistScenarios } from './checklist.ts';
import { contractScenarios } from './contract.ts';
import { lifeScenarios } from './life-scenarios.ts';
import { createScenarioApps, recordOpened, sample, type WithBridge } from './scenario-apps.ts';

export function desktopScenarios(where: string, runtime: DesktopRuntime): void {
  describe(`The desktop app ${where}`, () => {
    const { newDataDir, start, state, logged } = createScenarioApps(runtime);

    test(`shows the first start, and quits with nothing in progress, ${where}`, async () => {
      const app = await start();
      const page = await app.page();
      await expect(state(page)).resolves.toMatchObject({
        ok: true,
        value: { begun: false, host: { kind: 'desktop', canChooseFolder: true, canShowFile: true } },
      });
      await page.getByRole('button', { name: /try the demo/i }).waitFor();
      expect(await app.quit()).toBe(0);
      expect((await logged(app.dataDir)).at(-1)).toBe('the companion has stopped');
      // Closing a database merges its journal.
      expect(await readdir(app.dataDir)).not.toContain('companion.db-wal');
    });

    test(`turns a dropped report into a strip, and the strip into a record of the demonstration service, ${where}`, async () => {
      const app = await start();
      const page = await app.page();
      await page.getByRole('button', { name: /try the demo/i }).click();
      const account = async () => {
        const answer = await state(page);
        return answer.ok ? answer.value.account.status : answer.failure.kind;
      };
      await expect.poll(account).toBe('signed-in');
      await page.getByRole('heading', { name: 'Now' }).waitFor();
      await app.drop([sample()]);
      await page.locator('[data-strip="job-1"]').waitFor();
      const settle = await page.evaluate(async () => {
        const bridge = (globalThis as unknown as WithBridge).pilotCompanion;
        const sent = async () => {
          for (const bay of ['under-review', 'completed'] as const) {
            const page = await bridge.call('strips.page', { bay, after: null, limit: 10 });
            if (page.ok && page.value.strips[0]) return page.value.strips[0];
          }
          return null;
        };
        return new Promise<{ id: string; name: string | undefined; flight: number | undefined }>((resolve) => {
          const look = async () => {
            const strip = await sent();
            if (strip === null) return;
            undo();
            resolve({ id: strip.id, name: strip.file?.name, flight: strip.flight?.id });
          };
          const undo = bridge.subscribe(() => void look());
          void look();
        });
      });
      expect(settle).toMatchObject({ name: 'kjfk-egll-acars.png', flight: expect.any(Number) as number });
      // The image itself comes over the bridge unchanged; only the page decodes it, at its display size.
      const seen = await page.evaluate(async (id) => {
        const image = await (globalThis as unknown as WithBridge).pilotCompanion.image(id);
        return image.ok ? { type: image.value.mediaType, bytes: image.value.bytes.byteLength } : image.failure;
      }, settle.id);
      expect(seen).toEqual({ type: 'image/png', bytes: (await readFile(sample())).byteLength });
      const drawn = page.locator('canvas.thumb').first();
      await drawn.waitFor();
      const colours = () =>
        drawn.evaluate((canvas: HTMLCanvasElement) => {
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
          return { isDrawn: new Set(new Uint32Array(data.buffer)).size > 1, isSmall: canvas.width < 400 };
        });
      await expect.poll(colours).toEqual({ isDrawn: true, isSmall: true });
      expect(await app.quit()).toBe(0);
    });

    test(`opens the console of the demonstration service in the browser, and keeps its token from the page, ${where}`, async () => {
      const app = await start();
      const page = await app.page();
      const opened = await recordOpened(app);
      await page.getByRole('button', { name: /try the demo/i }).click();
      await page.getByRole('button', { name: 'Open the service console' }).click();
      await expect.poll(opened).toHaveLength(1);
      const address = new URL((await opened())[0]!);
      expect(address.href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/_emulator\/#token=.{20,}$/);
      expect((await fetch(address)).status).toBe(200);
      const token = address.hash.slice('#token='.length);
      expect(JSON.stringify([await state(page), await page.content()])).not.toContain(token);
      expect((await logged(app.dataDir)).join()).not.toContain(token);
    });

    test(`writes an export to the path of the save dialog, and nothing when it is cancelled, ${where}`, async () => {
      const app = await start();
      const page = await app.page();
      await page.getByRole('button', { name: /try the demo/i }).click();
      const exported = (path: string | null) =>
        app
          .evaluate(({ dialog }, filePath) => {
            const answer = { canceled: filePath === null, filePath: filePath ?? '' };
            dialog.showSaveDialog = () => Promise.resolve(answer);
          }, path)
          .then(() =>
            page.evaluate(() =>
              (globalThis as unknown as WithBridge).pilotCompanion.exportLogbook({
                filter: {},
                order: { by: 'day', descending: true },
                format: 'csv',
                ids: null,
              }),
            ),
          );
      const path = join(await newDataDir(), 'my flights.csv');
      await expect.poll(() => exported(path)).toMatchObject({ ok: true, value: { name: 'my flights.csv' } });
      expect(await readFile(path, 'utf8')).toContain('id,date,departure');
      expect(await exported(null)).toEqual({ ok: true, value: null });
    });

    test(`exits cleanly after an uncaught exception, ${where}`, async () => {
      const app = await start();
      await app.page();
      await app.evaluate(({ dialog }) => {
        dialog.showErrorBox = () => {};
        setTimeout(() => {
          throw new Error('a bug of the test');
        }, 0);
      }, null);
      expect(await app.ended).toBe(1);
      const message = await logged(app.dataDir);
      expect(message).toContain('uncaught exception');
      expect(message.at(-1)).toBe('the companion has stopped');
    });

    test(`remembers the position of its window, ${where}`, async () => {
      const first = await start();
      await first.page();
      // 1280 × 800, or as much as a smaller display allows.
      const used = await first.evaluate(
        ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds(),
        null,
      );
      expect(used?.width).toBeLessThanOrEqual(1280);
      expect(await first.quit()).toBe(0);
      const place = JSON.parse(await readFile(join(first.dataDir, 'window-place.json'), 'utf8')) as object;
      expect(place).toMatchObject({ ...used, isMaximized: false });
      await writeFile(join(first.dataDir, 'window-place.json'), JSON.stringify({ ...place, width: 900, height: 600 }));
      const second = await start(first.dataDir);
      await second.page();
      const bounds = await second.evaluate(
        ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds(),
        null,
      );
      expect(bounds).toMatchObject({ width: 900, height: 600 });
    });
  });

  lifeScenarios(where, runtime);
  backgroundScenarios(where, runtime);
  contractScenarios(where, runtime);
  checklistScenarios(where, runtime);
}
