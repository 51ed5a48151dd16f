// Implements core's ports with Electron. No rules here.
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { dialog, net, powerMonitor, shell, type BrowserWindow, Notification } from 'electron';
import { failed, ok } from '../../contract/failure.ts';
import { failures } from '../../core/messages/failures.ts';
import type {
  BrowserOpener,
  Clock,
  Desktop,
  SystemEvents,
  SystemNotification,
  SettingsStore,
} from '../../core/platform/ports.ts';
import { maySignInAt } from '../window/guards.ts';
import { createNetworkHint } from './network-hint.ts';
import { message, type Message } from '../../messages/message.ts';
import ElectronStore from 'electron-store';
import { createStore, storeOptions } from '../../node/system/settings-store.ts';

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
  /** The pilot is looking at the window. */
  readonly isWatched: () => boolean;
  readonly open: (place: SystemNotification['place']) => void;
  /** The system refused to show one; called once. */
  readonly onFailed: (error: string) => void;
};

export function createNotify({ text, isWatched, open, onFailed }: NotifyOptions) {
  let kept: Notification[] = [];
  let hasFailed = false;
  return ({ title, body, place }: SystemNotification): void => {
    if (isWatched() || !Notification.isSupported()) return;
    const notification = new Notification({ title: text(title), body: text(body) });
    notification.on('click', () => open(place));
    notification.on('failed', (_event, error) => {
      if (!hasFailed) onFailed(error);
      hasFailed = true;
    });
    kept = [...kept, notification].slice(-mostKept);
    notification.show();
  };
}

// Documents of the desktop app (settings, window position) in electron-store: written to a temporary file, synced,
// renamed.

/** `folder` is absolute; `name` has no extension. */
export const createDocumentStore = (folder: string, name: string, clock: Pick<Clock, 'now'>): SettingsStore =>
  createStore(folder, name, clock, () => new ElectronStore({ cwd: folder, name, ...storeOptions }));
