// The window: locked down, at its last position, shown when there is something to see.
import { BrowserWindow, screen, app, shell } from 'electron';
import type { SettingsStore, Logger } from '../../core/platform/ports.ts';
import { appOrigin } from './protocol.ts';
import { smallest, usableBounds, usualBounds } from './window-bounds.ts';
import type { CompanionEvent } from '../../contract/events.ts';
import { channels } from '../preload/channels.ts';
import type { Settings } from '../../contract/settings.ts';
import { guardContents, mayOpenOutside } from './guards.ts';

type OpenWindowOptions = {
  /** The built preload, absolute. */
  readonly preload: string;
  readonly isDark: boolean;
  readonly isPackaged: boolean;
  /** Stores the window's position. */
  readonly place: SettingsStore;
  /** Leaves the stored position alone and opens the window where it usually is. */
  readonly isSafeStart: boolean;
  /** The window is shown for the first time. macOS has its event 'show' only where nothing covers the window. */
  readonly onFirstShown: () => void;
};

/** A page that draws nothing, for example after a graphics failure, is still shown after this time. */
const shownAfterMs = 5_000;

/** The page's background colour, so that an empty window doesn't flash white. */
const ground = { dark: '#0c131b', light: '#e3e8ee' } as const;

export function openWindow(options: OpenWindowOptions): BrowserWindow {
  const { preload, isDark, isPackaged, place, isSafeStart, onFirstShown } = options;
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
  let isShown = false;
  const showOnce = () => {
    clearTimeout(limit);
    if (isShown || window.isDestroyed()) return;
    isShown = true;
    if (!window.isVisible()) {
      if (isMaximized) window.maximize();
      window.show();
    }
    onFirstShown();
  };
  const limit = setTimeout(showOnce, shownAfterMs);
  window.once('ready-to-show', showOnce);
  // On Wayland a hidden window may never draw (https://github.com/electron/electron/issues/48859).
  if (process.platform === 'linux') window.webContents.once('did-finish-load', showOnce);
  window.once('closed', () => clearTimeout(limit));
  window.on('close', () => place.write({ ...window.getNormalBounds(), isMaximized: window.isMaximized() }));
  // A page that fails to load is reported by did-fail-load (life/window-recovery.ts).
  window.loadURL(`${appOrigin}/`).catch(() => {});
  return window;
}

/** Brings the window to the front, in any state. */
function bringForward(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

// The one window of the app: opened, brought forward, or directed to a place in it.

/** Events kept while no page is loaded; more would only repeat themselves. */
const mostUnsent = 20;

export type Place = Omit<Extract<CompanionEvent, { type: 'place.opened' }>, 'type'>;
export type MainWindow = ReturnType<typeof createMainWindow>;

/** `open` makes a new window. */
export function createMainWindow(open: () => BrowserWindow) {
  let window: BrowserWindow | undefined;
  let isLoaded = false;
  let unsent: CompanionEvent[] = [];
  let whenShown = () => {};
  const unwatched: ((window: BrowserWindow) => void)[] = [];

  function sendAll() {
    if (window === undefined) return;
    for (const event of unsent.splice(0)) window.webContents.send(channels.event, event);
  }

  /** Sends it once the page has loaded. */
  function send(event: CompanionEvent) {
    unsent = [...unsent, event].slice(-mostUnsent);
    if (isLoaded) sendAll();
  }

  function show() {
    if (window !== undefined && !window.isDestroyed()) return bringForward(window);
    const opened = open();
    window = opened;
    isLoaded = false;
    opened.webContents.on('did-finish-load', () => {
      // The page listens from here on.
      isLoaded = true;
      sendAll();
    });
    opened.on('show', () => whenShown());
    opened.on('focus', () => {
      for (const work of unwatched.splice(0)) work(opened);
    });
    opened.once('closed', () => {
      if (window !== opened) return;
      window = undefined;
      isLoaded = false;
    });
  }

  return {
    current: () => window,
    contents: () => window?.webContents,
    show,
    /** Runs each time a window becomes visible. */
    onShown: (listener: () => void) => void (whenShown = listener),
    /** Runs once the pilot looks at the window, at most once. */
    whenWatched(work: (window: BrowserWindow) => void) {
      if (window?.isFocused()) work(window);
      else unwatched.push(work);
    },
    /** Shows the window, and this place in it as soon as its page is there. */
    showPlace(place: Place) {
      send({ type: 'place.opened', ...place });
      show();
    },
    send,
  };
}

// Guards every page that Electron makes, and opens links outside: the pilot's own services and the sign-in only.

type GuardPagesOptions = {
  readonly log: Logger;
  readonly onBlocked: (what: string, address: string) => void;
  /** The address of the sign-in in progress. */
  readonly signInAddress: () => string | null;
  readonly settings: () => Settings;
};

export function guardPages({ log, onBlocked, signInAddress, settings }: GuardPagesOptions): void {
  // Electron would send the first of the pilot's certificates that fits, to the server of the updates too.
  app.on('select-client-certificate', (event, _contents, _address, _certificates, choose) => {
    event.preventDefault();
    choose();
  });
  const knownPlaces = () => ({ signIn: signInAddress(), services: settings().services.map(({ address }) => address) });
  app.on('web-contents-created', (_event, contents) => {
    guardContents(contents, {
      openOutside(address) {
        if (!mayOpenOutside(address, knownPlaces())) return onBlocked('new window', address);
        shell.openExternal(address).catch((reason: unknown) => log.warn('a link could not be opened', { reason }));
      },
      onBlocked,
    });
  });
}
