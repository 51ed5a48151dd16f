// What the host relies on in Electron's documentation, asked of the module itself, on one app: the same on both runtimes,
// so that the stand-in can't promise what Electron doesn't keep.
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DesktopApp, DesktopRuntime } from './desktop-app.ts';

export function contractScenarios(where: string, runtime: DesktopRuntime): void {
  describe(`Electron's contract ${where}`, () => {
    let app: DesktopApp;
    let dataDir: string;

    beforeAll(async () => {
      dataDir = await realpath(await mkdtemp(join(tmpdir(), 'pilot-companion-contract-')));
      app = await runtime.start(dataDir);
      await (await app.page()).getByRole('button', { name: /try the demo/i }).waitFor();
    });
    afterAll(async () => {
      await runtime.tidy();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
    });

    test(`refuses after the app is ready what it allows only before, ${where}`, async () => {
      const refused = await app.evaluate(({ app, protocol }) => {
        const tries: [string, () => void][] = [
          ['enableSandbox', () => app.enableSandbox()],
          ['disableHardwareAcceleration', () => app.disableHardwareAcceleration()],
          ['registerSchemesAsPrivileged', () => protocol.registerSchemesAsPrivileged([{ scheme: 'late' }])],
        ];
        return tries.map(([name, work]) => {
          try {
            work();
            return `${name} is allowed`;
          } catch (reason) {
            return `${name}: ${String(reason).includes('before app is ready')}`;
          }
        });
      }, null);
      expect(refused).toEqual([
        'enableSandbox: true',
        'disableHardwareAcceleration: true',
        'registerSchemesAsPrivileged: true',
      ]);
    });

    test(`hands a second start over as it was sent, and shows the window, ${where}`, async () => {
      await app.evaluate(({ app }) => {
        app.on('second-instance', (_event, _argv, _folder, data) => void Object.assign(globalThis, { given: data }));
      }, null);
      expect(await runtime.startSecond(dataDir, '--profile=demo', 'Flüge “1”.png')).toBe(0);
      const given = () =>
        app.evaluate(() => (globalThis as { given?: { args: string[]; workingFolder: string } }).given ?? null, null);
      await expect.poll(given).toMatchObject({
        args: expect.arrayContaining(['--profile=demo', 'Flüge “1”.png']) as string[],
        workingFolder: process.cwd(),
      });
    });

    test(`places the window on a display, ${where}`, async () => {
      const { bounds, areas, isPrimaryAmongThem } = await app.evaluate(({ BrowserWindow, screen }) => {
        const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
        const primary = JSON.stringify(screen.getPrimaryDisplay().workArea);
        return {
          bounds: BrowserWindow.getAllWindows()[0]?.getNormalBounds(),
          areas,
          isPrimaryAmongThem: areas.some((area) => JSON.stringify(area) === primary),
        };
      }, null);
      expect(isPrimaryAmongThem).toBe(true);
      const { x, y } = bounds ?? { x: Number.NaN, y: Number.NaN };
      const isOn = (area: { x: number; y: number; width: number; height: number }) =>
        x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
      expect(areas.filter(isOn)).toHaveLength(1);
    });

    test(`finds an item of the menu by its id, with its accelerator, ${where}`, async () => {
      const item = await app.evaluate(({ Menu }) => {
        const found = Menu.getApplicationMenu()?.getMenuItemById('settings');
        return found ? { label: found.label, accelerator: found.accelerator } : null;
      }, null);
      expect(item).toEqual({ label: expect.any(String) as string, accelerator: 'CommandOrControl+,' });
    });

    test(`serves the scheme to the process too, answers 404, and gives up an aborted request, ${where}`, async () => {
      const answers = await app.evaluate(async ({ net }) => {
        const page = await net.fetch('app://pilot-companion/');
        const missing = await net.fetch('app://pilot-companion/missing.js');
        const aborted = await net.fetch('app://pilot-companion/', { signal: AbortSignal.abort() }).then(
          () => 'answered',
          () => 'rejected',
        );
        return [page.status, page.headers.get('content-type')?.split(';')[0], missing.status, aborted];
      }, null);
      expect(answers).toEqual([200, 'text/html', 404, 'rejected']);
    });

    test(`accepts one handler for a channel, ${where}`, async () => {
      const second = await app.evaluate(({ ipcMain }) => {
        ipcMain.handle('contract', () => {});
        try {
          ipcMain.handle('contract', () => {});
          return 'accepted';
        } catch (reason) {
          return String(reason);
        }
      }, null);
      expect(second).toContain("second handler for 'contract'");
    });

    test(`says whether notifications and a shortcut are possible, and forgets an unknown shortcut, ${where}`, async () => {
      const kinds = await app.evaluate(({ globalShortcut, Notification }) => {
        globalShortcut.unregister('Control+Alt+Shift+F12');
        return [
          typeof Notification.isSupported(),
          new Notification({ title: 'Title', body: 'Body' }).title,
          typeof globalShortcut.register('Control+Alt+Shift+F11', () => {}),
        ];
      }, null);
      expect(kinds).toEqual(['boolean', 'Title', 'boolean']);
    });
  });
}
