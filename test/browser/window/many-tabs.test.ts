// More tabs than a browser has connections to a server: all of them work, as a hidden tab keeps none.
import type { BrowserContext, Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { createEmulator } from '../../../emulator/emulator.ts';
import { createFakeWindow, strips } from '../fake-window.ts';
import { launchBrowser } from '../../support/browser.ts';

const tabs = 8;
const browser = await launchBrowser();
afterAll(() => browser.close());

/** Playwright shows all tabs at once: their visibility is set here. The limit of connections is the browser's own. */
async function setHidden(page: Page, isHidden: boolean) {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: hidden ? 'hidden' : 'visible' });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

/** Opens one tab after the other, each in front of those before it. */
async function openTabs(context: BrowserContext, newAddress: () => string, works: (page: Page) => Promise<unknown>) {
  const pages: Page[] = [];
  for (let n = 0; n < tabs; n += 1) {
    const page = await context.newPage();
    await page.goto(newAddress());
    await works(page);
    await setHidden(page, true);
    pages.push(page);
  }
  return pages;
}

const open = createFakeWindow();
test('eight tabs of the window show what changes', async () => {
  const { page: first, server, companion } = await open({ strips: strips() });
  await setHidden(first, true);
  const pages = await openTabs(first.context(), server.newAddress, (page) =>
    page.locator('[data-strip]').first().waitFor(),
  );
  companion.change((state) => ({ ...state, connection: { status: 'offline', since: 0, concern: null } }));
  for (const page of pages) {
    await setHidden(page, false);
    await expect.poll(() => page.getByRole('banner').innerText()).toContain('Offline');
    await setHidden(page, true);
  }
});

test('eight tabs of the console show what changes', async () => {
  await using emulator = await createEmulator();
  await emulator.start();
  const context = await browser.newContext();
  const pages = await openTabs(
    context,
    () => emulator.consoleUrl!,
    async (page) => {
      await page.getByText('Live', { exact: true }).waitFor();
    },
  );
  await fetch(`${emulator.url}/eighth`);
  for (const page of pages) {
    await setHidden(page, false);
    await expect.poll(() => page.getByRole('main').innerText()).toContain('/eighth');
    await setHidden(page, true);
  }
  await context.close();
});
