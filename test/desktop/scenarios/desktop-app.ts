// The desktop app as the scenarios see it, on either runtime.
import type * as Electron from 'electron';
import type { Page } from 'playwright';

type ElectronModule = typeof Electron;

export type DesktopApp = {
  /** The window's page, once it shows. */
  page(): Promise<Page>;
  /** Runs a function in the app's process, with the module `electron`. It must not use anything from its closure. */
  evaluate<R, A>(run: (electron: ElectronModule, arg: A) => R | Promise<R>, arg: A): Promise<R>;
  /** Drops files of this computer on the window, as with the mouse. */
  drop(paths: readonly string[]): Promise<void>;
  /** Requests the app to quit; returns its exit code. */
  quit(): Promise<number | null>;
  /** The exit code, once it has exited. */
  readonly ended: Promise<number | null>;
};

export type DesktopRuntime = {
  start(dataDir: string): Promise<DesktopApp>;
  /** Starts the app again with the same data folder and waits for that process to end; returns its exit code. */
  startSecond(dataDir: string, ...args: readonly string[]): Promise<number | null>;
  /** Runs a program other than the app, and waits for it to end. */
  runProgram(path: string, ...args: readonly string[]): Promise<number | null>;
  /** Ends everything that a test has left running. */
  tidy(): Promise<void>;
};

/** The built preload, for windows that a scenario opens. */
export const builtPreload = new URL('../../../dist/electron/preload.cjs', import.meta.url);

/** A drop as Chromium passes it to a page: with files on this computer. */
export async function dropOn(page: Page, paths: readonly string[]): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const size = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  const at = { x: Math.round(size.width / 2), y: Math.round(size.height / 2) };
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await client.send('Input.dispatchDragEvent', { type, ...at, data });
  }
  await client.detach();
}
