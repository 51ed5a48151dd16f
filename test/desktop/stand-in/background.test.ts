// What the desktop app does for a pilot in the simulator: its tray and taskbar, its shortcut, staying awake, and waking up.
import { mkdir, readFile, utimes, copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { plainPng } from '../../support/image-bombs.ts';
import { createScenarioApps, sample, type WithBridge } from '../scenarios/scenario-apps.ts';
import { createStandInRuntime } from '../scenarios/stand-in-runtime.ts';

const samples = ['kjfk-egll-acars.png', 'eddf-lppt-report.png', 'loww-lowg-acars.png'].map(sample);
type Strips = { readonly strips: readonly { readonly file: { readonly name: string }; readonly stage: string }[] };

const runtime = createStandInRuntime();

describe('The desktop app on the stand-in', () => {
  const { newDataDir, log } = createScenarioApps(runtime);

  /** In the demo, on a new folder. */
  async function launch() {
    const dataDir = await newDataDir();
    await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ version: 1, profile: 'demo' }));
    const app = await runtime.launch([`--data-dir=${dataDir}`]);
    const page = await runtime.pageOf(app);
    await page.getByText('Demo Pilot').first().waitFor();
    const order = (name: string, input: object) =>
      page.evaluate(
        async ([name, input]) => {
          const { call } = (globalThis as unknown as WithBridge).pilotCompanion;
          const result = await (call as (name: string, input: object) => Promise<{ ok: boolean; value?: unknown }>)(
            name,
            input,
          );
          return result.ok ? result.value : result;
        },
        [name, input] as const,
      );
    return { app, dataDir, page, order };
  }

  test('adds the newest screenshot by a shortcut from anywhere, and reports when another program has it, on the stand-in', async () => {
    const { app, dataDir, page, order } = await launch();
    expect(await order('shortcut.read', {})).toEqual({ shortcut: 'off' });
    await order('settings.change', { captureShortcut: 'Control+Shift+9' });
    expect(await order('shortcut.read', {})).toEqual({ shortcut: 'refused' });
    await order('settings.change', { captureShortcut: 'Control+Shift+U' });
    expect(await order('shortcut.read', {})).toEqual({ shortcut: 'on' });

    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur());
    const press = () =>
      app.evaluate(({ globalShortcut }) => {
        for (const press of globalShortcut.registered.values()) press();
        return globalShortcut.registered.size;
      });
    const notified = () => app.evaluate(({ Notification }) => Notification.all.map(({ title }) => title));
    expect(await press()).toBe(1);
    await expect.poll(notified).toEqual(['No screenshot added']);

    const shots = join(dataDir, 'shots');
    await mkdir(shots);
    await copyFile(sample(), join(shots, 'new.png'));
    await writeFile(join(shots, 'old.png'), 'not an image');
    await utimes(join(shots, 'old.png'), 1_000, 1_000);
    // The watcher does not add files that exist already.
    await order('folders.add', { path: shots, existing: false });
    await press();
    await expect.poll(notified).toEqual(['No screenshot added', 'Added new.png']);
    await page.locator('[data-strip="job-1"]').waitFor();
    await press();
    await expect.poll(notified).toContain('new.png was already added');

    // Systems refuse notifications one by one; the pilot is told once, and not over the simulator.
    await app.evaluate(({ Notification }) => Notification.all.forEach((one) => one.emit('failed', {}, 'not allowed')));
    const shown = () => app.evaluate(({ dialog }) => dialog.shown);
    expect(await shown()).toEqual([]);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus());
    await expect.poll(shown).toEqual(["Your system doesn't show notifications"]);

    await order('settings.change', { captureShortcut: '' });
    expect(await press()).toBe(0);
  });

  test('looks at the images of a folder in a process of its own, and asks about those without text, on the stand-in', async () => {
    const { dataDir, order } = await launch();
    const shots = join(dataDir, 'shots');
    await mkdir(shots);
    await copyFile(sample(), join(shots, 'page.png'));
    await writeFile(join(shots, 'view.png'), plainPng(1280, 720));
    const rules = { names: ['*'], afterUpload: { kind: 'leave' }, approval: false, withoutText: 'hold' };
    await order('folders.add', { path: shots, existing: true, rules });
    const asked = async () =>
      ((await order('strips.page', { bay: 'needs-attention', after: null, limit: 10 })) as Strips).strips.map(
        ({ file, stage }) => [file.name, stage],
      );
    await expect.poll(asked).toEqual([['view.png', 'approval']]);
    // It is killed when nothing is left to look at, which is no crash.
    expect(await log(dataDir)).not.toContain('ended unexpectedly');
  });

  test('has its tray in the language that the pilot chooses, and its progress in each new window, on the stand-in', async () => {
    const { app, dataDir, order, page } = await launch();
    const labels = () => app.evaluate(({ Tray }) => Tray.all[0]?.menu?.items.map(({ label }) => label ?? ''));
    await order('settings.change', { onClose: 'keep-running', language: 'de' });
    await expect.poll(labels).toContain('Beenden');
    await order('uploads.pause', {});
    expect(await runtime.startSecond(dataDir, ...samples)).toBe(0);
    await page.locator('[data-strip="job-3"]').waitFor();
    const progress = () =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.progress.mode));
    await expect.poll(progress).toEqual(['paused']);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await expect.poll(progress).toEqual([]);
    await app.evaluate(({ Tray }) => Tray.all[0]?.menu?.getMenuItemById('open')?.click());
    await expect.poll(progress).toEqual(['paused']);
  });

  test('keeps the computer awake while uploads are due, only if the pilot wants that, on the stand-in', async () => {
    const { app, dataDir, order, page } = await launch();
    const awake = () => app.evaluate(({ powerSaveBlocker }) => powerSaveBlocker.running());
    await order('uploads.pause', {});
    await order('settings.change', { keepAwake: true });
    // The service accepts one after the other, so that the rest is due for a while.
    expect(await runtime.startSecond(dataDir, ...samples)).toBe(0);
    await page.locator('[data-strip="job-3"]').waitFor();
    expect(await awake()).toEqual([]);
    await order('uploads.resume', {});
    await expect.poll(awake).toEqual(['prevent-app-suspension']);
    await order('settings.change', { keepAwake: false });
    expect(await awake()).toEqual([]);
    await order('settings.change', { keepAwake: true });
    await expect.poll(awake).toEqual(['prevent-app-suspension']);
    await expect.poll(awake, { timeout: 40_000 }).toEqual([]);
  });

  test('polls the service and scans its folders immediately after a sleep, on the stand-in', async () => {
    const { app, dataDir } = await launch();
    const asked = async () => (await readFile(join(dataDir, 'logs', 'calls.log'), 'utf8')).trim().split('\n').length;
    await expect.poll(asked).toBeGreaterThan(0);
    let before = -1;
    // Until there are no more requests.
    await expect
      .poll(
        async () => {
          const last = before;
          before = await asked();
          return before === last;
        },
        { interval: 1_500, timeout: 20_000 },
      )
      .toBe(true);
    await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'));
    await expect.poll(asked, { timeout: 2_000 }).toBeGreaterThan(before);
  });
});
