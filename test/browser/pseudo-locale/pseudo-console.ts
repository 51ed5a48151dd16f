// The console of an emulator with its catalogue in a pseudo-locale. Called at the top of a test file.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Browser, Page } from 'playwright';
import { build, type Plugin } from 'vite';
import { afterAll, beforeAll } from 'vitest';
import { operations } from '../../../emulator/console/client/operations.ts';
import { createEmulator, type Emulator } from '../../../emulator/emulator.ts';
import { launchBrowser } from '../../support/browser.ts';
import type { ConsoleScreen } from './console-screens.ts';
import { collect, lastingFaults } from './text-faults.ts';

const pseudoMessages: Plugin = {
  name: 'pseudo-messages',
  enforce: 'pre',
  load: {
    filter: { id: /\/console\/messages\/messages\.ts$/ },
    handler: () => `
      import { en } from './en.ts';
      import { pseudoCatalogue } from ${JSON.stringify(join(import.meta.dirname, 'pseudo-text.ts'))};
      export const messages = pseudoCatalogue(en);`,
  },
};

/** Code is marked as untranslated; durations have the symbols of units. */
const ofConsole = { untranslated: '[translate=no]', figures: /^(?:[+-]?[\d.,]+ (?:ms|s|min|h|d) ?)+$/ };

/** Screenshots for review: PSEUDO_PICTURES=folder. */
const picturesFolder = process.env['PSEUDO_PICTURES'];

export function createPseudoConsole() {
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pseudo-console-'));
    await build({
      configFile: false,
      root: join(import.meta.dirname, '../../../emulator/console'),
      base: './',
      logLevel: 'silent',
      plugins: [react(), pseudoMessages],
      build: { outDir: folder, emptyOutDir: true, target: 'chrome120', assetsInlineLimit: 0, modulePreload: false },
    });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Serves the page and its assets from the folder; calls still go to the emulator. */
  const servePage = (page: Page, url: string) =>
    page.route(new RegExp(`^${url}/_emulator/(?:assets/[^/?]+|icon\\.svg)?(?:\\?.*)?$`), (route) =>
      route.fulfill({
        path: join(folder, new URL(route.request().url()).pathname.slice('/_emulator/'.length) || 'index.html'),
      }),
    );

  /** Returns the faults of a screen at each width. */
  async function faultsOf(name: string, screen: ConsoleScreen, widths: readonly number[]): Promise<string[]> {
    await using emulator = await createEmulator({ clock: 'virtual', minGapMs: 0, moderationShare: 1 });
    await emulator.start();
    await screen.given?.(emulator);
    const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: widths[0]!, height: 800 } });
    try {
      const page = await context.newPage();
      const data = textsOf(page, emulator);
      await servePage(page, emulator.url);
      await page.goto(screen.hasNoToken ? `${emulator.url}/_emulator/` : emulator.consoleUrl!);
      await page.locator(screen.hasNoToken ? 'h1' : '.lamp.live').waitFor();
      await screen.prepare(page, emulator);
      await page.evaluate(() => document.fonts.ready);
      const faults: string[] = [];
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        if (picturesFolder) await page.screenshot({ path: join(picturesFolder, `console-${name}-${width}.png`) });
        const found = await lastingFaults(page, data, { tries: 3, ...ofConsole });
        faults.push(...found.map((fault) => `at ${width}: ${fault}`));
      }
      return faults;
    } finally {
      await context.close();
    }
  }

  return { faultsOf };
}

/** Every text that the page receives. The emulator names it, so it is not in the catalogue of the console. */
function textsOf(page: Page, emulator: Emulator): Set<string> {
  const found = new Set<string>();
  page.on('response', (response) => {
    if (response.headers()['content-type']?.includes('json'))
      void response.json().then(
        (value) => collect(value, found),
        () => {},
      );
  });
  collect(operations, found);
  // These come as events, which are no JSON. A row's title has the rule and the hint.
  for (const entry of emulator.journal.list().items) {
    collect(entry, found);
    found.add(`${entry.rule}\n${entry.hint}`);
  }
  return found;
}
