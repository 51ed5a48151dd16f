// The window in a real browser, through the real window server, on a companion chosen by the test. Called at the top of
// a test file; the browser closes after the file, and pages after each test.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Companion } from '../../main/core/app/companion.ts';
import type { Clock } from '../../main/core/platform/ports.ts';
import { createWindowServer } from '../../main/node/web-window/server.ts';
import { launchBrowser } from '../support/browser.ts';

/** The start time of these tests' companions. */
export const start = Date.UTC(2026, 4, 12, 14, 2, 11);
export const imagePath = join(import.meta.dirname, '../../emulator/samples/eddf-lppt-report.png');
const builtWindow = join(import.meta.dirname, '../../dist/renderer');
const silent = { debug() {}, info() {}, warn() {}, error() {} };

export type Look = {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  readonly timezoneId?: string;
  /** Of the browser; its language is the system's. */
  readonly locale?: string;
  /** The page's time stands still; its timers run. */
  readonly isTimeStill?: boolean;
  /** Another build of the window. */
  readonly rendererDir?: string;
};

export function createWindowFixture() {
  let browser: Browser;
  let dir: string;
  const undo: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    if (!existsSync(join(builtWindow, 'index.html')))
      throw new Error('The window is not built. Type: npm test, which builds it first.');
    browser = await launchBrowser();
    dir = await mkdtemp(join(tmpdir(), 'window-'));
  });
  afterAll(async () => {
    await browser?.close();
    if (dir) await rm(dir, { recursive: true, force: true });
  });
  afterEach(async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  });

  return {
    /** A folder for a test's files; removed after the file. */
    dir: () => dir,
    /** Runs after the test, the last one first. */
    afterwards: (step: () => Promise<unknown>) => void undo.push(step),
    async show(companion: Companion, look: Look, clock: Clock) {
      const {
        rendererDir = builtWindow,
        width = 1280,
        height = 800,
        theme = 'dark',
        timezoneId,
        locale = 'en-GB',
      } = look;
      const server = await createWindowServer({ companion, rendererDir, incomingDir: dir, log: silent, clock });
      undo.push(() => server.stop());
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        reducedMotion: 'reduce',
        locale,
        ...(timezoneId && { timezoneId }),
      });
      undo.push(() => context.close());
      const page = await context.newPage();
      const complaints: string[] = [];
      // A violation of the page's policy is only a console warning.
      const isOfMatter = (type: string, text: string) => type === 'error' || /blocked|policy/i.test(text);
      page.on('console', (message) => isOfMatter(message.type(), message.text()) && complaints.push(message.text()));
      page.on('pageerror', (thrown) => complaints.push(thrown.message));
      if (look.isTimeStill) await page.clock.setFixedTime(start);
      await page.goto(server.url);
      // From here on keys and drops have an effect.
      await page.locator('main:not(.opening)').waitFor();
      return { page, server, complaints };
    },
  };
}
