// The one window of the app: opened, brought forward, or directed to a place in it.
import type { BrowserWindow } from 'electron';
import type { CompanionEvent } from '../../contract/events.ts';
import { channels } from '../preload/channels.ts';
import { bringForward } from './window.ts';

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
    /** Shows the window, and this place in it as soon as its page is there. */
    showPlace(place: Place) {
      send({ type: 'place.opened', ...place });
      show();
    },
    send,
  };
}
