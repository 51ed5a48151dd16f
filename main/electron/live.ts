// The life of the process that holds the data folder: its parts, and how they are joined. Rules about reports are in core.
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, dialog, ipcMain, nativeTheme, protocol, session } from 'electron';
import type { Companion } from '../core/app/companion.ts';
import { createCrashHandler } from '../core/platform/crash-handler.ts';
import { createFileLog } from '../core/platform/logging/log-file.ts';
import { onShutdownSignals } from '../core/platform/shutdown-signals.ts';
import { systemClock } from '../core/platform/system-clock.ts';
import { settingsOrDefaults } from '../core/settings/settings.ts';
import { message } from '../messages/message.ts';
import { showAppearance, text } from './appearance.ts';
import { serveWindow } from './ipc.ts';
import { createReceivedFiles } from './received-files.ts';
import { createGivenFiles } from './life/given-files.ts';
import { createQuitting } from './life/quitting.ts';
import { reportSeen } from './life/report-seen.ts';
import { createReloadLimit } from './life/reload-limit.ts';
import { createStartRecord, settledAfterMs } from './life/start-record.ts';
import { createWindowRecovery, showSafeStart } from './life/window-recovery.ts';
import { openCompanion } from './open-companion.ts';
import { filesIn, followFurtherStarts, type RunOptions, type SecondStart } from './run-options.ts';
import { reportSmoke } from './smoke.ts';
import { createCaptureShortcut } from './system/capture-shortcut.ts';
import { createLaunchAtLogin, wasOpenedAtLogin } from './system/launch-at-login.ts';
import { createDocumentStore, createNotify, createSignInBrowser, imageReaderName } from './system/ports.ts';
import { showInBackground } from './tray/background.ts';
import { hasTrayHost } from './tray/tray-host.ts';
import { followCompanion, openUpdates } from './updates/open-updates.ts';
import { createClosing } from './window/closing.ts';
import { guardSession, turnOffSpellChecker } from './window/guards.ts';
import { appScheme, serveAppProtocol } from './window/protocol.ts';
import { createMainWindow, guardPages, openWindow } from './window/window.ts';

/** The bundles are in one folder, and this code is in main.js. */
const builtFolder = import.meta.dirname;

type LiveOptions = {
  readonly run: RunOptions;
  /** Absolute; it exists, and only this process works on it. */
  readonly dataDir: string;
  readonly start: SecondStart;
};

