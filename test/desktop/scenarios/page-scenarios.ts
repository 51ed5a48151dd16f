// What the window's page can never do, in the same scenarios on both runtimes.
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { builtPreload, type DesktopRuntime } from './desktop-app.ts';
import { createScenarioApps } from './scenario-apps.ts';

export function pageScenarios(where: string, runtime: DesktopRuntime): void {
  describe(`The page of the desktop app's window ${where}`, () => {
    const { start, state, logged } = createScenarioApps(runtime);

    test(`prevents its page from navigating elsewhere, ${where}`, async () => {
      const app = await start();
      const page = await app.page();
      const before = page.url();
      await page.evaluate(() => {
        location.href = 'https://example.com/';
      });
      await page.evaluate(() => {
        location.href = '/assets/other.html';
      });
      expect((await state(page)).ok).toBe(true);
      expect(page.url()).toBe(before);
      expect(await logged(app.dataDir)).toContain('a request of a page was blocked');
    });

    test(`grants its page no permission, ${where}`, async () => {
      const page = await (await start()).page();
      const states = await page.evaluate(async () => {
        const names = ['geolocation', 'notifications', 'camera', 'midi'] as PermissionName[];
        return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state));
      });
      expect(states).not.toContain('granted');
      const position = await page.evaluate(
        () =>
          new Promise((resolve) => {
            navigator.geolocation.getCurrentPosition(
              () => resolve('granted'),
              () => resolve('rejected'),
            );
          }),
      );
      expect(position).toBe('rejected');
    });

    test(`serves the window's files and nothing else of the disk, ${where}`, async () => {
      const app = await start();
      await app.page();
      const statuses = await app.evaluate(
        async ({ net }, addresses) => {
          const answers = await Promise.all(
            addresses.map((address) =>
              net.fetch(address).then(
                ({ status }) => status,
                () => 'rejected',
              ),
            ),
          );
          return Object.fromEntries(addresses.map((address, index) => [address, answers[index]]));
        },
        [
          'app://pilot-companion/',
          'app://pilot-companion/index.html',
          'app://pilot-companion/../electron/main.js',
          'app://pilot-companion/..%2felectron%2fmain.js',
          'app://pilot-companion/%2e%2e/electron/main.js',
          'app://pilot-companion/..%5celectron%5cmain.js',
          'app://pilot-companion//etc/passwd',
          'app://pilot-companion/%2fetc%2fpasswd',
          'app://pilot-companion/index.html%00.png',
          'app://pilot-companion/images/job-1',
          'app://pilot-companion/images/..%2f..%2fsettings.json',
          'app://elsewhere/index.html',
        ],
      );
      const served = Object.entries(statuses).filter(([, status]) => status === 200);
      expect(served.map(([address]) => address)).toEqual([
        'app://pilot-companion/',
        'app://pilot-companion/index.html',
      ]);
    });

    test(`runs only scripts from its own files, ${where}`, async () => {
      const page = await (await start()).page();
      const ran = await page.evaluate(async () => {
        const script = document.createElement('script');
        script.textContent = 'globalThis.ranInline = true';
        document.head.append(script);
        const rejected = await fetch('/index.html').then(
          () => false,
          () => true,
        );
        return { inline: 'ranInline' in globalThis, rejected };
      });
      expect(ran).toEqual({ inline: false, rejected: true });
    });

    test(`gives the page nothing but the frozen bridge, ${where}`, async () => {
      const page = await (await start()).page();
      const seen = await page.evaluate(() => {
        const page = globalThis as unknown as Record<string, object>;
        const bridge = page['pilotCompanion'] ?? {};
        return {
          names: Object.keys(bridge).sort(),
          isFrozen: Object.isFrozen(bridge),
          others: ['require', 'process', 'module', 'ipcRenderer', 'electron', 'Buffer'].filter((name) => name in page),
        };
      });
      expect(seen).toEqual({
        names: ['addFiles', 'call', 'exportLogbook', 'folderPath', 'image', 'subscribe'],
        isFrozen: true,
        others: [],
      });
    });

    test(`answers no other window, even one with the same preload, ${where}`, async () => {
      const app = await start();
      await app.page();
      const answer = await app.evaluate(async ({ BrowserWindow }, preload) => {
        const foreign = new BrowserWindow({
          width: 300,
          height: 200,
          show: false,
          webPreferences: { preload, sandbox: true, contextIsolation: true },
        });
        await foreign.loadURL('app://pilot-companion/index.html');
        const answer: unknown = await foreign.webContents.executeJavaScript("pilotCompanion.call('app.state', {})");
        foreign.close();
        return answer;
      }, fileURLToPath(builtPreload));
      expect(answer).toMatchObject({ ok: false, failure: { kind: 'not-permitted' } });
    });
  });
}
