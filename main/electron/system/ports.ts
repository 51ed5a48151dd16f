// Implements core's ports with Electron. No rules here.
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { dialog, net, powerMonitor, shell, type BrowserWindow, Notification, utilityProcess } from 'electron';
import { failed, ok } from '../../contract/failure.ts';
import { failures } from '../../core/messages/failures.ts';
import type {
  BrowserOpener,
  Clock,
  Desktop,
  ImageReader,
  Logger,
  SystemEvents,
  SystemNotification,
  SettingsStore,
} from '../../core/platform/ports.ts';
import { imageReaderEnv, imageReaderHeap } from '../../node/host/image-reader.ts';
import { maySignInAt } from '../window/guards.ts';
import type { MainWindow } from '../window/window.ts';
import { createNetworkHint } from './network-hint.ts';
import { message, type Message } from '../../messages/message.ts';
import ElectronStore from 'electron-store';
import { createStore } from '../../node/system/settings-store.ts';

type SignInBrowser = BrowserOpener & {
  /** The last sign-in address: the only loopback address that a link in the window may open. */
  lastAddress(): string | null;
};

export function createSignInBrowser(): SignInBrowser {
  let lastAddress: string | null = null;
  const notOpened = () => failed(failures.browserNotOpened());
  return {
    lastAddress: () => lastAddress,
    async open(address) {
      if (!maySignInAt(address)) return notOpened();
      lastAddress = address;
      try {
        await shell.openExternal(address);
        return ok(null);
      } catch {
        return notOpened();
      }
    },
  };
}

export function createSystemEvents(clock: Clock): SystemEvents {
  return {
    onResume(listener) {
      // Without Electron's event argument.
      const resumed = () => listener();
      powerMonitor.on('resume', resumed);
      return () => void powerMonitor.off('resume', resumed);
    },
    onNetworkHint: createNetworkHint(() => net.isOnline(), clock),
    isOnBattery: () => powerMonitor.isOnBatteryPower(),
  };
}

/** `titles`: of the dialogs that choose a folder and a file to save. */
export function createDesktop(
  window: () => BrowserWindow | undefined,
  titles: { readonly folder: () => string; readonly save: () => string },
): Desktop {
  /** Electron opens Downloads otherwise. */
  let lastFolder: string | undefined;
  return {
    async chooseTarget(name) {
      const parent = window();
      const options = { title: titles.save(), defaultPath: name };
      const answer = await (parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options));
      return answer.canceled || answer.filePath === '' ? null : answer.filePath;
    },
    async chooseFolder() {
      const parent = window();
      const options = {
        title: titles.folder(),
        properties: ['openDirectory' as const],
        ...(lastFolder !== undefined && { defaultPath: lastFolder }),
      };
      const answer = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options));
      if (answer.canceled) return null;
      lastFolder = answer.filePaths[0];
      return lastFolder ?? null;
    },
    async showFile(path) {
      // Electron opens the folder or nothing, and doesn't report which.
      if (!existsSync(path)) {
        return failed({ kind: 'file-gone', message: message('failure.notFound', { what: 'file' }) });
      }
      shell.showItemInFolder(path);
      return ok(null);
    },
    async trash(path) {
      try {
        await shell.trashItem(path);
        return ok(null);
      } catch (error) {
        return failed(failures.notTrashed(basename(path), error instanceof Error ? error.message : String(error)));
      }
    },
  };
}

// Shows core's notifications with the system's own. A click opens the report.

/** A notification that is not referenced loses its click, also where it has left the screen for the system's list. */
const mostKept = 50;

type NotifyOptions = {
  readonly text: (message: Message) => string;
  readonly mainWindow: Pick<MainWindow, 'current' | 'showPlace' | 'whenWatched'>;
  readonly log: Logger;
};

export function createNotify({ text, mainWindow, log }: NotifyOptions) {
  let kept: Notification[] = [];
  let isRefused = false;

  /** Says once that the system shows none, and not over a simulator in full screen. */
  function refused(error: string) {
    log.warn('the system showed no notification', { error });
    if (isRefused) return;
    isRefused = true;
    mainWindow.whenWatched((window) => {
      void dialog.showMessageBox(window, {
        type: 'info',
        message: text(message('app.notificationsRefused.title')),
        detail: text(message('app.notificationsRefused.text')),
      });
    });
  }

  return ({ title, body, place }: SystemNotification): void => {
    if (mainWindow.current()?.isFocused() === true || !Notification.isSupported()) return;
    const notification = new Notification({ title: text(title), body: text(body) });
    notification.on('click', () => mainWindow.showPlace(place));
    notification.on('failed', (_event, error) => refused(error));
    kept = [...kept, notification].slice(-mostKept);
    notification.show();
  };
}

// Looks at images in a utility process: Electron's program can't be run as Node (the fuse runAsNode is off).

/** By which Electron names the process when it ends (live.ts). */
export const imageReaderName = 'Image reader';

/** Bundled beside main.js. */
const readerProgram = join(import.meta.dirname, 'image-reader-child.js');

export const readImages: ImageReader = (question, { answer, ended }) => {
  const child = utilityProcess.fork(readerProgram, [question], {
    serviceName: imageReaderName,
    env: imageReaderEnv,
    execArgv: imageReaderHeap,
    stdio: 'ignore',
  });
  child.on('message', answer);
  child.on('exit', ended);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, not a window
    look: (image) => child.postMessage(image),
    end: () => void child.kill(),
  };
};

// Documents of the desktop app (settings, window position) in electron-store: written to a temporary file, synced,
// renamed.

/** `folder` is absolute; `name` has no extension. */
export const createDocumentStore = (folder: string, name: string, clock: Pick<Clock, 'now'>): SettingsStore =>
  createStore(folder, name, clock, (options) => new ElectronStore({ cwd: folder, name, ...options }));
