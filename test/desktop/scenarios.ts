// What the desktop app does, proved by one text on two runtimes: the stand-in, and the real Electron where it is to be
// had. The titles say on which of them it was seen.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { afterEach, describe, expect, test } from 'vitest';
import type { Bridge } from '../../main/contract/bridge.ts';
import { builtPreload, type DesktopApp, type DesktopRuntime } from './desktop-app.ts';

const sample = (name: string) => fileURLToPath(new URL(`../../emulator/samples/${name}`, import.meta.url));
type WithBridge = { readonly pilotCompanion: Bridge };

export function desktopScenarios(where: string, runtime: DesktopRuntime): void {
  const folders: string[] = [];

  async function newDataDir() {
    const folder = await mkdtemp(join(tmpdir(), 'pilot-companion-desktop-'));
    folders.push(folder);
    return folder;
  }

  async function start(dataDir?: string): Promise<DesktopApp & { dataDir: string }> {
    const folder = dataDir ?? (await newDataDir());
    return { ...(await runtime.start(folder)), dataDir: folder };
  }

  const state = (page: Page) =>
    page.evaluate(() => (globalThis as unknown as WithBridge).pilotCompanion.call('app.state', {}));

  /** What the log says, line by line. */
  async function logged(dataDir: string): Promise<string[]> {
    const text = await readFile(join(dataDir, 'logs', 'companion.log'), 'utf8');
    return text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { words: string }).words);
  }

  afterEach(async () => {
    await runtime.tidy();
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  describe(`The desktop app ${where}`, () => {
    test(`shows the first start, and quits with everything at rest, ${where}`, async () => {
      const app = await start();
      const page = await app.page();
      await expect(state(page)).resolves.toMatchObject({
        ok: true,
        value: { begun: false, host: { kind: 'desktop', canChooseFolder: true, canShowFile: true } },
      });
      await page.getByRole('button', { name: /built-in service/i }).waitFor();
      expect(await app.quit()).toBe(0);
      expect((await logged(app.dataDir)).at(-1)).toBe('The companion has ended');
      // A database that was closed has its journal folded in.
      expect(await readdir(app.dataDir)).not.toContain('companion.db-wal');
    });

    test(`turns a dropped report into a strip, and the strip into a record of the demonstration service, ${where}`, async () => {
      const app = await start();
      const page = await app.page();
      await page.getByRole('button', { name: /built-in service/i }).click();
      const account = async () => {
        const answer = await state(page);
        return answer.ok ? answer.value.account.status : answer.failure.kind;
      };
      await expect.poll(account, { timeout: 15_000 }).toBe('signed-in');
      await page.getByRole('heading', { name: /under review/i }).waitFor();
      await app.drop([sample('kjfk-egll-acars.png')]);
      await page.locator('[data-strip="job-1"]').waitFor();
      const settle = await page.evaluate(async () => {
        const bridge = (globalThis as unknown as WithBridge).pilotCompanion;
        const sent = async () => {
          for (const bay of ['under-review', 'settled'] as const) {
            const page = await bridge.call('strips.page', { bay, after: null, limit: 10 });
            if (page.ok && page.value.strips[0]) return page.value.strips[0];
          }
          return null;
        };
        return new Promise<{ name: string | undefined; flight: number | undefined; picture: string }>((resolve) => {
          const look = async () => {
            const strip = await sent();
            if (strip === null) return;
            undo();
            resolve({
              name: strip.file?.name,
              flight: strip.flight?.id,
              picture: bridge.pictureAddress(strip.id),
            });
          };
          const undo = bridge.subscribe(() => void look());
          void look();
        });
      });
      expect(settle).toMatchObject({ name: 'kjfk-egll-acars.png', flight: expect.any(Number) as number });
      // The picture itself comes over the window's own protocol.
      const width = await page.evaluate(async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return image.naturalWidth;
      }, settle.picture);
      expect(width).toBeGreaterThan(100);
      expect(await app.quit()).toBe(0);
    });

    test(`takes a picture that has no file on this computer, by its bytes, ${where}`, async () => {
      const app = await start();
      const page = await app.page();
      const bytes = (await readFile(sample('kjfk-egll-acars.png'))).toString('base64');
      const taken = await page.evaluate(async (base64) => {
        const bridge = (globalThis as unknown as WithBridge).pilotCompanion;
        await bridge.call('profile.choose', { profile: 'demo' });
        const content = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        return bridge.takeFiles([new File([content], 'from-a-page.png'), new File(['words'], 'notes.txt')]);
      }, bytes);
      expect(taken).toMatchObject({
        ok: true,
        value: [
          { name: 'from-a-page.png', outcome: 'taken' },
          { name: 'notes.txt', outcome: 'refused' },
        ],
      });
      expect(await readdir(join(app.dataDir, 'received'))).toEqual([]);
    });

    test(`stays where it is when its page wants to go elsewhere, ${where}`, async () => {
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
      expect(await logged(app.dataDir)).toContain('A page asked for something that pages may not have');
    });

    test(`opens no window for its page, and hands only https links to the browser, ${where}`, async () => {
      const app = await start();
      const page = await app.page();
      await app.evaluate(({ shell }) => {
        const opened: string[] = [];
        Object.assign(globalThis, { opened });
        shell.openExternal = (address) => Promise.resolve(void opened.push(address));
      }, null);
      await page.evaluate(() => {
        for (const address of ['https://example.com/help', 'http://127.0.0.1:1/x', 'file:///etc/passwd'])
          window.open(address);
      });
      const opened = () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened, null);
      await expect.poll(opened, { timeout: 10_000 }).toEqual(['https://example.com/help']);
      const windows = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length, null);
      expect(windows).toBe(1);
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
              () => resolve('refused'),
            );
          }),
      );
      expect(position).toBe('refused');
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
                () => 'refused',
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
          'app://pilot-companion/pictures/job-999',
          'app://pilot-companion/pictures/..%2f..%2fsettings.json',
          'app://elsewhere/index.html',
        ],
      );
      const served = Object.entries(statuses).filter(([, status]) => status === 200);
      expect(served.map(([address]) => address)).toEqual([
        'app://pilot-companion/',
        'app://pilot-companion/index.html',
      ]);
    });

    test(`runs no script that is not a file of its own, ${where}`, async () => {
      const page = await (await start()).page();
      const ran = await page.evaluate(async () => {
        const script = document.createElement('script');
        script.textContent = 'globalThis.ranInline = true';
        document.head.append(script);
        const refused = await fetch('/index.html').then(
          () => false,
          () => true,
        );
        return { inline: 'ranInline' in globalThis, refused };
      });
      expect(ran).toEqual({ inline: false, refused: true });
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
        names: ['call', 'pictureAddress', 'subscribe', 'takeFiles'],
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

    test(`brings its window forward when it is started a second time, ${where}`, async () => {
      const app = await start();
      await app.page();
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide(), null);
      expect(await runtime.startSecond(app.dataDir)).toBe(0);
      const isVisible = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible(), null);
      await expect.poll(isVisible, { timeout: 10_000 }).toBe(true);
      expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length, null)).toBe(1);
    });

    test(`ends in order when it meets a bug that nobody caught, ${where}`, async () => {
      const app = await start();
      await app.page();
      await app.evaluate(({ dialog }) => {
        dialog.showErrorBox = () => {};
        setTimeout(() => {
          throw new Error('a bug of the test');
        }, 0);
      }, null);
      expect(await app.ended).toBe(1);
      const words = await logged(app.dataDir);
      expect(words).toContain('A bug that nobody caught');
      expect(words.at(-1)).toBe('The companion has ended');
    });

    test(`keeps settings that it cannot read, and starts without them, ${where}`, async () => {
      const dataDir = await newDataDir();
      await writeFile(join(dataDir, 'settings.json'), '{ "theme": "da');
      const page = await (await start(dataDir)).page();
      expect((await state(page)).ok).toBe(true);
      const kept = (await readdir(dataDir)).find((name) => name.startsWith('settings.unreadable-'));
      expect(await readFile(join(dataDir, kept ?? 'missing'), 'utf8')).toBe('{ "theme": "da');
    });

    test(`remembers where its window stood, ${where}`, async () => {
      const first = await start();
      await first.page();
      expect(await first.quit()).toBe(0);
      const place = JSON.parse(await readFile(join(first.dataDir, 'window-place.json'), 'utf8')) as object;
      expect(place).toMatchObject({ width: 1280, isMaximized: false });
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
}
