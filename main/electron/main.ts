// Entry of the desktop app: the life of the process, and the wiring. Rules about reports are in core. A second start
// brings the first window to the front; quitting leaves everything on disk.
import '../core/platform/inspector-signal.ts';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, type BrowserWindow, dialog, ipcMain, Menu, nativeTheme, protocol, session, shell } from 'electron';
import { createCompanion, type Companion } from '../core/app/companion.ts';
import { onShutdownSignals } from '../core/platform/shutdown-signals.ts';
import { secretChoicesOf } from '../core/settings/secret-choices.ts';
import { createSecretRegistry } from '../core/platform/masking/secret-registry.ts';
import { createFileLog } from '../core/platform/logging/log-file.ts';
import { redact } from '../core/platform/masking/redact.ts';
import { settingsOrDefaults } from '../core/settings/settings-migrations.ts';
import { systemClock } from '../core/platform/system-clock.ts';
import { createEmbeddedService } from '../node/embedded-service.ts';
import { isKeychainAsked } from '../node/secrets/keytar.ts';
import { createSecretStore } from '../node/secrets/secret-store.ts';
import { appScheme } from './app-address.ts';

import { guardContents, guardSession, mayOpenOutside } from './window/guards.ts';
import { serveWindow } from './ipc.ts';
import { createCrashHandler } from '../core/platform/crash-handler.ts';
import { menuTemplate } from './window/menu.ts';
import { createDesktop, createSignInBrowser, createSystemEvents } from './system/ports.ts';
import { serveAppProtocol } from './protocol.ts';
import { createReceivedFiles } from './received-files.ts';
import { readRunOptions } from './run-options.ts';
import { createSystemProxies } from './system/system-proxies.ts';
import { createDocumentStore } from './system/settings-store.ts';
import { bringForward, openWindow } from './window/window.ts';
import { message } from '../messages/message.ts';
import { text } from './text.ts';

/** After this time the app exits without waiting; everything is on disk already. */
const stopWithinMs = 10_000;
const maxReloads = 3;

// Every page, in any window.
app.enableSandbox();
const run = readRunOptions(process.argv.slice(1), process.env);
app.setName('Pilot Companion');
if (run.dataDir !== null) {
  mkdirSync(run.dataDir, { recursive: true, mode: 0o700 });
  app.setPath('userData', run.dataDir);
}
const dataDir = app.getPath('userData');
// Keeps Chromium's files apart from ours.
app.setPath('sessionData', join(dataDir, 'window'));

const clock = systemClock;
const liveSecrets = createSecretRegistry();
const log = createFileLog({
  folder: join(dataDir, 'logs'),
  clock,
  redact: (fields) => redact(fields, liveSecrets.mask),
});
const settings = createDocumentStore(dataDir, 'settings', clock);
const place = createDocumentStore(dataDir, 'window-place', clock);
const signInBrowser = createSignInBrowser();

let window: BrowserWindow | undefined;
let exitCode = 0;

const onBug = createCrashHandler({
  log,
  show: (title, message) => dialog.showErrorBox(text(title), text(message)),
  end() {
    exitCode = 1;
    app.quit();
  },
});

function onRefused(what: string, address: string) {
  log.warn('a request of a page was refused', { what, address });
}

const knownPlaces = () => ({
  signIn: signInBrowser.lastAddress(),
  services: settingsOrDefaults(settings.read()).services.map(({ address }) => address),
});

function showWindow() {
  if (window !== undefined) return bringForward(window);
  window = openWindow({
    preload: join(import.meta.dirname, 'preload.cjs'),
    isDark: nativeTheme.shouldUseDarkColors,
    isPackaged: app.isPackaged,
    place,
  });
  window.once('closed', () => (window = undefined));
}

async function start(): Promise<Companion | null> {
  const secrets = await createSecretStore({
    dataDir,
    choiceOf: secretChoicesOf(settings, run.allowFileVault ? 'open-vault' : 'keychain'),
    log,
  });
  const created = await createCompanion({
    ports: {
      clock,
      secrets,
      liveSecrets,
      browser: signInBrowser,
      settings,
      log,
      system: createSystemEvents(clock),
      proxies: createSystemProxies((address) => session.defaultSession.resolveProxy(address)),
      desktop: createDesktop(() => window, {
        folder: () => text(message('app.chooseFolder')),
        save: () => text(message('app.saveFlights')),
      }),
      embeddedService: createEmbeddedService({ dataDir, log }),
    },
    dataDir,
    host: { kind: 'desktop', version: app.getVersion() },
    ...(run.profile !== null && { profile: run.profile }),
  });
  if (!created.ok) {
    log.error('The companion could not start', { failure: created.failure });
    dialog.showErrorBox(text(message('app.notStartedTitle')), text(created.failure.message));
    exitCode = 1;
    app.quit();
    return null;
  }
  const companion = created.value;

  serveAppProtocol(protocol, appScheme, {
    rendererDir: join(import.meta.dirname, '..', 'renderer'),
  });
  serveWindow({
    ipcMain,
    companion,
    contents: () => window?.webContents,
    receivedFiles: createReceivedFiles(join(dataDir, 'received')),
    log,
  });
  const followTheme = () => (nativeTheme.themeSource = settingsOrDefaults(settings.read()).theme);
  companion.subscribe((event) => {
    if (event.type === 'settings.changed') followTheme();
  });
  followTheme();
  guardSession(session.defaultSession, onRefused);
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform)));
  showWindow();
  log.info('The companion is ready', { version: app.getVersion(), isSender: companion.isSender });
  return companion;
}

/** Everything is on disk. A keychain prompt that nobody answers blocks a thread, and would block this (force-exit.ts). */
function exit(code: number) {
  if (isKeychainAsked() && process.platform !== 'win32') process.kill(process.pid, 'SIGKILL');
  app.exit(code);
}

/** Runs only in the process that holds the data folder. */
function live() {
  process.on('uncaughtException', onBug);
  process.on('unhandledRejection', onBug);
  onShutdownSignals({ first: () => app.quit(), again: () => exit(1) });

  app.on('web-contents-created', (_event, contents) => {
    guardContents(contents, {
      openOutside(address) {
        if (!mayOpenOutside(address, knownPlaces())) return onRefused('new window', address);
        shell.openExternal(address).catch((reason: unknown) => log.warn('A link could not be opened', { reason }));
      },
      onRefused,
    });
  });

  let reloads = 0;
  app.on('render-process-gone', (_event, contents, { reason }) => {
    log.error('The window crashed', { reason });
    if (reason === 'clean-exit' || contents !== window?.webContents || reloads >= maxReloads) return;
    reloads += 1;
    contents.reload();
  });

  // A rejected start is a bug: the crash handler reports it, and there is no companion to stop.
  const started = app
    .whenReady()
    .then(start)
    .catch((bug: unknown) => {
      onBug(bug);
      return null;
    });

  // Not before there is something to show.
  const showWhenStarted = () => void started.then((companion) => companion && showWindow());
  app.on('second-instance', showWhenStarted);
  app.on('activate', showWhenStarted);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });

  let isStopping = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isStopping) return;
    isStopping = true;
    const stop = async () => (await started)?.stop();
    void Promise.race([stop().catch(onBug), clock.sleep(stopWithinMs)]).then(() => {
      log.info('The companion has stopped');
      exit(exitCode);
    });
  });
}

protocol.registerSchemesAsPrivileged([
  { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
]);
if (app.requestSingleInstanceLock()) live();
else app.exit(0);
