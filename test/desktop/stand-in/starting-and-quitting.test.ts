// What the desktop app does before its companion is ready, when its window is closed on a desktop without tray icons,
// and with what arrives while it quits.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { beginDemo, createScenarioApps, sample } from '../scenarios/scenario-apps.ts';
import { createStandInRuntime } from '../scenarios/stand-in-runtime.ts';

const runtime = createStandInRuntime();

describe('The desktop app on the stand-in', () => {
  const { newDataDir: newFolder, log } = createScenarioApps(runtime);
  const undo: (() => void)[] = [];
  afterEach(() => {
    for (const step of undo.splice(0)) step();
  });

  /** The environment of a desktop whose session bus answers whether it shows tray icons. */
  async function withTray(answer: boolean): Promise<Record<string, string>> {
    const programs = await newFolder();
    await writeFile(join(programs, 'gdbus'), `#!/bin/sh\necho "(${answer},)"\n`, { mode: 0o755 });
    return { PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}` };
  }

  /** Quits, and passes files on before the process has ended. */
  async function quitWhileGiven(app: Awaited<ReturnType<typeof runtime.launch>>) {
    await app.evaluate(({ app }) => {
      const event = { preventDefault() {} };
      app.emit('before-quit', event);
      app.emit('open-file', event, '/screenshots/one.png');
      app.emit('open-file', event, '/screenshots');
    });
    app.quit();
  }

  // The start waits for a preset that nobody has written yet, then for a session bus that never answers.
  test.runIf(process.platform === 'linux')(
    'shows its window in a starting state before it asks the keychain, on the stand-in',
    async () => {
      const dataDir = await newFolder();
      const place = await newFolder();
      const preset = join(place, 'service.json');
      expect(spawnSync('mkfifo', [preset]).status).toBe(0);
      const bus = createServer((socket) => socket.on('error', () => {})).listen(join(place, 'bus'));
      undo.push(() => bus.close());
      await once(bus, 'listening');
      const app = await runtime.launch([`--data-dir=${dataDir}`, `--preset=${preset}`], {
        ...(await withTray(true)),
        DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(place, 'bus')}`,
      });
      const page = await runtime.pageOf(app);
      await page.getByText('Opening…').waitFor();
      const unanswered = 'the keychain of this computer is not used';
      expect(await log(dataDir)).not.toContain(unanswered);
      const service = { name: 'Example Virtual', address: 'https://service.example', clientId: 'app' };
      await writeFile(preset, JSON.stringify({ ...service, brokerAddress: 'https://broker.example' }));
      await page.getByRole('button', { name: 'Sign in to Example Virtual' }).waitFor();
      expect(await log(dataDir)).toContain(unanswered);
    },
  );

  test.runIf(process.platform === 'linux')(
    'says at the first close and in its settings that a desktop shows no tray icons, on the stand-in',
    async () => {
      const dataDir = await newFolder();
      const app = await runtime.launch([`--data-dir=${dataDir}`], await withTray(false));
      const page = await runtime.pageOf(app);
      await beginDemo(page);
      await page.evaluate(() => void (location.hash = 'settings'));
      await page.getByText(/^This desktop shows no tray icons\./).waitFor();
      await app.evaluate(({ dialog, BrowserWindow }) => {
        const details: string[] = [];
        Object.assign(globalThis, { details });
        dialog.showMessageBox = (_window, options) => {
          details.push((options as { detail: string }).detail);
          return Promise.resolve({ response: 0, checkboxChecked: false });
        };
        BrowserWindow.getAllWindows()[0]?.close();
      });
      const details = () => app.evaluate(() => (globalThis as unknown as { details: string[] }).details);
      await expect.poll(details).toEqual([expect.stringContaining('this desktop shows no tray icons')]);
      const count = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
      await expect.poll(count).toBe(0);
      // As the text says, a further start brings the window back.
      expect(await runtime.startSecond(dataDir)).toBe(0);
      await expect.poll(count).toBe(1);
    },
  );

  test('shows its window to a start that came before it was ready, once its page can be served, on the stand-in', async () => {
    const dataDir = await newFolder();
    const starting = runtime.launch([`--data-dir=${dataDir}`, '--background']);
    // As single-instance.ts passes a start on.
    const second = { argv: [], cwd: dataDir, data: { args: [], workingFolder: dataDir } };
    const call = () => writeFile(join(dataDir, 'stand-in.lock.calls', '1.json'), JSON.stringify(second));
    await expect.poll(() => call().then(() => 'called', String)).toBe('called');
    const page = await runtime.pageOf(await starting);
    await page.getByRole('button', { name: /try the demo/i }).waitFor();
    expect(await log(dataDir)).not.toContain('could not be loaded');
  });

  test('has an About panel with its name and version, which Linux shows only if they are set, on the stand-in', async () => {
    const app = await runtime.launch([`--data-dir=${await newFolder()}`, '--background']);
    const panel = () => app.evaluate(({ app }) => app.aboutPanel);
    const applicationVersion = '0.0.0-stand-in';
    await expect.poll(panel).toMatchObject({ applicationName: 'Pilot Companion', applicationVersion });
  });

  test('shows why its folder cannot be used, once the app is ready, on the stand-in', async () => {
    const folder = join(sample(), 'folder');
    const app = await runtime.launch([`--data-dir=${folder}`]);
    expect(await app.ended).toBe(1);
    expect(app.printed()).toContain("Dialog: Pilot Companion couldn't start: ");
    expect(app.printed()).toContain(folder);
    expect(app.printed()).not.toContain('    at ');
  });

  // The program of an AppImage is in a mount that vanishes with its process.
  test.runIf(process.platform === 'linux')(
    'starts its AppImage again when it was started while it was closing, on the stand-in',
    async () => {
      const dataDir = await newFolder();
      const started = join(dataDir, 'started');
      const appImage = join(dataDir, 'app.AppImage');
      await writeFile(appImage, `#!/bin/sh\necho "$@" > '${started}'\n`, { mode: 0o755 });
      const app = await runtime.launch([`--data-dir=${dataDir}`, '--background'], {
        APPIMAGE: appImage,
        APPDIR: dirname(process.execPath),
      });
      await expect.poll(() => log(dataDir)).toContain('the companion is ready');
      await quitWhileGiven(app);
      expect(await app.ended).toBe(0);
      await expect
        .poll(() => readFile(started, 'utf8').catch(() => ''))
        .toBe(`--data-dir=${dataDir} --given-path=/screenshots/one.png --given-path=/screenshots\n`);
      expect(app.relaunches).toEqual([]);
    },
  );
});
