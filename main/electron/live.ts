// The life of the process that holds the data folder, and the wiring. Rules about reports are in core. A second start
// brings the window to the front; quitting leaves everything on disk.
import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, dialog, ipcMain, Menu, nativeTheme, protocol, session } from 'electron';
import type { Companion } from '../core/app/companion.ts';
import { createCrashHandler } from '../core/platform/crash-handler.ts';
import { createFileLog } from '../core/platform/logging/log-file.ts';
import { onShutdownSignals } from '../core/platform/shutdown-signals.ts';
import { systemClock } from '../core/platform/system-clock.ts';
import { within } from '../core/platform/waits.ts';
import { settingsOrDefaults } from '../core/settings/settings.ts';
import { message } from '../messages/message.ts';
import { isKeychainAsked } from '../node/secrets/keytar.ts';
import { appScheme } from './window/app-address.ts';
import { serveWindow, createReceivedFiles } from './ipc.ts';
import { openCompanion } from './open-companion.ts';
import { serveAppProtocol } from './protocol.ts';
import { filesIn, type RunOptions, type SecondStart, followFurtherStarts } from './run-options.ts';
import { reportSmoke } from './smoke/smoke.ts';
import { createCaptureShortcut } from './system/capture-shortcut.ts';
import { imageReaderName } from './system/image-reader.ts';
import { createLaunchAtLogin, wasOpenedAtLogin } from './system/launch-at-login.ts';
import { createNotify, createDesktop, createSignInBrowser, createDocumentStore } from './system/ports.ts';
import { setTexts, text } from './text.ts';
import { showInBackground } from './tray/background.ts';
import { hasTrayHost } from './tray/tray-of.ts';
import { createClosing } from './window/closing.ts';
import { guardSession } from './window/guards.ts';
import { guardPages, createMainWindow, openWindow } from './window/window.ts';
import { menuTemplate, turnOffSpellChecker } from './window/menu.ts';
import { followCompanion, openUpdates } from './updates/open-updates.ts';
import { createGivenFiles } from './life/given-files.ts';
import { showSafeStart, createWindowRecovery } from './life/window-recovery.ts';
import { createReloadLimit, createStartRecord, settledAfterMs } from './life/start-limits.ts';
import { reportSeen } from './life/start-report.ts';

/** After this time the app exits without waiting; everything is on disk already. */
const stopWithinMs = 10_000;
/** The bundles are in one folder, and this code is in main.js. */
const builtFolder = import.meta.dirname;

type LiveOptions = {
  readonly run: RunOptions;
  /** Absolute; it exists, and only this process works on it. */
  readonly dataDir: string;
  readonly start: SecondStart;
};

