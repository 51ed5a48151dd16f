// `app`: the life of the process. Quitting follows Electron's order: before-quit, the windows, will-quit, quit.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { claimSingleInstance } from './single-instance.ts';
import { KnownEvents, preventable, strict } from './strict.ts';

type CloseWindows = () => Promise<boolean>;

export class App extends KnownEvents {
  isPackaged = false;
  #name = 'stand-in';
  #isReady = false;
  #isQuitting = false;
  readonly #paths = new Map<string, string>();
  readonly #ready = Promise.withResolvers<void>();
  /** Closes every window; false where one of them stayed. Set by the windows. */
  closeWindows: CloseWindows = () => Promise.resolve(true);
  /** Ends the Chromium. */
  endChromium: () => Promise<void> = () => Promise.resolve();

  constructor() {
    super('app', [
      'ready',
      'second-instance',
      'window-all-closed',
      'before-quit',
      'will-quit',
      'quit',
      'web-contents-created',
      // Taken, but never given here:
      'activate',
      'render-process-gone',
    ]);
  }

  isSandboxEnabled = false;

  enableSandbox() {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
    this.isSandboxEnabled = true;
  }

  setName(name: string) {
    this.#name = name;
  }

  getName() {
    return this.#name;
  }

  getVersion() {
    return '0.0.0-stand-in';
  }

  setPath(name: string, path: string) {
    if (!['userData', 'sessionData'].includes(name)) throw new Error(`The stand-in for electron has no path '${name}'`);
    mkdirSync(path, { recursive: true });
    this.#paths.set(name, path);
  }

  getPath(name: string): string {
    const path = this.#paths.get(name);
    // A test never means the person's own folders.
    if (path === undefined) throw new Error(`The stand-in for electron has no path '${name}' until it is set`);
    return path;
  }

  requestSingleInstanceLock(): boolean {
    return claimSingleInstance(join(this.getPath('userData'), 'stand-in.lock'), (argv) => {
      void this.whenReady().then(() => this.emit('second-instance', {}, argv, process.cwd(), {}));
    });
  }

  isReady() {
    return this.#isReady;
  }

  getSystemLocale(): string {
    if (!this.#isReady) throw new Error('app.getSystemLocale() can only be called after app is ready');
    return 'en-GB';
  }

  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  /** Called once the Chromium runs. */
  becomeReady() {
    this.#isReady = true;
    this.emit('ready', {}, {});
    this.#ready.resolve();
  }

  /** The last window was closed. */
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
    void this.endChromium().finally(() => process.exit(code));
  }
}

export const app: App = strict('app', new App());
