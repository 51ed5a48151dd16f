// Where the window opens, on a display with another scale than the first.
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openWindow } from '../../../main/electron/window/window.ts';
import { app } from '../../support/electron-stand-in/module/app.ts';

type Bounds = { x: number; y: number; width: number; height: number };

const scaled = vi.hoisted(() => ({ opened: [] as { bounds: Bounds }[] }));

vi.mock('electron', async () => {
  const { KnownEvents } = await import('../../support/electron-stand-in/module/strict.ts');
  const { screen } = await import('../../support/electron-stand-in/module/desktop.ts');
  /** As Electron on Windows: the first size is multiplied by the scale of the display, the next ones are right. */
  class BrowserWindow extends KnownEvents {
    bounds: Bounds;
    constructor({ x, y, width, height }: Bounds) {
      super('BrowserWindow');
      this.bounds = { x, y, width: width * 1.5, height: height * 1.5 };
      scaled.opened.push(this);
    }
    setBounds(bounds: Bounds) {
      this.bounds = bounds;
    }
    loadURL = () => Promise.resolve();
  }
  return { BrowserWindow, screen };
});

beforeAll(() => app.becomeReady());
beforeEach(() => void (scaled.opened.length = 0));

test('the window has its last size on a display with another scale', () => {
  const last = { x: 10, y: 20, width: 900, height: 700 };
  const window = openWindow({
    preload: '/preload.cjs',
    isDark: false,
    isPackaged: true,
    place: { read: () => ({ ...last, isMaximized: false }), write() {}, keepAside: () => null },
    isSafeStart: false,
  });
  window.emit('closed');
  expect(scaled.opened.map(({ bounds }) => bounds)).toEqual([last]);
});
