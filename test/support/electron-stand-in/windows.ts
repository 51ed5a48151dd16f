// `BrowserWindow` and its web contents: pages of the Chromium. What Electron does by itself with a page (navigation
// events, the window-open handler, permissions) is done here with Playwright.
import { readFileSync } from 'node:fs';
import type { BrowserContext, Frame, Page, Request } from 'playwright';
import { isServed, originOf, toChromium, toElectron } from './addresses.ts';
import { app } from './app.ts';
import type { NavigationVerdict } from './chromium.ts';
import { invoked } from './ipc-main.ts';
import { invokeBinding, pageSideKey, pageSideScript, type PageSide } from './page-side.ts';
import { grantedPermissions } from './session.ts';
import { KnownEvents, preventable, strict } from './strict.ts';

type Options = {
  width: number;
  height: number;
  x?: number;
  y?: number;
  show?: boolean;
  webPreferences?: { preload?: string; sandbox?: boolean; contextIsolation?: boolean; nodeIntegration?: boolean };
};

let context: BrowserContext | undefined;
let lastId = 0;
const windows = new Set<StandInWindow>();

export function useContext(started: BrowserContext): void {
  context = started;
}

/** What becomes of a navigation: the host's listeners may keep a window's page where it is. */
export function judgeNavigation(request: Request): NavigationVerdict {
  const owner = [...windows].find(({ page }) => page !== undefined && isIn(request, page));
  if (owner === undefined) return 'not-a-window';
  return owner.contents.mayNavigate(request) ? 'go' : 'stay';
}

/** A frame that has nothing yet cannot be asked for; it belongs to a page that is just being made. */
function isIn(request: Request, page: Page): boolean {
  try {
    return request.frame().page() === page;
  } catch {
    return false;
  }
}

const frameView = (frame: Frame) => ({
  parent: frame.parentFrame() === null ? null : {},
  url: toElectron(frame.url()),
  origin: originOf(frame.url()),
});

class StandInContents extends KnownEvents {
  readonly id = (lastId += 1);
  page: Page | undefined;
  #openHandler: ((details: { url: string }) => { action: 'allow' | 'deny' }) | undefined;
  #isAskedByHost = false;
  #isGone = false;

  constructor() {
    super('webContents', [
      'will-navigate',
      'will-frame-navigate',
      'did-finish-load',
      // Taken, but never given here:
      'will-redirect',
      'will-attach-webview',
    ]);
  }

  setWindowOpenHandler(handler: (details: { url: string }) => { action: 'allow' | 'deny' }) {
    this.#openHandler = handler;
  }

  getURL() {
    return this.page === undefined ? '' : toElectron(this.page.url());
  }

  isDestroyed() {
    return this.#isGone;
  }

  executeJavaScript(code: string): Promise<unknown> {
    if (this.page === undefined) throw new Error('Script failed to execute: the page is not there yet');
    return this.page.evaluate(code);
  }

  send(channel: string, ...values: unknown[]) {
    const copy = structuredClone(values);
    const deliver = ([key, channel, values]: [string, string, unknown[]]) =>
      (globalThis as unknown as Record<string, PageSide | undefined>)[key]?.deliver(channel, values);
    // A page that goes away meanwhile has nobody to listen.
    void this.page?.evaluate(deliver, [pageSideKey, channel, copy] as [string, string, unknown[]]).catch(() => {});
  }

  mayNavigate(request: Request): boolean {
    if (this.#isAskedByHost) return true;
    const details = preventable({ url: toElectron(request.url()) });
    this.emit('will-frame-navigate', details);
    if (!details.isPrevented() && request.frame().parentFrame() === null) this.emit('will-navigate', details);
    return !details.isPrevented();
  }

  async attach(page: Page, preload: string | null): Promise<void> {
    this.page = page;
    await page.exposeBinding(invokeBinding, ({ frame }, channel: string, values: unknown[]) =>
      invoked({ sender: this.view, senderFrame: frameView(frame) }, channel, values),
    );
    await page.addInitScript({ content: pageSideScript(preload) });
    page.on('popup', (popup) => void this.#opened(popup));
    page.on('load', () => this.emit('did-finish-load'));
    page.once('close', () => (this.#isGone = true));
  }

  readonly view = strict('webContents', this);

  async load(address: string): Promise<void> {
    this.#isAskedByHost = true;
    try {
      if (isServed(toChromium(address))) await grantPermissions(address);
      await this.page?.goto(toChromium(address));
    } finally {
      this.#isAskedByHost = false;
    }
  }

  /** Chromium has opened a page before anybody could say no; it is empty, whatever its address (chromium.ts). */
  async #opened(popup: Page) {
    await popup.waitForLoadState();
    const answer = this.#openHandler?.({ url: toElectron(popup.url()) });
    if (answer?.action !== 'deny') throw new Error('The stand-in for electron opens no windows for a page');
    await popup.close();
  }
}

async function grantPermissions(address: string) {
  const origin = toChromium(address).replace(/(https:\/\/[^/]+).*/, '$1');
  await context?.grantPermissions(grantedPermissions(address), { origin });
}

class StandInWindow extends KnownEvents {
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
    super('BrowserWindow', ['ready-to-show', 'close', 'closed', 'show', 'focus']);
    if (!app.isReady() || context === undefined) throw new Error('Cannot create BrowserWindow before app is ready');
    const { preload, sandbox, contextIsolation, nodeIntegration } = options.webPreferences ?? {};
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

  focus() {
    this.emit('focus');
  }

  isDestroyed() {
    return this.#isClosed;
  }

  close() {
    void this.closeNow();
  }

  /** False where a listener kept it open. */
  async closeNow(): Promise<boolean> {
    if (this.#isClosed) return true;
    const event = preventable({});
    this.emit('close', event);
    if (event.isPrevented()) return false;
    this.#isClosed = true;
    windows.delete(this);
    await this.#attached;
    await this.page?.close();
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

/** Electron's class, as far as the host knows it. */
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
      return [...windows].map((window) => shown.get(window));
    }
  },
);
