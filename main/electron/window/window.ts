// The window: locked down, at its last position, shown when there is something to see.
import { BrowserWindow, screen } from 'electron';
import type { SettingsStore } from '../../core/platform/ports.ts';
import { appOrigin } from './app-address.ts';
import { smallest, usableBounds, usualBounds } from './window-bounds.ts';

type OpenWindowOptions = {
  /** The built preload, absolute. */
  readonly preload: string;
  readonly isDark: boolean;
  readonly isPackaged: boolean;
  /** Stores the window's position. */
  readonly place: SettingsStore;
  /** Leaves the stored position alone and opens the window where it usually is. */
  readonly isSafeStart: boolean;
};

/** A page that draws nothing, for example after a graphics failure, is still shown after this time. */
const shownAfterMs = 5_000;

/** The page's background colour, so that an empty window doesn't flash white. */
const ground = { dark: '#0c131b', light: '#e3e8ee' } as const;

export function openWindow(options: OpenWindowOptions): BrowserWindow {
  const { preload, isDark, isPackaged, place, isSafeStart } = options;
  const workAreas = screen.getAllDisplays().map((display) => display.workArea);
  const bounds = isSafeStart ? null : usableBounds(place.read(), workAreas);
  const { isMaximized, ...rectangle } = bounds ?? {
    ...usualBounds(screen.getPrimaryDisplay().workArea),
    isMaximized: false,
  };
  const window = new BrowserWindow({
    ...rectangle,
    minWidth: smallest.width,
    minHeight: smallest.height,
    title: 'Pilot Companion',
    backgroundColor: isDark ? ground.dark : ground.light,
    autoHideMenuBar: true,
    show: false,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      // A file dropped outside the drop zone replaces nothing: guards.ts prevents the navigation.
      spellcheck: false,
      devTools: !isPackaged,
    },
  });
  // On a display with another scale the first size is wrong; the same one again is right.
  if (bounds) window.setBounds(rectangle);
  const showOnce = () => {
    clearTimeout(limit);
    if (window.isDestroyed() || window.isVisible()) return;
    if (isMaximized) window.maximize();
    window.show();
  };
  const limit = setTimeout(showOnce, shownAfterMs);
  window.once('ready-to-show', showOnce);
  window.once('closed', () => clearTimeout(limit));
  window.on('close', () => place.write({ ...window.getNormalBounds(), isMaximized: window.isMaximized() }));
  // A page that fails to load is reported by did-fail-load (life/window-recovery.ts).
  window.loadURL(`${appOrigin}/`).catch(() => {});
  return window;
}

/** Brings the window to the front, in any state. */
export function bringForward(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
