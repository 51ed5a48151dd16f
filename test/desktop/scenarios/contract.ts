// What the host relies on in Electron's documentation, asked of the module itself: the same on both runtimes, so that the
// stand-in can't promise what Electron doesn't keep. Each test names its pages of https://electronjs.org/docs/latest.
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DesktopApp, DesktopRuntime } from './desktop-app.ts';

const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

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

    /** What the program of the contract writes. */
    const written = async (name: string): Promise<unknown> => {
      const text = await readFile(join(dataDir, name), 'utf8').catch(() => null);
      return text === null ? null : JSON.parse(text);
    };
    const runProgram = (what: string) =>
      runtime.runProgram(beside('contract-program.mjs'), `--what=${what}`, `--folder=${dataDir}`);

    // api/app, api/dialog, api/global-shortcut, api/notification, api/protocol, api/screen, api/session, api/tray
    test(`refuses before the app is ready what belongs to a desktop, but shows an error, ${where}`, async () => {
      expect(await runProgram('before-ready')).toBe(0);
      const answers = (await written('before-ready.json')) as Record<string, string>;
      const { showErrorBox, ...others } = answers;
      // Elsewhere it would wait for a person.
      expect(showErrorBox).toBe(process.platform === 'linux' ? 'allowed' : 'not tried');
      expect(Object.keys(others).length).toBeGreaterThan(8);
      expect(Object.entries(others).filter(([, answer]) => !/ready/.test(answer))).toEqual([]);
    });

    // api/app#apprelaunchoptions
    test(`starts again with the given arguments once it has ended, ${where}`, async () => {
      expect(await runProgram('relaunch')).toBe(0);
      await expect.poll(() => written('relaunched.json'), { timeout: 30_000 }).toEqual(['--given=Flüge “1”.png']);
    });

    // api/app#appgetloginitemsettingsoptions-macos-windows
    test(`says whether the system opens it at login, ${where}`, async () => {
      const item = await app.evaluate(({ app }) => app.getLoginItemSettings(), null);
      expect(item).toMatchObject({ openAtLogin: false, wasOpenedAtLogin: false, executableWillLaunchAtLogin: false });
      expect(typeof item.status).toBe(process.platform === 'darwin' ? 'string' : 'undefined');
    });

    // api/app, api/protocol
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

    // api/app#event-second-instance
    test(`hands a second start over as it was sent, and shows the window, ${where}`, async () => {
      await app.evaluate(({ app, BrowserWindow }) => {
        app.on('second-instance', (_event, _argv, _folder, data) => void Object.assign(globalThis, { given: data }));
        BrowserWindow.getAllWindows()[0]?.hide();
      }, null);
      expect(await runtime.startSecond(dataDir, '--profile=demo', 'Flüge “1”.png')).toBe(0);
      const given = () =>
        app.evaluate(() => (globalThis as { given?: { args: string[]; workingFolder: string } }).given ?? null, null);
      await expect.poll(given).toMatchObject({
        args: expect.arrayContaining(['--profile=demo', 'Flüge “1”.png']) as string[],
        workingFolder: process.cwd(),
      });
      const windows = () =>
        app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()), null);
      await expect.poll(windows).toEqual([true]);
    });

    // api/screen, api/base-window
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

    // api/menu, api/menu-item#roles
    test(`builds a menu from ids, accelerators and roles, which bring their labels and items along, ${where}`, async () => {
      const menu = await app.evaluate(({ Menu }) => {
        const settings = Menu.getApplicationMenu()?.getMenuItemById('settings');
        const [edit, zoom] = Menu.buildFromTemplate([{ role: 'editMenu' }, { role: 'zoomIn' }]).items;
        let untitled = 'accepted';
        try {
          Menu.buildFromTemplate([{ click() {} }]);
        } catch (reason) {
          untitled = String(reason);
        }
        return {
          settings: [typeof settings?.label, settings?.accelerator],
          roles: edit?.submenu?.items.map(({ role }) => role) ?? [],
          labels: [edit?.label, zoom?.label].map((label) => Boolean(label)),
          untitled,
        };
      }, null);
      expect(menu).toMatchObject({ settings: ['string', 'CommandOrControl+,'], labels: [true, true] });
      expect(menu.roles).toEqual(expect.arrayContaining(['undo', 'cut', 'copy', 'paste', 'selectall']));
      expect(menu.untitled).toContain('TypeError');
    });

    // api/web-request, api/net#netfetchinput-init
    test(`cancels the requests that match a pattern, for the last listener, and refuses what is no pattern, ${where}`, async () => {
      const answers = await app.evaluate(async ({ net, session }) => {
        const own = session.fromPartition('contract-requests');
        const seen: string[] = [];
        const listen = (name: string) => (_details: object, answer: (verdict: { cancel: boolean }) => void) => {
          seen.push(name);
          answer({ cancel: true });
        };
        // Nothing listens there.
        const address = 'http://127.0.0.1:49151/flights';
        const outcome = (work: Promise<unknown>) =>
          work.then(
            () => 'answered',
            (reason: unknown) => (String(reason).includes('ERR_BLOCKED_BY_CLIENT') ? 'cancelled' : 'failed'),
          );
        own.webRequest.onBeforeRequest({ urls: ['http://127.0.0.1/*'] }, listen('first'));
        own.webRequest.onBeforeRequest({ urls: ['ws://*/*', 'file://*/*', 'http://127.0.0.1/*'] }, listen('last'));
        const matching = await outcome(own.fetch(address));
        own.webRequest.onBeforeRequest({ urls: ['https://*/*'] }, listen('other scheme'));
        const another = await outcome(own.fetch(address));
        let pattern = 'accepted';
        try {
          own.webRequest.onBeforeRequest({ urls: ['127.0.0.1'] }, listen('no pattern'));
        } catch (reason) {
          pattern = String(reason);
        }
        own.webRequest.onBeforeRequest(null);
        return { seen, matching, another, pattern, ofTheApp: await outcome(net.fetch(address)) };
      }, null);
      expect(answers).toMatchObject({
        seen: ['last'],
        matching: 'cancelled',
        another: 'failed',
        ofTheApp: 'cancelled',
      });
      expect(answers.pattern).toContain('Invalid url pattern');
    });

    // api/session#sessetpermissioncheckhandlerhandler, api/session#sessetpermissionrequesthandlerhandler
    test(`grants a page what the check handler allows, and nothing else, ${where}`, async () => {
      const page = await app.page();
      const asked = () =>
        page.evaluate(
          () =>
            new Promise((resolve) => {
              const { geolocation } = navigator;
              geolocation.getCurrentPosition(
                () => resolve('granted'),
                ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? 'denied' : code),
              );
            }),
        );
      expect(await asked()).toBe('denied');
      const reload = async () => {
        await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload(), null);
        await page.waitForFunction(() => document.readyState === 'complete' && !('isOld' in globalThis));
      };
      await page.evaluate(() => void Object.assign(globalThis, { isOld: true }));
      await app.evaluate(({ session }) => {
        const checked: string[] = [];
        Object.assign(globalThis, { checked });
        session.defaultSession.setPermissionCheckHandler((_contents, permission, origin) => {
          checked.push(`${permission} ${origin}`);
          return permission === 'geolocation';
        });
      }, null);
      await reload();
      const states = await page.evaluate(async () => {
        const query = async (name: string) =>
          (await navigator.permissions.query({ name: name as PermissionName })).state;
        return [await query('geolocation'), await query('midi')];
      });
      expect(states).toEqual(['granted', 'denied']);
      const checked = await app.evaluate(({ session }) => {
        session.defaultSession.setPermissionCheckHandler(() => false);
        return (globalThis as unknown as { checked: string[] }).checked;
      }, null);
      expect(checked).toContain('geolocation app://pilot-companion/');
      await reload();
    });

    // api/ipc-renderer#ipcrendererinvokechannel-args, api/ipc-main#ipcmainhandlechannel-listener
    test(`sends structured clones between a preload and the process, and only the message of an error, ${where}`, async () => {
      const answers = await app.evaluate(async ({ BrowserWindow, ipcMain }, preload) => {
        ipcMain.handle('contract:echo', (_event, value: unknown) => value);
        ipcMain.handle('contract:fails', () => {
          throw Object.assign(new Error('not this time'), { secret: 'token' });
        });
        const window = new BrowserWindow({
          width: 300,
          height: 200,
          show: false,
          webPreferences: { preload, sandbox: true },
        });
        await window.loadURL('app://pilot-companion/index.html');
        const answers: unknown = await window.webContents.executeJavaScript('contract.send()');
        window.close();
        return answers;
      }, beside('contract-preload.cjs'));
      expect(answers).toEqual({
        bytes: 'Uint8Array 1,2',
        flight: '{"id":1,"notes":[null,"Flüge “1”"]}',
        methods: [],
        refused: ['a function', 'a promise', 'a symbol', 'a file'],
        failure: expect.stringMatching(
          /^Error invoking remote method 'contract:fails': (?:Error: )?not this time$/,
        ) as string,
        secret: null,
      });
    });

    // api/protocol#protocolhandlescheme-handler, api/session#sesfetchinput-init
    test(`passes a stream on while it is written, and cancels it when the request is aborted, ${where}`, async () => {
      const first = await app.evaluate(async ({ session }) => {
        const own = session.fromPartition('contract-stream');
        const stream = { isCancelled: false };
        Object.assign(globalThis, { stream });
        own.protocol.handle('app', () => {
          const body = new ReadableStream<Uint8Array>({
            // Without an end.
            pull: (controller) => controller.enqueue(new Uint8Array(1024).fill(7)),
            cancel: () => void (stream.isCancelled = true),
          });
          return new Response(body, { headers: { 'Content-Type': 'application/octet-stream' } });
        });
        const abort = new AbortController();
        const answer = await own.fetch('app://contract/stream', { signal: abort.signal });
        const part = await answer.body?.getReader().read();
        abort.abort();
        return [answer.status, (part?.value as Uint8Array | undefined)?.[0]];
      }, null);
      expect(first).toEqual([200, 7]);
      const isCancelled = () =>
        app.evaluate(() => (globalThis as unknown as { stream: { isCancelled: boolean } }).stream.isCancelled, null);
      await expect.poll(isCancelled).toBe(true);
    });

    // api/protocol, api/net
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

    // api/ipc-main
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

    // api/tray, api/notification
    test(`sets image, text and menu of a tray again, and shows a notification where the system may refuse it, ${where}`, async () => {
      const outcome = await app.evaluate(({ Menu, nativeImage, Notification, Tray }, icons) => {
        const image = (name: string) => nativeImage.createFromPath(`${icons}/${name}.png`);
        const tray = new Tray(image('idle'));
        for (const name of ['uploading', 'attention']) {
          tray.setImage(image(name));
          tray.setToolTip(name);
          tray.setContextMenu(Menu.buildFromTemplate([{ label: name }]));
        }
        const notification = new Notification({ title: 'Title', body: 'Body' });
        notification.on('failed', () => {});
        notification.show();
        return 'shown';
      }, beside('../../../build/tray'));
      expect(outcome).toBe('shown');
    });

    // api/notification, api/global-shortcut
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
