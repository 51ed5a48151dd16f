import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { forkStandIn, type StandIn } from '../../support/electron-stand-in/launch.ts';
import { beginDemo, createScenarioApps, type WithBridge } from '../scenarios/scenario-apps.ts';
import { answerBoxes, createStandInRuntime } from '../scenarios/stand-in-runtime.ts';

const runtime = createStandInRuntime();

// Not scenarios: the real Electron shows dialogs that wait for a person, or starts a process that nothing would end.
describe('The desktop app on the stand-in', () => {
  const { newDataDir, log } = createScenarioApps(runtime);

  const launch = (dataDir: string, env?: Readonly<Record<string, string>>) =>
    runtime.launch([`--data-dir=${dataDir}`], env);
  const shown = (app: StandIn) => app.evaluate(({ dialog }) => dialog.shown);

  test("shows why it can't start, leaves the data as it is, and exits with 1, on the stand-in", async () => {
    const dataDir = await newDataDir();
    const database = join(dataDir, 'companion.db');
    // Damaged data would be recovered; data of a newer version is left unchanged.
    const newer = new DatabaseSync(database);
    newer.exec('CREATE TABLE of_tomorrow (id INTEGER); PRAGMA user_version = 999');
    newer.close();
    const before = await readFile(database);
    expect(await (await runtime.start(dataDir)).ended).toBe(1);
    expect((await readFile(database)).equals(before)).toBe(true);
    expect(await log(dataDir)).toContain('the companion could not start');
  });

  test('fails its smoke test with 1 and without a dialog if the companion can’t start, on the stand-in', async () => {
    const dataDir = await newDataDir();
    const newer = new DatabaseSync(join(dataDir, 'companion.db'));
    newer.exec('CREATE TABLE of_tomorrow (id INTEGER); PRAGMA user_version = 999');
    newer.close();
    const { child, printed } = forkStandIn([`--data-dir=${dataDir}`, '--smoke']);
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1);
    expect(printed()).toContain('"ok": false');
    expect(printed()).toContain('the companion did not start');
  });

  test('leaves no folder behind after a smoke test without a data folder, on the stand-in', async () => {
    const temporary = await newDataDir();
    const { child, printed } = forkStandIn(['--smoke'], undefined, { TMPDIR: temporary, TEMP: temporary });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect([code, printed()]).toEqual([0, expect.stringContaining('"ok": true')]);
    expect((await readdir(temporary)).filter((name) => name.startsWith('pilot-companion-smoke-'))).toEqual([]);
  });

  const menuLabels = (app: StandIn) =>
    app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label));

  test('has its menu in the language of the system, on the stand-in', async () => {
    const app = await launch(await newDataDir(), { STAND_IN_LANGUAGES: 'fi-FI,de-DE' });
    expect(await menuLabels(app)).toContain('Hilfe');
  });

  test('has menu and window in the language that the pilot chooses, on the stand-in', async () => {
    const app = await launch(await newDataDir());
    const page = await runtime.pageOf(app);
    await beginDemo(page);
    expect(await menuLabels(app)).toContain('Help');
    await page.evaluate(() => void (location.hash = 'settings'));
    await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Français' });
    await page.getByRole('heading', { name: 'Paramètres', level: 1 }).waitFor();
    await expect.poll(() => menuLabels(app)).toContain('Aide');
  });

  test.runIf(process.platform !== 'win32')('stops in order after a signal, on the stand-in', async () => {
    const dataDir = await newDataDir();
    const app = await launch(dataDir);
    await expect.poll(() => log(dataDir)).toContain('the companion is ready');
    app.signal('SIGTERM');
    expect(await app.ended).toBe(0);
    expect(await log(dataDir)).toContain('the companion has stopped');
  });

  test('starts in safe mode after two starts that ended unexpectedly, and shows that, on the stand-in', async () => {
    const dataDir = await newDataDir();
    for (let n = 0; n < 2; n += 1) {
      const app = await launch(dataDir);
      expect(await shown(app)).toEqual([]);
      app.signal('SIGKILL');
      await app.ended;
    }
    await writeFile(
      join(dataDir, 'window-place.json'),
      JSON.stringify({ x: 5, y: 5, width: 700, height: 500, isMaximized: false }),
    );
    const app = await launch(dataDir);
    await expect.poll(() => shown(app)).toEqual(['Pilot Companion started in safe mode']);
    const state = await app.evaluate(({ app, BrowserWindow }) => ({
      hasAcceleration: app.hasAcceleration,
      width: BrowserWindow.getAllWindows()[0]?.getNormalBounds().width,
    }));
    expect(state).toEqual({ hasAcceleration: false, width: 1280 });
    app.quit();
    expect(await app.ended).toBe(0);
    const next = await launch(dataDir);
    expect(await shown(next)).toEqual([]);
  });

  test('quits when its window is closed if the settings say so, on the stand-in', async () => {
    const dataDir = await newDataDir();
    const app = await launch(dataDir);
    await expect.poll(() => log(dataDir)).toContain('the companion is ready');
    await answerBoxes(app, 1);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    expect(await app.ended).toBe(0);
  });

  test('starts without a window at login, on the stand-in', async () => {
    const dataDir = await newDataDir();
    const app = await runtime.launch([`--data-dir=${dataDir}`, '--background']);
    await expect.poll(() => log(dataDir)).toContain('the companion is ready');
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0);
    expect(await runtime.startSecond(dataDir)).toBe(0);
    await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  });

  test('reports in its log and its window that it runs without the sandbox, on the stand-in', async () => {
    const dataDir = await newDataDir();
    const app = await runtime.launch([`--data-dir=${dataDir}`, '--no-sandbox']);
    await expect.poll(() => log(dataDir)).toContain('sandbox is off');
    const page = await runtime.pageOf(app);
    const host = await page.evaluate(async () => {
      const state = await (globalThis as unknown as WithBridge).pilotCompanion.call('app.state', {});
      return state.ok ? state.value.host.withoutSandbox : state.failure.kind;
    });
    expect(host).toBe(true);
  });

  test('reloads a window that does not respond if the pilot wants that, which is no crash, on the stand-in', async () => {
    const dataDir = await newDataDir();
    const app = await launch(dataDir);
    const page = await runtime.pageOf(app);
    await page.evaluate(() => void Object.assign(globalThis, { isOld: true }));
    await answerBoxes(app, 1);
    await app.evaluate(({ BrowserWindow }) => void BrowserWindow.getAllWindows()[0]?.emit('unresponsive'));
    expect(await shown(app)).toEqual(["The window isn't responding"]);
    await page.waitForFunction(() => document.readyState === 'complete' && !('isOld' in globalThis));
    await page.getByRole('button', { name: /try the demo/i }).waitFor();
    expect(await log(dataDir)).toContain('the window does not respond');
    expect(await log(dataDir)).not.toContain('the window crashed');
  });
});
