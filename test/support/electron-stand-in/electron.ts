// The stand-in for the module `electron` in the main process. See README.md.
import { join } from 'node:path';
import type * as Electron from 'electron';
import { app, type App } from './module/app.ts';
import { autoUpdater } from './module/auto-updater.ts';
import { startChromium } from './window/chromium.ts';
import {
  crashReporter,
  dialog,
  globalShortcut,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  screen,
  shell,
  Tray,
  type StandInNotification,
  type StandInTray,
} from './module/desktop.ts';
import { ipcMain } from './module/ipc-main.ts';
import { listenToTheTest } from './module/remote-control.ts';
import { net, protocol, session } from './module/session.ts';
import { strict, type Held, type KnownEvents } from './module/strict.ts';
import { utilityProcess } from './module/utility-process.ts';
import { BrowserWindow, judgeNavigation, useContext, type StandInWindow } from './window/windows.ts';

export {
  app,
  autoUpdater,
  BrowserWindow,
  crashReporter,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  net,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
};

// Electron's own types say what each of them has to be.
const modules = {
  app: app satisfies Held<typeof app, typeof Electron.app>,
  // Only events.
  autoUpdater,
  BrowserWindow: BrowserWindow satisfies Held<typeof BrowserWindow, typeof Electron.BrowserWindow>,
  crashReporter: crashReporter satisfies Held<typeof crashReporter, typeof Electron.crashReporter>,
  dialog: dialog satisfies Held<typeof dialog, typeof Electron.dialog>,
  globalShortcut: globalShortcut satisfies Held<typeof globalShortcut, typeof Electron.globalShortcut>,
  ipcMain: ipcMain satisfies Held<typeof ipcMain, typeof Electron.ipcMain>,
  Menu: Menu satisfies Held<typeof Menu, typeof Electron.Menu>,
  nativeImage: nativeImage satisfies Held<typeof nativeImage, typeof Electron.nativeImage>,
  nativeTheme: nativeTheme satisfies Held<typeof nativeTheme, typeof Electron.nativeTheme>,
  Notification: Notification satisfies Held<typeof Notification, typeof Electron.Notification>,
  net: net satisfies Held<typeof net, typeof Electron.net>,
  powerMonitor,
  powerSaveBlocker: powerSaveBlocker satisfies Held<typeof powerSaveBlocker, typeof Electron.powerSaveBlocker>,
  protocol: protocol satisfies Held<typeof protocol, typeof Electron.protocol>,
  screen: screen satisfies Held<typeof screen, typeof Electron.screen>,
  session: session satisfies Held<typeof session, typeof Electron.session>,
  shell: shell satisfies Held<typeof shell, typeof Electron.shell>,
  Tray: Tray satisfies Held<typeof Tray, typeof Electron.Tray>,
  utilityProcess: utilityProcess satisfies Held<typeof utilityProcess, typeof Electron.utilityProcess>,
};

/** What tests use of the module, with what Electron doesn't have. */
export type StandInElectron = {
  readonly app: App;
  readonly BrowserWindow: { getAllWindows(): StandInWindow[] };
  readonly dialog: typeof dialog;
  readonly globalShortcut: typeof globalShortcut;
  readonly Menu: typeof Menu;
  readonly Notification: { readonly all: readonly StandInNotification[] };
  readonly powerMonitor: KnownEvents;
  readonly powerSaveBlocker: typeof powerSaveBlocker;
  readonly Tray: { readonly all: readonly StandInTray[] };
};

const electron: { readonly app: { quit(): void } } = strict('electron', modules);
// oxlint-disable-next-line import/no-default-export -- electron-store imports electron by its default export
export default electron;

// The resources folder of a package; tests set their own.
const resourcesPath = process.env['STAND_IN_RESOURCES'] ?? join(import.meta.dirname, 'no-resources');
Object.assign(process, { resourcesPath });

// As in a package: no path of the app between the program and its arguments.
process.argv.splice(1, 1);
// As in Electron, the process becomes ready after the entry file has run.
setImmediate(() => void becomeReady());

async function becomeReady() {
  const { context, endpoint } = await startChromium(app.getPath('sessionData'), judgeNavigation);
  useContext(context);
  app.endChromium = () => context.close();
  // Chromium replaces all handlers of these signals on POSIX.
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => app.quit());
  }
  listenToTheTest(electron, endpoint);
  app.becomeReady();
}