export function live({ run, dataDir, start: firstStart }: LiveOptions): void {
  const clock = systemClock;
  const log = createFileLog({ folder: join(dataDir, 'logs'), clock });
  const settings = createDocumentStore(dataDir, 'settings', clock);
  const place = createDocumentStore(dataDir, 'window-place', clock);
  const startRecord = createStartRecord(createDocumentStore(dataDir, 'start-record', clock));
  const signInBrowser = createSignInBrowser();
  const updates = openUpdates({
    app,
    platform: process.platform,
    env: process.env,
    program: process.execPath,
    args: firstStart.args,
    resources: process.resourcesPath,
    changelog: join(builtFolder, 'changelog.txt'),
    settings,
    stored: createDocumentStore(dataDir, 'updates', clock),
    clock,
    log,
  });

  let exitCode = 0;
  let isQuitting = false;

  // No person is there to answer a dialog during a smoke test.
  const showError = (title: string, content: string) => {
    if (run.smoke) return console.error(`${title}\n${content}`);
    // Before that, Linux shows no dialog.
    void app.whenReady().then(() => {
      reportSeen();
      dialog.showErrorBox(title, content);
    });
  };

  const onBug = createCrashHandler({
    log,
    show: (title, message) => showError(text(title), text(message)),
    end() {
      exitCode = 1;
      startRecord.crashed();
      app.quit();
    },
  });
  process.on('uncaughtException', onBug);
  process.on('unhandledRejection', onBug);

  if (startRecord.isSafe) {
    log.warn('this is a safe start: the last two ended unexpectedly');
    app.disableHardwareAcceleration();
  }
  if (app.commandLine.hasSwitch('no-sandbox')) log.warn("Chromium's sandbox is off, by --no-sandbox");

  const onBlocked = (what: string, address: string) => log.warn('a request of a page was blocked', { what, address });
  guardPages({
    log,
    onBlocked,
    signInAddress: signInBrowser.lastAddress,
    settings: () => settingsOrDefaults(settings.read()),
  });

  const recover = createWindowRecovery({ clock, log, text, onCrash: startRecord.crashed, quit: () => app.quit() });
  const mayRecover = createReloadLimit(clock);
  app.on('child-process-gone', (_event, { type, reason, name, exitCode }) => {
    const isImageReader = name === imageReaderName;
    // The image reader is killed after each batch of images.
    if (reason === 'clean-exit' || (isImageReader && reason === 'killed')) return;
    log.error('a process of the app ended unexpectedly', { type, reason, name, exitCode });
    // Chromium starts its own again; only where that doesn't help, the start has failed.
    if (!isImageReader && !mayRecover()) startRecord.crashed();
  });

  const hasTray = () => hasTrayHost(process.platform, process.env);
  const closing = createClosing({
    text,
    platform: process.platform,
    isQuitting: () => isQuitting,
    hasTray,
    onClose: () => settingsOrDefaults(settings.read()).onClose,
    keepAnswer: async (onClose) => (await started)?.handle('settings.change', { onClose }),
  });
  const mainWindow = createMainWindow(() => {
    const window = openWindow({
      preload: join(builtFolder, 'preload.cjs'),
      isDark: nativeTheme.shouldUseDarkColors,
      isPackaged: app.isPackaged,
      place,
      isSafeStart: startRecord.isSafe,
    });
    recover(window);
    closing.watch(window);
    window.once('show', reportSeen);
    return window;
  });

  /** The app's appearance and language: at the start, and when the pilot changes them. */
  async function followSettings() {
    const { theme, language, times } = settingsOrDefaults(settings.read());
    nativeTheme.themeSource = theme;
    await setTexts(language, times);
    app.setAboutPanelOptions({
      applicationName: app.getName(),
      applicationVersion: app.getVersion(),
      copyright: text(message('app.about.licence')),
    });
    const openSettings = () => mainWindow.showPlace({ view: 'settings', stripId: null });
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, { text, openSettings })));
  }

  /** The window opens first and waits for the companion: a keychain may take seconds to answer. */
  function prepare() {
    turnOffSpellChecker(session.defaultSession);
    guardSession(session.defaultSession, onBlocked);
    // Chromium replaces the handlers of signals until it is ready.
    onShutdownSignals({ first: () => app.quit(), again: () => exit(1) });
    serveAppProtocol(protocol, appScheme, { rendererDir: join(builtFolder, '..', 'renderer') });
    serveWindow({
      ipcMain,
      companion: started,
      contents: mainWindow.contents,
      receivedFiles: createReceivedFiles(join(dataDir, 'received')),
      log,
    });
    if (run.inBackground || wasOpenedAtLogin(app)) reportSeen();
    else mainWindow.show();
    if (startRecord.isSafe) void showSafeStart(mainWindow.current() ?? null, text);
    clock.schedule(settledAfterMs, startRecord.settled);
  }

  async function open(): Promise<Companion | null> {
    const shortcut = createCaptureShortcut(
      () => void addNewest(notify),
      process.platform === 'linux' && Boolean(process.env['WAYLAND_DISPLAY']),
    );
    const desktop = {
      ...createDesktop(mainWindow.current, {
        folder: () => text(message('app.chooseFolder')),
        save: () => text(message('app.saveFlights')),
      }),
      launch: createLaunchAtLogin({
        app,
        platform: process.platform,
        env: process.env,
        home: homedir(),
        program: process.execPath,
      }),
      shortcut: shortcut.state,
    };
    const notify = createNotify({
      text,
      isWatched: () => mainWindow.current()?.isFocused() ?? false,
      open: mainWindow.showPlace,
      onFailed(error) {
        log.warn('the system showed no notification', { error });
        // Not over a simulator in full screen.
        mainWindow.whenWatched((window) => {
          void dialog.showMessageBox(window, {
            type: 'info',
            message: text(message('app.notificationsRefused.title')),
            detail: text(message('app.notificationsRefused.text')),
          });
        });
      },
    });
    const opened = await openCompanion({
      run,
      dataDir,
      clock,
      log,
      settings,
      hasTray: hasTray(),
      browser: signInBrowser,
      desktop,
      notify,
      updates,
    });
    if (!opened.ok) {
      log.error('the companion could not start', { failure: opened.failure });
      showError(text(message('app.notStartedTitle')), text(opened.failure.message));
      exitCode = 1;
      app.quit();
      return null;
    }
    const companion = opened.value;
    void followCompanion(updates, companion);
    const redraw = showInBackground({
      companion,
      text,
      mainWindow,
      icons: join(builtFolder, 'tray'),
      platform: process.platform,
      add: (paths) => void addGiven(paths),
      quit: () => app.quit(),
      settings: () => settingsOrDefaults(settings.read()),
      shortcut,
    });
    companion.subscribe((event) => {
      if (event.type === 'settings.changed') followSettings().then(redraw).catch(onBug);
    });
    log.info('the companion is ready', { version: app.getVersion(), isSender: companion.isSender });
    return companion;
  }

  const prepared = app.whenReady().then(followSettings).then(prepare);
  // A rejected start is a bug: the crash handler reports it, and there is no companion to stop.
  const started = prepared.then(open).catch((bug: unknown) => {
    onBug(bug);
    return null;
  });
  /** Electron reports further starts from the moment it is ready, before a window has its guards and its files. */
  const show = () => void prepared.then(mainWindow.show, () => {});

  if (run.smoke !== null) {
    const { reportPath } = run.smoke;
    void reportSmoke({ started, mainWindow, dataDir, clock, text, reportPath }).then((code) => {
      exitCode = code;
      app.quit();
    });
  }

  const { addGiven, addNewest } = createGivenFiles({ companion: started, mainWindow });
  void addGiven(filesIn(firstStart.args, firstStart.workingFolder));
  const nextStart = followFurtherStarts({
    app,
    args: firstStart.args,
    isQuitting: () => isQuitting,
    show,
    add: (paths) => void addGiven(paths),
  });
  app.on('activate', () => {
    if (!isQuitting) show();
  });
  app.on('before-quit', () => (isQuitting = true));
  app.on('window-all-closed', () => {
    if (!closing.keepsRunning()) app.quit();
  });

  let isStopping = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isStopping) return;
    isStopping = true;
    startRecord.settled();
    updates.stop();
    const stop = async () => {
      await (await started)?.stop();
      if (exitCode === 0 && nextStart() === null) updates.installAtExit();
    };
    void within(clock, stopWithinMs, stop().catch(onBug)).then(() => {
      log.info('the companion has stopped');
      exit(exitCode);
    });
  });

  /** Everything is on disk. An unanswered keychain prompt blocks a thread, and would block this (cli.ts). */
  function exit(code: number) {
    const next = nextStart();
    if (next !== null) {
      log.info('the app starts again, because it was started while it was closing');
      const appImage = process.env['APPIMAGE'];
      const own = process.defaultApp ? process.argv.slice(1, 2) : [];
      // The program of an AppImage is in a mount that vanishes with this process.
      if (appImage) spawn(appImage, next, { detached: true, stdio: 'ignore' }).unref();
      else app.relaunch({ args: [...own, ...next] });
    }
    if (isKeychainAsked() && process.platform !== 'win32') process.kill(process.pid, 'SIGKILL');
    app.exit(code);
  }
}
