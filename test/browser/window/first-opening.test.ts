// Views and dialogs that are loaded after the board: once they are loaded, the first opening is as quick as the next.
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { createFakeWindow } from '../fake-window.ts';

const open = createFakeWindow();

/** The window after another view of the same chunk was open, so that the chunk is loaded. */
async function openAfter(other: string): Promise<Page> {
  const { page } = await open();
  await page.evaluate((hash) => (location.hash = hash), other);
  await page
    .locator('#main h1')
    .filter({ hasText: new RegExp(other, 'i') })
    .waitFor({ state: 'attached' });
  return page;
}

it.each([
  ['logbook', 'map'],
  ['map', 'statistics'],
  ['statistics', 'logbook'],
  ['files', 'settings'],
  ['settings', 'files'],
])('shows %s in the next frames', async (view, other) => {
  const page = await openAfter(other);
  const title = await page.evaluate(async (hash) => {
    location.hash = hash;
    const changed = Promise.withResolvers<void>();
    addEventListener('hashchange', () => changed.resolve(), { once: true });
    await changed.promise;
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return document.querySelector('#main h1')?.textContent ?? 'empty';
  }, view);
  expect(title).toMatch(new RegExp(view, 'i'));
});

it('keeps what is typed right after Ctrl+K', async () => {
  const page = await openAfter('files');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('settin');
  expect(await page.getByRole('combobox', { name: 'Search commands' }).inputValue()).toBe('settin');
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
