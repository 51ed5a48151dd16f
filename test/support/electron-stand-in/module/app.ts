// `app`: the lifecycle of the process. Quitting follows Electron's order: before-quit, the windows, will-quit, quit.
import { mkdirSync, rmSync } from 'node:fs';
import { spawn } from 'node:child_process';
import type { AboutPanelOptionsOptions } from 'electron';
import { join } from 'node:path';
import { claimSingleInstance } from './single-instance.ts';
import { sendToTest } from './test-channel.ts';
import { KnownEvents, preventable, strict } from './strict.ts';

/** The main bundle. Its path is removed from the arguments (electron.ts). */
const entry = process.argv[1] ?? '';

type CloseWindows = () => Promise<boolean>;

export class App extends KnownEvents {
  /** True if a test sets resources. */
  isPackaged = process.env['STAND_IN_RESOURCES'] !== undefined;
  #name = 'stand-in';
  #isReady = false;
  #isQuitting = false;
  readonly #paths = new Map<string, string>();
  readonly #ready = Promise.withResolvers<void>();
  /** Closes every window. Resolves to false if one stayed open. Set by windows.ts. */
  closeWindows: CloseWindows = () => Promise.resolve(true);
  /** Ends the Chromium. */
  endChromium: () => Promise<void> = () => Promise.resolve();

  constructor() {
    super('App');
  }

  isSandboxEnabled = false;
  hasAcceleration = true;
  appUserModelId = '';
  badgeCount = 0;
  readonly commandLine = strict('app.commandLine', {
    hasSwitch: (name: string) => process.argv.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`)),
  });

  enableSandbox() {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
    this.isSandboxEnabled = true;
  }

  disableHardwareAcceleration() {
    if (this.#isReady) throw new Error('app.disableHardwareAcceleration() can only be called before app is ready');
    this.hasAcceleration = false;
  }

  setAppUserModelId(id: string) {
    this.appUserModelId = id;
  }

  setToastActivatorCLSID(id: string) {
    if (!/^\{[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$/i.test(id)) throw new Error('Invalid CLSID format');
  }

  /** As on a system that doesn't open the app at login. */
  getLoginItemSettings() {
    const item = { openAtLogin: false, wasOpenedAtLogin: false, executableWillLaunchAtLogin: false };
    return process.platform === 'darwin' ? { ...item, status: 'not-registered' } : item;
  }

  setLoginItemSettings(_settings: object) {}

  setBadgeCount(count = 0) {
    this.badgeCount = count;
    return true;
  }

  /** For tests. */
  aboutPanel: AboutPanelOptionsOptions | null = null;

  setAboutPanelOptions(options: AboutPanelOptionsOptions) {
    this.aboutPanel = options;
  }

  setName(name: string) {
    this.#name = name;
  }

  getName() {
    return this.#name;
  }

  getVersion() {
    return process.env['STAND_IN_VERSION'] ?? '0.0.0-stand-in';
  }

  getAppPath() {
    return join(process.env['STAND_IN_RESOURCES'] ?? '', 'app.asar');
  }

  releaseSingleInstanceLock() {
    rmSync(join(this.getPath('userData'), 'stand-in.lock'), { force: true });
  }

  setPath(name: string, path: string) {
    if (!['userData', 'sessionData', 'crashDumps'].includes(name))
      throw new Error(`The stand-in for electron has no path '${name}'`);
    mkdirSync(path, { recursive: true });
    this.#paths.set(name, path);
  }

  getPath(name: string): string {
    const path = this.#paths.get(name);
    // Tests must not use the user's own folders.
    if (path === undefined) throw new Error(`The stand-in for electron has no path '${name}' until it is set`);
    return path;
  }

  /** `data` is passed to the first process unchanged; as in Electron, even while that one is quitting. */
  requestSingleInstanceLock(data: object = {}): boolean {
    return claimSingleInstance(join(this.getPath('userData'), 'stand-in.lock'), data, ({ argv, cwd, data }) => {
      void this.whenReady().then(() => this.emit('second-instance', {}, argv, cwd, data));
    });
  }

  #relaunchArgs: readonly string[][] = [];

  /** A test that has started this process is told the arguments instead, so that no process is left running. */
  relaunch({ args = process.argv.slice(1) }: { args?: string[] } = {}) {
    this.#relaunchArgs = [...this.#relaunchArgs, args];
  }

  isReady() {
    return this.#isReady;
  }

  /** Throws this error until the app is ready. */
  requireReady(error: string) {
    if (!this.#isReady) throw new Error(error);
  }

  getPreferredSystemLanguages(): string[] {
    if (!this.#isReady) throw new Error('app.getPreferredSystemLanguages() can only be called after app is ready');
    return (process.env['STAND_IN_LANGUAGES'] ?? 'en-GB').split(',');
  }

  getSystemLocale(): string {
    if (!this.#isReady) throw new Error('app.getSystemLocale() can only be called after app is ready');
    return 'en-GB';
  }

  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  becomeReady() {
    this.#isReady = true;
    this.emit('ready', {}, {});
    this.#ready.resolve();
  }

  /** Called when the last window was closed. */
  lastWindowClosed() {
    if (this.#isQuitting) return;
    if (this.listenerCount('window-all-closed') === 0) this.quit();
    else this.emit('window-all-closed');
  }

  quit() {
    if (this.#isQuitting) return;
    this.#isQuitting = true;
    void this.#quit();
  }

  async #quit() {
    const stay = () => void (this.#isQuitting = false);
    const beforeQuit = preventable({});
    this.emit('before-quit', beforeQuit);
    if (beforeQuit.isPrevented() || !(await this.closeWindows())) return stay();
    const willQuit = preventable({});
    this.emit('will-quit', willQuit);
    if (willQuit.isPrevented()) return stay();
    this.exit(0);
  }

  exit(code = 0) {
    this.emit('quit', {}, code);
    const sent = this.#relaunchArgs.map((args) => {
      if (process.connected) return sendToTest({ kind: 'relaunched', args });
      return spawn(process.execPath, [...process.execArgv, entry, ...args], {
        detached: true,
        stdio: 'ignore',
      }).unref();
    });
    void Promise.allSettled([...sent, this.endChromium()]).finally(() => process.exit(code));
  }
}

export const app: App = strict('app', new App());
