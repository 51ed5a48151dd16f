// The stand-in for the module `electron` in the main process. See README.md.
import { join } from 'node:path';
import { app } from './module/app.ts';
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
} from './module/desktop.ts';
import { ipcMain } from './module/ipc-main.ts';
import { net, protocol } from './module/protocol.ts';
import { listenToTheTest } from './module/remote-control.ts';
import { session } from './module/session.ts';
import { strict } from './module/strict.ts';
import { BrowserWindow, judgeNavigation, useContext } from './window/windows.ts';

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
};

const electron: { readonly app: { quit(): void } } = strict('electron', {
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
});
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
  listenToTheTest(electron, endpoint);
  app.becomeReady();
}
