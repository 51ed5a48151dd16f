// `webContents`: Electron's handling of a window's page (navigation events, the window-open handler, permissions),
// implemented with Playwright.
import type { WebContents } from 'electron';
import type { Frame, Page, Request } from 'playwright';
import { isServed, originOf, toChromium, toElectron } from '../module/addresses.ts';
import { invoked } from '../module/ipc-main.ts';
import { invokeBinding, pageSideKey, pageSideScript, type PageSide } from './page-side.ts';
import { grantedPermissions } from '../module/session.ts';
import { KnownEvents, preventable, strict } from '../module/strict.ts';

let lastId = 0;

const frameView = (frame: Frame) => ({
  parent: frame.parentFrame() === null ? null : {},
  url: toElectron(frame.url()),
  origin: originOf(frame.url()),
});

export class StandInContents extends KnownEvents {
  readonly id = (lastId += 1);
  page: Page | undefined;
  preferences: Readonly<Record<string, unknown>> = {};
  #openHandler: Parameters<WebContents['setWindowOpenHandler']>[0] | undefined;
  #isAskedByHost = false;
  #isGone = false;

  constructor() {
    super('WebContents');
  }

  setWindowOpenHandler(handler: Parameters<WebContents['setWindowOpenHandler']>[0]) {
    this.#openHandler = handler;
  }

  /** Returns the preferences as given. Electron adds defaults and omits some. */
  getLastWebPreferences() {
    const { navigateOnDragDrop: _, ...reported } = this.preferences;
    return reported;
  }

  /** Like a crash of the page's process: the page is blank, and the host gets an event, after this call as in Electron. */
  forcefullyCrashRenderer() {
    this.#gone = this.page?.goto('about:blank').catch(() => {});
    setImmediate(() => this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 }));
  }

  getURL() {
    return this.page === undefined ? '' : toElectron(this.page.url());
  }

  isDestroyed() {
    return this.#isGone;
  }

  reload() {
    // After a crash the page is blank here; Electron keeps its content.
    void this.load(this.#address).catch(() => {});
  }

  executeJavaScript(code: string): Promise<unknown> {
    if (this.page === undefined) throw new Error('Script failed to execute: the page is not there yet');
    return this.page.evaluate(code);
  }

  send(channel: string, ...values: unknown[]) {
    const copy = structuredClone(values);
    const deliver = ([key, channel, values]: [string, string, unknown[]]) =>
      (globalThis as unknown as Record<string, PageSide | undefined>)[key]?.deliver(channel, values);
    // The page may close meanwhile.
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
    // Reported by Chromium itself: the popup may have another address by the time Playwright reports it.
    const chromium = await page.context().newCDPSession(page);
    await chromium.send('Page.enable');
    chromium.on('Page.windowOpen', ({ url }) => this.#opened(url));
    // Chromium has opened a page before it can be refused; it is empty, with any address (chromium.ts).
    page.on('popup', (popup) => void popup.close().catch(() => {}));
    page.on('load', () => this.emit('did-finish-load'));
    page.once('close', () => (this.#isGone = true));
  }

  readonly view = strict('webContents', this);

  #address = '';
  #gone: Promise<unknown> | undefined;

  async load(address: string): Promise<void> {
    this.#address = address;
    this.#isAskedByHost = true;
    try {
      await this.#gone;
      if (isServed(toChromium(address))) await this.#grantPermissions(address);
      await this.page?.goto(toChromium(address));
    } catch (reason) {
      // A crash or a newer load.
      const isAborted = /ERR_ABORTED|interrupted by another navigation/.test(String(reason));
      const [code, name] = isAborted ? [-3, 'ERR_ABORTED'] : [-2, 'ERR_FAILED'];
      this.emit('did-fail-load', {}, code, name, address, true, 1, 1);
      throw reason;
    } finally {
      this.#isAskedByHost = false;
    }
  }

  #opened(url: string) {
    const answer = this.#openHandler?.({
      url: toElectron(url),
      frameName: '',
      features: '',
      disposition: 'foreground-tab',
      referrer: { url: this.getURL(), policy: 'strict-origin-when-cross-origin' },
    });
    if (answer?.action !== 'deny') throw new Error('The stand-in for electron opens no windows for a page');
  }

  async #grantPermissions(address: string) {
    const { origin } = new URL(toChromium(address));
    await this.page?.context().grantPermissions(grantedPermissions(address), { origin });
  }
}