export function live({ run, dataDir, start }: LiveOptions): void {
  const { platform, env, execPath: program } = process;
  const clock = systemClock;
  const log = createFileLog({ folder: join(dataDir, 'logs'), clock });
  const document = (name: string) => createDocumentStore(dataDir, name, clock);
  const settings = document('settings');
  const settingsNow = () => settingsOrDefaults(settings.read());
  const startRecord = createStartRecord(document('start-record'));
  const updates = openUpdates({
    app,
    platform,
    env,
    program,
    args: start.args,
    resources: process.resourcesPath,
    changelog: join(builtFolder, 'changelog.txt'),
    settings,
    stored: document('updates'),
    clock,
    log,
  });

  // The end, which a bug brings about too.

  const quitting = createQuitting({
    clock,
    log,
    updates,
    companion: () => started,
    nextStart: () => nextStart(),
    onBug: (bug) => onBug(bug),
    onQuit: startRecord.settled,
  });
  const onBug = createCrashHandler({
    log,
    show: (title, message) => showError(text(title), text(message)),
    end() {
      startRecord.crashed();
      quitting.quitWith(1);
    },
  });
  process.on('uncaughtException', onBug);
  process.on('unhandledRejection', onBug);

  function showError(title: string, content: string) {
    // No person is there to answer a dialog during a smoke test.
    if (run.smoke) return console.error(`${title}\n${content}`);
    // Before that, Linux shows no dialog.
    void app.whenReady().then(() => {
      reportSeen();
      dialog.showErrorBox(title, content);
    });
  }

  if (startRecord.isSafe) {
    log.warn('this is a safe start: the last two ended unexpectedly');
    app.disableHardwareAcceleration();
  }
  if (app.commandLine.hasSwitch('no-sandbox')) log.warn("Chromium's sandbox is off, by --no-sandbox");

  // The window.

  const signInBrowser = createSignInBrowser();
  const onBlocked = (what: string, address: string) => log.warn('a request of a page was blocked', { what, address });
  guardPages({ log, onBlocked, signInAddress: signInBrowser.lastAddress, settings: settingsNow });
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
  const hasTray = () => hasTrayHost(platform, env);
  const closing = createClosing({
    text,
    platform,
    isQuitting: quitting.isQuitting,
    hasTray,
    onClose: () => settingsNow().onClose,
    keepAnswer: async (onClose) => (await started)?.handle('settings.change', { onClose }),
  });
  app.on('window-all-closed', () => {
    if (!closing.keepsRunning()) app.quit();
  });
  const mainWindow = createMainWindow(() => {
    const window = openWindow({
      preload: join(builtFolder, 'preload.cjs'),
      isDark: nativeTheme.shouldUseDarkColors,
      isPackaged: app.isPackaged,
      place: document('window-place'),
      isSafeStart: startRecord.isSafe,
      onFirstShown: reportSeen,
    });
    recover(window);
    closing.watch(window);
    return window;
  });
  const openSettings = () => mainWindow.showPlace({ view: 'settings', stripId: null });

  /** The window opens first and waits for the companion: a keychain may take seconds to answer. */
  function prepare() {
    turnOffSpellChecker(session.defaultSession);
    guardSession(session.defaultSession, onBlocked);
    // Chromium replaces the handlers of signals until it is ready.
    onShutdownSignals({ first: () => app.quit(), again: () => quitting.exit(1) });
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

  // The companion.

  async function open(): Promise<Companion | null> {
    const notify = createNotify({ text, mainWindow, log });
    const isWayland = platform === 'linux' && Boolean(env['WAYLAND_DISPLAY']);
    const shortcut = createCaptureShortcut(() => void given.addNewest(notify), isWayland);
    const launch = createLaunchAtLogin({ app, platform, env, home: homedir(), program });
    const opened = await openCompanion({
      run,
      dataDir,
      clock,
      log,
      settings,
      window: mainWindow.current,
      launch,
      shortcut: shortcut.state,
      hasTray: hasTray(),
      browser: signInBrowser,
      notify,
      updates,
    });
    if (!opened.ok) {
      log.error('the companion could not start', { failure: opened.failure });
      showError(text(message('app.notStartedTitle')), text(opened.failure.message));
      quitting.quitWith(1);
      return null;
    }
    const companion = opened.value;
    void followCompanion(updates, companion);
    const redraw = showInBackground({
      companion,
      text,
      mainWindow,
      icons: join(builtFolder, 'tray'),
      platform,
      add: (paths) => void given.addGiven(paths),
      quit: () => app.quit(),
      settings: settingsNow,
      shortcut,
    });
    companion.subscribe((event) => {
      if (event.type === 'settings.changed') showAppearance(settingsNow(), openSettings).then(redraw).catch(onBug);
    });
    log.info('the companion is ready', { version: app.getVersion(), isLeader: companion.isLeader });
    return companion;
  }

  const prepared = app
    .whenReady()
    .then(() => showAppearance(settingsNow(), openSettings))
    .then(prepare);
  // A rejected start is a bug: the crash handler reports it, and there is no companion to stop.
  const started = prepared.then(open).catch((bug: unknown) => {
    onBug(bug);
    return null;
  });
  if (run.smoke !== null) {
    void reportSmoke({ started, mainWindow, clock, text, reportPath: run.smoke.reportPath }).then(quitting.quitWith);
  }

  // Files, and further starts.

  const given = createGivenFiles({ companion: started, mainWindow });
  void given.addGiven(filesIn(start.args, start.workingFolder));
  /** Electron reports further starts from the moment it is ready, before a window has its guards and its files. */
  const show = () => void prepared.then(mainWindow.show, () => {});
  const nextStart = followFurtherStarts({
    app,
    args: start.args,
    isQuitting: quitting.isQuitting,
    show,
    add: (paths) => void given.addGiven(paths),
  });
  app.on('activate', () => {
    if (!quitting.isQuitting()) show();
  });
}
