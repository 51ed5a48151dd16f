// Electron's own security checklist (electronjs.org/docs/latest/tutorial/security), item by item under its numbers, and
// what the app keeps to itself, on one app: the same scenarios on both runtimes, like scenarios.ts. Item 16, a current Electron, is the pinned version
// in package.json; item 19, the fuses, is tested on the package (package.test.ts).
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright';
import { builtPreload, type DesktopApp, type DesktopRuntime } from './desktop-app.ts';

/** What a page of ours tried, and which rule of its policy blocked it. */
type Tried = { readonly what: string; readonly outcome: string };

export function checklistScenarios(where: string, runtime: DesktopRuntime): void {
  describe(`Electron's security checklist ${where}`, () => {
    let app: DesktopApp;
    let page: Page;
    let dataDir: string;

    beforeAll(async () => {
      dataDir = await realpath(await mkdtemp(join(tmpdir(), 'pilot-companion-checklist-')));
      app = await runtime.start(dataDir);
      page = await app.page();
      await page.getByRole('button', { name: /try the demo/i }).waitFor();
    });
    afterAll(async () => {
      await runtime.tidy();
      // On Windows, Chromium's processes hold files briefly after the app has ended.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
    });

    const preferences = () =>
      app.evaluate(({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        return (
          contents as unknown as { getLastWebPreferences(): Record<string, unknown> | null } | undefined
        )?.getLastWebPreferences();
      }, null);
    const logged = async () => (await readFile(join(dataDir, 'logs', 'companion.log'), 'utf8')).trim().split('\n');

    test(`1 and 7: loads nothing from elsewhere; its policy has no unsafe word, ${where}`, async () => {
      const policy = await app.evaluate(async ({ net }) => {
        const answer = await net.fetch('app://pilot-companion/');
        return answer.headers.get('content-security-policy') ?? '';
      }, null);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe|\*|https?:|wss?:|data:|blob:|file:/);
      const tried = await page.evaluate(async () => {
        const violations: string[] = [];
        document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective));
        const outcomes: Tried[] = [];
        const note = async (what: string, work: () => Promise<unknown>) => {
          const outcome = await work().then(
            () => 'done',
            () => 'rejected',
          );
          outcomes.push({ what, outcome });
        };
        const add = (name: string, members: object) => () =>
          new Promise((resolve, reject) => {
            const element = Object.assign(document.createElement(name), members);
            element.addEventListener('load', resolve);
            element.addEventListener('error', reject);
            document.head.append(element);
          });
        const heard = (source: EventTarget) =>
          new Promise((resolve, reject) => {
            source.addEventListener('open', resolve);
            source.addEventListener('error', reject);
          });
        await note('fetch', () => fetch('https://example.com/'));
        await note('fetch of this computer', () => fetch('http://127.0.0.1:1/'));
        await note('fetch of a file', () => fetch('file:///etc/hostname'));
        await note('image', add('img', { src: 'https://example.com/a.png' }));
        await note('image of a file', add('img', { src: 'file:///a.png' }));
        await note('image in an address', add('img', { src: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' }));
        await note('script', add('script', { src: 'https://example.com/a.js' }));
        await note('script in an address', add('script', { src: 'data:text/javascript,globalThis.ranAddress=1' }));
        await note('style', add('link', { rel: 'stylesheet', href: 'https://example.com/a.css' }));
        await note('events', () => heard(new EventSource('https://example.com/')));
        await note('worker', async () => heard(new Worker('data:text/javascript,1')));
        await note('socket', async () => heard(new WebSocket('wss://example.com/')));
        await note('service worker', () => navigator.serviceWorker.register('/index.html'));
        return { outcomes, violations: new Set(violations).size };
      });
      expect(tried.outcomes.filter(({ outcome }) => outcome !== 'rejected')).toEqual([]);
      // The page's own policy blocked it first.
      expect(tried.violations).toBeGreaterThanOrEqual(4);
    });

    test(`7: evaluates no text as code, ${where}`, async () => {
      const ran = await page.evaluate(
        () =>
          new Promise<string[]>((resolve) => {
            const page = globalThis as unknown as Record<string, unknown>;
            // Later: what the test itself evaluates is allowed.
            setTimeout(() => {
              const attempts: Record<string, () => void> = {
                element() {
                  const script = document.createElement('script');
                  script.textContent = 'globalThis.ranElement = 1';
                  document.head.append(script);
                  script.remove();
                },
                // oxlint-disable-next-line no-eval -- that it is refused is what is tried
                eval: () => void (0, eval)('globalThis.ranEval = 1'),
                // oxlint-disable-next-line typescript/no-implied-eval -- as above
                Function: () => void new Function('globalThis.ranFunction = 1')(),
                // oxlint-disable-next-line typescript/no-implied-eval -- as above
                timer: () => void setTimeout('globalThis.ranTimer = 1' as never, 0),
                handler() {
                  const button = document.createElement('button');
                  button.setAttribute('onclick', 'globalThis.ranHandler = 1');
                  document.body.append(button);
                  button.click();
                  button.remove();
                },
                address() {
                  const link = Object.assign(document.createElement('a'), {
                    href: 'javascript:globalThis.ranAddress=1',
                  });
                  document.body.append(link);
                  link.click();
                  link.remove();
                },
              };
              for (const attempt of Object.values(attempts)) {
                try {
                  attempt();
                } catch {
                  // Blocked.
                }
              }
              setTimeout(() => resolve(Object.keys(page).filter((name) => name.startsWith('ran'))), 100);
            }, 0);
          }),
      );
      expect(ran).toEqual([]);
    });

    test(`2, 3, 4, 6, 8, 9, 10, 11: its window has every security option on, ${where}`, async () => {
      const given = (await preferences()) ?? {};
      expect(given).toMatchObject({
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
        webviewTag: false,
      });
      expect(given['enableBlinkFeatures'] ?? '').toBe('');
    });

    test(`3 and 4: nothing of Node and Electron is in its page, nor in a frame of it, ${where}`, async () => {
      const seen = await page.evaluate(() => {
        const names = ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron', '__dirname', 'webFrame'];
        const frame = document.createElement('iframe');
        document.body.append(frame);
        const inner = (frame.contentWindow ?? {}) as unknown as Record<string, unknown>;
        const found = {
          page: names.filter((name) => name in globalThis),
          frame: [...names, 'pilotCompanion'].filter((name) => name in inner),
          bridge: Object.keys((globalThis as unknown as { pilotCompanion: object }).pilotCompanion).sort(),
        };
        frame.remove();
        return found;
      });
      const bridge = ['addFiles', 'call', 'exportLogbook', 'folderPath', 'image', 'subscribe'];
      expect(seen).toEqual({ page: [], frame: [], bridge });
    });

    test(`3 and 20: what a page does to the language does not reach the bridge, ${where}`, async () => {
      const seen = await page.evaluate(async () => {
        const bridge = (globalThis as unknown as { pilotCompanion: Record<string, unknown> }).pilotCompanion;
        const before = bridge['call'];
        const outcomes: string[] = [];
        for (const change of [
          () => void (bridge['call'] = () => 'mine'),
          () => void delete bridge['call'],
          () => void Object.defineProperty(globalThis, 'pilotCompanion', { value: {} }),
          () => void Object.setPrototypeOf(bridge, { extra: 1 }),
        ]) {
          try {
            change();
            outcomes.push('skipped');
          } catch {
            outcomes.push('rejected');
          }
        }
        const now = (globalThis as unknown as { pilotCompanion: Record<string, unknown> }).pilotCompanion;
        return { isSame: now['call'] === before, hasExtra: 'extra' in now, isFrozen: Object.isFrozen(now), outcomes };
      });
      expect(seen).toMatchObject({ isSame: true, hasExtra: false, isFrozen: true });
    });

    test(`5: is granted no permission that it requests, ${where}`, async () => {
      const asked = await page.evaluate(async () => {
        const outcome = (work: Promise<unknown>) =>
          work.then(
            (value) => String(value),
            () => 'rejected',
          );
        return {
          camera: await outcome(
            navigator.mediaDevices?.getUserMedia({ video: true }) ?? Promise.reject(new Error('none')),
          ),
          notifications: await outcome(Notification.requestPermission()),
          clipboard: await outcome(navigator.clipboard.readText()),
          midi: await outcome(navigator.requestMIDIAccess({ sysex: true })),
          position: await outcome(
            new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject)),
          ),
        };
      });
      expect(asked).toMatchObject({
        camera: 'rejected',
        clipboard: 'rejected',
        midi: 'rejected',
        position: 'rejected',
      });
      expect(asked.notifications).not.toBe('granted');
      const states = await page.evaluate(async () => {
        const names = ['geolocation', 'notifications', 'camera', 'midi'] as PermissionName[];
        return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state));
      });
      expect(states).not.toContain('granted');
    });

    test(`11 and 12: embeds no other page, ${where}`, async () => {
      const seen = await page.evaluate(async () => {
        const webview = Object.assign(document.createElement('webview'), { src: 'https://example.com/' });
        const frame = Object.assign(document.createElement('iframe'), { src: '/index.html' });
        document.body.append(webview, frame);
        await new Promise((resolve) => setTimeout(resolve, 300));
        const found = {
          webview: 'getWebContentsId' in webview,
          frame: (() => {
            try {
              return frame.contentDocument?.querySelector('#window') ? 'ours' : 'empty';
            } catch {
              return 'empty';
            }
          })(),
        };
        webview.remove();
        frame.remove();
        return found;
      });
      expect(seen).toEqual({ webview: false, frame: 'empty' });
    });

    test(`13 and 18: goes neither elsewhere nor to a file, ${where}`, async () => {
      const before = page.url();
      for (const address of ['https://example.com/', 'file:///etc/hostname', 'data:text/html,x', '/missing.html'])
        await page
          .evaluate((address) => {
            location.assign(address);
          }, address)
          .catch(() => {});
      await page.evaluate(() => {
        const form = Object.assign(document.createElement('form'), { action: 'https://example.com/', method: 'post' });
        document.body.append(form);
        form.submit();
        form.remove();
      });
      const stays = await page.evaluate(() => [location.href, document.querySelector('#window button') !== null]);
      expect([page.url(), ...stays]).toEqual([before, before, true]);
      const refusals = (await logged()).filter((line) => line.includes('"what":"navigation'));
      expect(refusals.length).toBeGreaterThan(0);
    });

    test(`14 and 15: opens no window, and outside only the pilot's own services and the sign-in, ${where}`, async () => {
      await app.evaluate(({ shell }) => {
        const opened: string[] = [];
        Object.assign(globalThis, { opened });
        shell.openExternal = (address) => Promise.resolve(void opened.push(address));
      }, null);
      await page.evaluate(async () => {
        type Call = (name: string, input: object) => Promise<unknown>;
        const { call } = (globalThis as unknown as { pilotCompanion: { call: Call } }).pilotCompanion;
        await call('settings.change', { service: { address: 'https://service.example' } });
        for (const address of [
          'https://service.example/flights/1',
          'https://service.example.evil.example/',
          'https://elsewhere.example/',
          'http://service.example/',
          'http://127.0.0.1:1/x',
          'file:///etc/hostname',
          'ms-msdt:/id',
          'smb://server/share',
        ])
          // A window that opens anyway, and is closed, has a separate process.
          window.open(address, '_blank', 'noopener');
      });
      const opened = () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened, null);
      await expect.poll(opened).toEqual(['https://service.example/flights/1']);
      expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length, null)).toBe(1);
    });

    test(`sends none of the certificates on this computer, ${where}`, async () => {
      const chosen = await app.evaluate(({ app }) => {
        const answers: unknown[] = [];
        const event = { preventDefault: () => void answers.push('prevented') };
        const choose = (...certificates: unknown[]) => void answers.push(certificates);
        const { emit } = app as unknown as { emit(...values: unknown[]): void };
        emit.call(app, 'select-client-certificate', event, null, 'https://service.example/', [{}], choose);
        return answers;
      }, null);
      expect(chosen).toEqual(['prevented', []]);
    });

    test(`serves the window's files and nothing else of the disk, ${where}`, async () => {
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

    test(`reads no dictionary from the network, ${where}`, async () => {
      const asked = await app.evaluate(
        ({ session }) => ({
          isOn: session.defaultSession.isSpellCheckerEnabled(),
          languages: session.defaultSession.getSpellCheckerLanguages(),
        }),
        null,
      );
      expect(asked).toEqual({ isOn: false, languages: [] });
    });

    test(`keeps crash reports on this computer, ${where}`, async () => {
      const reports = await app.evaluate(
        ({ app, crashReporter }) => ({ folder: app.getPath('crashDumps'), areSent: crashReporter.getUploadToServer() }),
        null,
      );
      expect(reports).toEqual({ folder: join(dataDir, 'crashes'), areSent: false });
    });

    test(`17: answers no other window, even one with the same preload, ${where}`, async () => {
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

    test(`17: a window of the app without our preload has no bridge, ${where}`, async () => {
      const found = await app.evaluate(async ({ BrowserWindow }) => {
        // With our preload the call is rejected (above); without, there is no bridge.
        const foreign = new BrowserWindow({ width: 300, height: 200, show: false, webPreferences: { sandbox: true } });
        await foreign.loadURL('app://pilot-companion/index.html');
        const bridge: unknown = await foreign.webContents.executeJavaScript('typeof globalThis.pilotCompanion');
        foreign.close();
        return bridge;
      }, null);
      expect(found).toBe('undefined');
    });
  });
}
