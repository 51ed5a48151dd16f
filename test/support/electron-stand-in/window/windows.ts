// `BrowserWindow`: pages of the Chromium, each with its web contents.
import { readFileSync } from 'node:fs';
import type { BrowserContext, Page, Request } from 'playwright';
import { app } from '../module/app.ts';
import type { NavigationVerdict } from './chromium.ts';
import { KnownEvents, preventable, strict } from '../module/strict.ts';
import { StandInContents } from './web-contents.ts';

type Options = {
  width: number;
  height: number;
  x?: number;
  y?: number;
  show?: boolean;
  webPreferences?: { preload?: string; sandbox?: boolean; contextIsolation?: boolean; nodeIntegration?: boolean };
};

let context: BrowserContext | undefined;
const windows = new Set<StandInWindow>();

export function useContext(started: BrowserContext): void {
  context = started;
}

/** Decides about a navigation, which the host's listeners may prevent. */
export function judgeNavigation(request: Request): NavigationVerdict {
  const owner = [...windows].find(({ page }) => page !== undefined && isIn(request, page));
  if (owner === undefined) return 'not-a-window';
  return owner.contents.mayNavigate(request) ? 'go' : 'stay';
}

/** Whether a request belongs to a page. The frame of a page that is being created can't be queried. */
function isIn(request: Request, page: Page): boolean {
  try {
    return request.frame().page() === page;
  } catch {
    return false;
  }
}

export class StandInWindow extends KnownEvents {
  readonly contents = new StandInContents();
  readonly webContents = this.contents.view;
  #bounds: { x: number; y: number; width: number; height: number };
  #isShown: boolean;
  #isMinimized = false;
  #isMaximized = false;
  #isClosed = false;
  readonly #attached: Promise<void>;
  page: Page | undefined;

  constructor(options: Options) {
    super('BrowserWindow');
    if (!app.isReady() || context === undefined) throw new Error('Cannot create BrowserWindow before app is ready');
    const { preload, sandbox, contextIsolation, nodeIntegration } = options.webPreferences ?? {};
    this.contents.preferences = { ...options.webPreferences };
    if (sandbox === false || contextIsolation === false || nodeIntegration === true) {
      throw new Error('The stand-in for electron has no windows outside the sandbox');
    }
    this.#bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width, height: options.height };
    this.#isShown = options.show ?? true;
    const source = preload === undefined ? null : readFileSync(preload, 'utf8');
    this.#attached = this.#attach(context, source);
    app.emit('web-contents-created', {}, this.webContents);
  }

  async #attach(context: BrowserContext, preload: string | null) {
    this.page = await context.newPage();
    await this.page.setViewportSize({ width: this.#bounds.width, height: this.#bounds.height });
    await this.contents.attach(this.page, preload);
    this.contents.once('did-finish-load', () => this.emit('ready-to-show'));
  }

  async loadURL(address: string) {
    await this.#attached;
    await this.contents.load(address);
  }

  getNormalBounds() {
    return { ...this.#bounds };
  }

  setBounds(bounds: Partial<{ x: number; y: number; width: number; height: number }>) {
    this.#bounds = { ...this.#bounds, ...bounds };
  }

  show() {
    this.#isShown = true;
    this.emit('show');
  }

  hide() {
    this.#isShown = false;
  }

  isVisible() {
    return this.#isShown && !this.#isMinimized;
  }

  minimize() {
    this.#isMinimized = true;
  }

  restore() {
    this.#isMinimized = false;
  }

  isMinimized() {
    return this.#isMinimized;
  }

  maximize() {
    this.#isMaximized = true;
  }

  isMaximized() {
    return this.#isMaximized;
  }

  #isFocused = false;

  focus() {
    this.#isFocused = true;
    this.emit('focus');
  }

  blur() {
    this.#isFocused = false;
  }

  isFocused() {
    return this.#isFocused;
  }

  progress: { value: number; mode: string } = { value: -1, mode: 'none' };

  setProgressBar(value: number, { mode = 'normal' }: { mode?: string } = {}) {
    this.progress = { value, mode };
  }

  isDestroyed() {
    return this.#isClosed;
  }

  close() {
    void this.closeNow();
  }

  /** Resolves to false if a listener kept the window open. */
  async closeNow(): Promise<boolean> {
    if (this.#isClosed) return true;
    const event = preventable({});
    this.emit('close', event);
    if (event.isPrevented()) return false;
    this.#isClosed = true;
    await this.#attached;
    await this.page?.close();
    windows.delete(this);
    this.emit('closed');
    if (windows.size === 0) app.lastWindowClosed();
    return true;
  }
}

app.closeWindows = async () => {
  for (const window of windows) if (!(await window.closeNow())) return false;
  return true;
};

const shown = new WeakMap<StandInWindow, StandInWindow>();

/** The part of Electron's class that the host uses. */
export const BrowserWindow = strict(
  'BrowserWindow',
  class {
    constructor(options: Options) {
      const window = new StandInWindow(options);
      windows.add(window);
      const view = strict('BrowserWindow', window);
      shown.set(window, view);
      return view;
    }

    static getAllWindows() {
      return [...windows].map((window) => shown.get(window) ?? window);
    }
  },
);
