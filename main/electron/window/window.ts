// The window: locked down, at its last position, shown when there is something to see.
import { BrowserWindow, screen } from 'electron';
import type { SettingsStore } from '../../core/platform/ports.ts';
import { appOrigin } from './app-address.ts';
import { smallest, usableBounds, usual } from './window-bounds.ts';

type OpenWindowOptions = {
  /** The built preload, absolute. */
  readonly preload: string;
  readonly isDark: boolean;
  readonly isPackaged: boolean;
  /** Stores the window's position. */
  readonly place: SettingsStore;
};

/** The page's background colour, so that an empty window doesn't flash white. */
const ground = { dark: '#0c131b', light: '#e3e8ee' } as const;

export function openWindow({ preload, isDark, isPackaged, place }: OpenWindowOptions): BrowserWindow {
  const workAreas = screen.getAllDisplays().map((display) => display.workArea);
  const bounds = usableBounds(place.read(), workAreas);
  const window = new BrowserWindow({
    ...usual,
    ...(bounds && { x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height }),
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
      // A file dropped outside the drop zone must not replace the page.
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: !isPackaged,
    },
  });
  window.once('ready-to-show', () => {
    if (bounds?.isMaximized) window.maximize();
    window.show();
  });
  window.on('close', () => place.write({ ...window.getNormalBounds(), isMaximized: window.isMaximized() }));
  void window.loadURL(`${appOrigin}/`);
  return window;
}

/** Brings the window to the front, whatever its state. */
export function bringForward(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
