// What the tray, the dock and the taskbar get for a view, on the stand-in's module, on each system.
import { basename, join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTray } from '../../../main/electron/tray/tray.ts';
import { trayOf, trayStates, type TrayView } from '../../../main/electron/tray/tray-of.ts';
import { root } from '../../architecture/source-files.ts';
import { app } from '../../support/electron-stand-in/module/app.ts';
import { trays } from '../../support/electron-stand-in/module/desktop.ts';

vi.mock('electron', async () => ({
  ...(await import('../../support/electron-stand-in/module/desktop.ts')),
  app: (await import('../../support/electron-stand-in/module/app.ts')).app,
}));

type Image = { readonly path: string; readonly isTemplate: boolean };
type Menu = { getMenuItemById(id: string): { click(): void } | null };

const idle = trayOf(null);
const view = (change: Partial<TrayView>): TrayView => ({ ...idle, ...change });

beforeAll(() => app.becomeReady());

let overlays: [string | null, string][];
let orders: string[];
beforeEach(() => {
  trays.length = 0;
  app.badgeCount = 0;
  overlays = [];
  orders = [];
});

function trayOn(platform: NodeJS.Platform) {
  const window = {
    setProgressBar() {},
    setOverlayIcon: (image: Image | null, text: string) => void overlays.push([image && basename(image.path), text]),
  };
  const show = createTray({
    icons: join(root, 'build', 'tray'),
    platform,
    text: ({ id, params }) => `${id} ${JSON.stringify(params)}`,
    window: () => window as unknown as BrowserWindow,
    open: () => void orders.push('open'),
    order: (command) => void orders.push(command),
    add: (paths) => void orders.push(`add ${paths.join(' ')}`),
    quit: () => void orders.push('quit'),
  });
  const [tray] = trays;
  if (tray === undefined) throw new Error('There is no tray.');
  return {
    show,
    tray,
    icon: () => basename((tray.image as Image).path),
    isTemplate: () => (tray.image as Image).isTemplate,
    click: (id: string) => (tray.menu as Menu).getMenuItemById(id)?.click(),
  };
}

describe.each(['linux', 'win32', 'darwin'] as const)('on %s', (platform) => {
  test('the tray has the icon of its state, which macOS colours itself', () => {
    const { show, icon, isTemplate } = trayOn(platform);
    const ending = platform === 'darwin' ? 'Template.png' : '.png';
    const seen = trayStates.map((state) => {
      show(view({ state }));
      return [icon(), isTemplate()];
    });
    expect(seen).toEqual(trayStates.map((state) => [`${state}${ending}`, platform === 'darwin']));
  });

  test('the badge counts the reports that need attention', () => {
    const { show } = trayOn(platform);
    show(view({ badge: 3 }));
    // On Windows the taskbar's button has a mark instead.
    expect(app.badgeCount).toBe(platform === 'win32' ? 0 : 3);
    show(view({ badge: 0 }));
    expect(app.badgeCount).toBe(0);
  });

  test('a click on the icon opens the window, except where it opens the menu', () => {
    trayOn(platform).tray.emit('click');
    expect(orders).toEqual(platform === 'darwin' ? [] : ['open']);
  });
});

test('the button in the taskbar of Windows has a mark with the count, and none when nothing needs attention', () => {
  const { show } = trayOn('win32');
  show(view({ badge: 2 }));
  show(view({ badge: 0 }));
  expect(overlays).toEqual([
    ['attention.png', 'app.badge {"n":2}'],
    [null, ''],
  ]);
});

test('other systems have no mark on a button', () => {
  for (const platform of ['linux', 'darwin'] as const) trayOn(platform).show(view({ badge: 2 }));
  expect(overlays).toEqual([]);
});

test('the menu pauses, resumes, opens and quits', () => {
  const { show, click } = trayOn('linux');
  show(view({ toggle: 'uploads.pause' }));
  click('uploads.pause');
  show(view({ toggle: 'uploads.resume' }));
  click('uploads.pause');
  click('uploads.resume');
  click('open');
  click('quit');
  expect(orders).toEqual(['uploads.pause', 'uploads.resume', 'open', 'quit']);
});

test('a view that is already shown is drawn again only in another language or window', () => {
  const { show } = trayOn('win32');
  for (const isAgain of [false, false, true]) show(view({ badge: 1 }), isAgain);
  expect(overlays).toHaveLength(2);
});
