// Views and dialogs that are loaded after the board: once they are loaded, the first opening is as quick as the next.
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { createFakeWindow } from '../fake-window.ts';

const open = createFakeWindow();

/** The window with its later parts loaded. */
async function openLoaded(): Promise<Page> {
  const { page } = await open();
  const chunk = await page.waitForFunction(
    () =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .find((name) => /\/flight-views[^/]*\.js$/.test(name)),
    undefined,
    { polling: 50 },
  );
  // Waits for its evaluation; the window's own wait for it began earlier. A text, because Vitest rewrites `import()`.
  const address = JSON.stringify(await chunk.jsonValue());
  await page.evaluate(`import(${address}).then(() => new Promise((done) => setTimeout(done)))`);
  return page;
}

it.each(['logbook', 'map', 'statistics', 'folders', 'files', 'settings'])(
  'shows %s in the next frames',
  async (view) => {
    const page = await openLoaded();
    const title = await page.evaluate(async (hash) => {
      location.hash = hash;
      const changed = Promise.withResolvers<void>();
      addEventListener('hashchange', () => changed.resolve(), { once: true });
      await changed.promise;
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      return document.querySelector('#main h1')?.textContent;
    }, view);
    expect(title).toMatch(/\w/);
  },
);

it('keeps what is typed right after Ctrl+K', async () => {
  const page = await openLoaded();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('settin');
  expect(await page.getByRole('combobox').inputValue()).toBe('settin');
});

it.each(['logbook', 'settings'])('shows %s on its first screen after a reload', async (view) => {
  const { page } = await open();
  await page.evaluate((hash) => (location.hash = hash), view);
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      const main = document.querySelector('main:not(.opening)');
      if (main === null) return;
      document.documentElement.dataset['first'] = main.querySelector('h1')?.textContent ?? 'empty';
      seen.disconnect();
    });
    seen.observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await page.locator('html[data-first]').waitFor({ state: 'attached' });
  expect(await page.locator('html').getAttribute('data-first')).toMatch(new RegExp(view, 'i'));
});
