// The console of an emulator in this process, in a real browser, with a client of the emulator.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';
import { createEmulator } from '../../../emulator/emulator.ts';
import type { SettingsChange } from '../../../emulator/api-types.ts';
import type { Emulator, SignedIn } from '../../../emulator/emulator.ts';
import { samples } from '../../../emulator/samples/sample-files.ts';
import { launchBrowser } from '../../support/browser.ts';

/**
 * One emulator and one page for the tests of a file, reset for each: reloading a page costs a sixth of a new browser
 * context. Called at the top of the file.
 */
export function createTestConsole() {
  let browser: Browser;
  const complaints: string[] = [];
  let loads = 0;
  let opened: Promise<{ emulator: Emulator; page: Page }> | null = null;

  const build = async () => {
    const emulator = await createEmulator({ clock: 'virtual', minGapMs: 0 });
    await emulator.start();
    const context = await browser.newContext({
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (thrown) => complaints.push(thrown.message));
    await page.goto(emulator.consoleUrl!);
    return { emulator, page };
  };

  beforeAll(async () => {
    if (!existsSync(join(import.meta.dirname, '../../../dist/console/index.html')))
      throw new Error('The console is not built. Run npm test, which builds it first.');
    browser = await launchBrowser();
  });
  afterAll(async () => {
    const last = await opened;
    await last?.page.context().close();
    await last?.emulator[Symbol.asyncDispose]();
    await browser?.close();
  });

  return {
    /** On a virtual clock, and so frozen at 12:00:00, with the given settings. */
    async open(settings: SettingsChange = {}, { width = 1280, height = 800 } = {}) {
      const { emulator, page } = await (opened ??= build());
      emulator.reset();
      emulator.settings.change(settings);
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: 'dark' });
      // The tab has the token; another query reloads the page.
      await page.goto(`${emulator.url}/_emulator/?${(loads += 1)}`);
      await page.getByText('Live', { exact: true }).waitFor();
      complaints.length = 0;
      return { page, emulator, complaints, client: createClient(emulator) };
    },
  };
}

/** A client of the service, over the network. */
export function createClient(emulator: Emulator) {
  const as = (signedIn?: SignedIn) => {
    const { access_token } = signedIn ?? emulator.signIn();
    return { headers: { authorization: `Bearer ${access_token}` } };
  };
  return {
    list: (signedIn?: SignedIn) => fetch(`${emulator.url}/api/v1/flights`, as(signedIn)),
    async upload(signedIn?: SignedIn) {
      const [sample] = samples;
      const body = new FormData();
      body.set('report', new File([await readFile(sample!.path)], sample!.name));
      return fetch(`${emulator.url}/api/v1/flights`, { method: 'POST', body, ...as(signedIn) });
    },
    get: (path: string) => fetch(`${emulator.url}${path}`),
  };
}

export const openView = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();

/** The rendered rows of the list, without headings. */
export const rows = (page: Page) => page.locator('.row.item');

/** What the page downloads after a click on the button, as text. */
export async function downloadOf(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  const text = Buffer.concat(await (await download.createReadStream()).toArray()).toString();
  return { name: download.suggestedFilename(), text };
}

export const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Polls until the expectation holds. */
export const eventually = (read: () => Promise<unknown>): ReturnType<typeof expect.poll> =>
  expect.poll(read, { interval: 50 });
