// Processes of the app that end unexpectedly, and a window that can't be loaded.
import { describe, expect, test } from 'vitest';
import { type StandIn } from '../../support/electron-stand-in/launch.ts';
import { createScenarioApps } from '../scenarios/scenario-apps.ts';
import { answerBoxes, createStandInRuntime } from '../scenarios/stand-in-runtime.ts';

const runtime = createStandInRuntime();

describe('The desktop app on the stand-in', () => {
  const { newDataDir, log } = createScenarioApps(runtime);

  const launch = (dataDir: string) => runtime.launch([`--data-dir=${dataDir}`]);
  const shown = (app: StandIn) => app.evaluate(({ dialog }) => dialog.shown);

  const processGone = (app: StandIn, type: string, reason: string, name?: string) =>
    app.evaluate(({ app }, details) => void app.emit('child-process-gone', {}, details), {
      type,
      reason,
      name,
      exitCode: 5,
    });
  const failToLoad = (app: StandIn, code: number, isMainFrame: boolean) =>
    app.evaluate(
      ({ BrowserWindow }, { code, isMainFrame }) => {
        const [window] = BrowserWindow.getAllWindows();
        window?.webContents.emit('did-fail-load', {}, code, 'ERR_OF_THE_TEST', 'app://pilot-companion/', isMainFrame);
      },
      { code, isMainFrame },
    );

  test('starts in safe mode after two starts whose GPU process ended again and again, on the stand-in', async () => {
    const dataDir = await newDataDir();
    for (const type of ['GPU', 'Utility']) {
      const app = await launch(dataDir);
      for (let n = 0; n < 4; n += 1) await processGone(app, type, 'crashed');
      expect(await log(dataDir)).toMatch(new RegExp(`a process of the app ended unexpectedly.*"${type}"`));
      app.quit();
      expect(await app.ended).toBe(0);
    }
    const third = await launch(dataDir);
    await expect.poll(() => shown(third)).toEqual(['Pilot Companion started in safe mode']);
  });

  test('starts as usual after processes that ended as expected, and one that Chromium started again, on the stand-in', async () => {
    const dataDir = await newDataDir();
    const logged: number[] = [];
    for (let n = 0; n < 2; n += 1) {
      const app = await launch(dataDir);
      for (let end = 0; end < 4; end += 1) {
        await processGone(app, 'Utility', 'clean-exit');
        await processGone(app, 'Utility', 'killed', 'Image reader');
      }
      logged.push((await log(dataDir)).split('ended unexpectedly').length - 1);
      await processGone(app, 'GPU', 'crashed');
      app.quit();
      expect(await app.ended).toBe(0);
    }
    // Only the end of the GPU process, in the first start.
    expect(logged).toEqual([0, 1]);
    expect(await shown(await launch(dataDir))).toEqual([]);
  });

  test('shows a window that could not be loaded, and loads it again if the pilot wants that, on the stand-in', async () => {
    const dataDir = await newDataDir();
    const app = await launch(dataDir);
    const page = await runtime.pageOf(app);
    await page.getByRole('button', { name: /try the demo/i }).waitFor();
    await page.evaluate(() => void Object.assign(globalThis, { isOld: true }));
    await answerBoxes(app, 0);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    await failToLoad(app, -6, true);
    expect(await shown(app)).toEqual(["The window couldn't be loaded"]);
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())).toBe(true);
    await page.waitForFunction(() => document.readyState === 'complete' && !('isOld' in globalThis));
    expect(await log(dataDir)).toContain('"code":-6');
  });

  test('quits from the question about a window that could not be loaded, on the stand-in', async () => {
    const app = await launch(await newDataDir());
    await runtime.pageOf(app);
    await answerBoxes(app, 1);
    // A part of a page, and a load that another one replaced.
    await failToLoad(app, -6, false);
    await failToLoad(app, -3, true);
    expect(await shown(app)).toEqual([]);
    await failToLoad(app, -6, true);
    expect(await app.ended).toBe(0);
  });
});
