// Where the window opens, on a display with another scale than the first, and when it is shown.
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openWindow } from '../../../main/electron/window/window.ts';
import { app } from '../../support/electron-stand-in/module/app.ts';

type Bounds = { x: number; y: number; width: number; height: number };

const scaled = vi.hoisted(() => ({ opened: [] as { bounds: Bounds; showCount: number }[] }));

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
    webContents = new KnownEvents('WebContents');
    showCount = 0;
    isDestroyed = () => false;
    isVisible = () => this.showCount > 0;
    show() {
      this.showCount += 1;
    }
  }
  return { BrowserWindow, screen };
});

beforeAll(() => app.becomeReady());
beforeEach(() => void (scaled.opened.length = 0));

function open(place: Bounds | null, onFirstShown = () => {}) {
  return openWindow({
    preload: '/preload.cjs',
    isDark: false,
    isPackaged: true,
    place: { read: () => place && { ...place, isMaximized: false }, write() {}, keepAside: () => null },
    isSafeStart: false,
    onFirstShown,
  });
}

test('the window has its last size on a display with another scale', () => {
  const last = { x: 10, y: 20, width: 900, height: 700 };
  open(last).emit('closed');
  expect(scaled.opened.map(({ bounds }) => bounds)).toEqual([last]);
});

test('the window reports once that it is shown, without the event that macOS leaves out where another covers it', () => {
  const shown = vi.fn();
  const window = open(null, shown);
  expect(shown).not.toHaveBeenCalled();
  window.emit('ready-to-show');
  window.webContents.emit('did-finish-load');
  expect([shown.mock.calls.length, scaled.opened[0]?.showCount]).toEqual([1, 1]);
});

test.runIf(process.platform === 'linux')(
  'a window that never draws while hidden is shown once its page is loaded',
  () => {
    const window = open(null);
    window.webContents.emit('did-finish-load');
    expect(scaled.opened[0]?.showCount).toBe(1);
    window.emit('closed');
  },
);

test('a window whose page never loads is shown after five seconds', () => {
  vi.useFakeTimers();
  open(null);
  vi.advanceTimersByTime(4_999);
  expect(scaled.opened[0]?.showCount).toBe(0);
  vi.advanceTimersByTime(1);
  expect(scaled.opened[0]?.showCount).toBe(1);
  vi.useRealTimers();
});
