// Implements core's ports with Electron. No rules here.
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { dialog, net, powerMonitor, shell, type BrowserWindow } from 'electron';
import { failed, ok } from '../../contract/failure.ts';
import { failures } from '../../core/messages/failures.ts';
import type { BrowserOpener, Clock, Desktop, SystemEvents } from '../../core/platform/ports.ts';
import { maySignInAt } from '../window/guards.ts';
import { createNetworkHint } from './network-hint.ts';
import { message } from '../../messages/message.ts';

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
  return {
    async chooseTarget(name) {
      const parent = window();
      const options = { title: titles.save(), defaultPath: name };
      const answer = await (parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options));
      return answer.canceled || answer.filePath === '' ? null : answer.filePath;
    },
    async chooseFolder() {
      const parent = window();
      const options = { title: titles.folder(), properties: ['openDirectory' as const] };
      const answer = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options));
      return answer.canceled ? null : (answer.filePaths[0] ?? null);
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
