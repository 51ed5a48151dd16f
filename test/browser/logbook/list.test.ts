// How the logbook's list is rendered in a real browser: complete dates, aligned headings, one reason for being empty.
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { fakeFlights } from '../../support/fake-companion/fake-flights.ts';
import type { FakeOptions } from '../../support/fake-companion/fake-companion.ts';
import { createFakeWindow, showView, addressOf } from '../fake-window.ts';
import { start, type Look } from '../open-window.ts';
import { violations } from '../violations.ts';

const open = createFakeWindow();

/** A flight in each month, with two digits in its day. */
const flights = fakeFlights(24, start, (row, at) => ({
  ...row,
  day: `2026-${String(1 + (at % 12)).padStart(2, '0')}-28`,
}));

async function openLogbook(hash: string, look: Look = {}, more: Partial<FakeOptions> = {}) {
  const opened = await open(
    {
      flights,
      state: (s) => ({ ...s, logbook: { status: 'complete', flights: 24, unread: 0, readAfter: null } }),
      ...more,
    },
    look,
  );
  await showView(opened.page, hash);
  return opened;
}

it.each(['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'pt-BR', 'ja-JP'])(
  'shows whole dates when another column sorts it: %s',
  async (locale) => {
    const { page } = await openLogbook('logbook?sort=status', { locale });
    const days = page.locator('.flight-row[data-strip] .fact.day');
    await days.first().waitFor();
    const cut = await days.evaluateAll((cells) =>
      cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
    );
    expect(cut).toEqual([]);
    expect(await days.count()).toBeGreaterThan(12);
  },
);

it("has the arrival's heading over its code", async () => {
  const { page } = await openLogbook('logbook');
  const left = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((found) => found.getBoundingClientRect().left);
  await page.locator('.flight-row .fact.to').first().waitFor();
  expect(Math.abs((await left('.head-row .fact.to .sort')) - (await left('.flight-row .fact.to .icao')))).toBeLessThan(
    2,
  );
});

it.each(['logbook?q=xyzzy', 'map?q=xyzzy', 'statistics?q=xyzzy'])(
  'shows once that older flights are loading: %s',
  async (hash) => {
    const { page } = await openLogbook(
      hash,
      {},
      {
        state: (s) => ({ ...s, logbook: { status: 'loading', flights: 1_700, unread: 0, readAfter: null } }),
      },
    );
    await page.getByRole('heading', { name: 'No flights match so far' }).waitFor();
    expect(await page.getByText('1,700 flights read so far').count()).toBe(1);
  },
);

it('keeps the globe in the address, even after switching to the list and after a reload', async () => {
  const { page } = await openLogbook('map?airport=LOWG');
  const globe = page.getByRole('button', { name: 'Globe' });
  await globe.click();
  await expect.poll(() => addressOf(page)).toBe('#map?airport=LOWG&map=globe');
  await page.keyboard.press('2');
  await page.locator('.flight-scroll, .no-flights').first().waitFor();
  await page.goBack();
  await expect.poll(() => globe.getAttribute('aria-pressed')).toBe('true');
  await page.reload();
  await expect.poll(() => globe.getAttribute('aria-pressed')).toBe('true');
});

const savedAs = ['Airbus', 'Boeing', 'Graz'].map((name) => ({ name, query: `type=${name.toUpperCase()}` }));
const savedNow = (page: Page) => page.locator('[data-filter]').allInnerTexts();
async function openSaved() {
  const opened = await openLogbook('logbook');
  await opened.companion.handle('settings.change', { logbook: { saved: savedAs } });
  await opened.page.getByRole('button', { name: '+ Filter' }).click();
  await opened.page.getByRole('button', { name: 'Boeing', exact: true }).waitFor();
  return opened;
}

it('restores a deleted filter in its place', async () => {
  const { page } = await openSaved();
  await page.getByRole('button', { name: 'Delete saved filter: Boeing' }).press('Enter');
  await expect.poll(() => savedNow(page)).toEqual(['Airbus', 'Graz']);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Graz');
  await page.getByRole('status').getByText('Filter deleted: Boeing').waitFor();
  await page.keyboard.press('Control+z');
  await expect.poll(() => savedNow(page)).toEqual(['Airbus', 'Boeing', 'Graz']);
  expect(await violations(page)).toEqual([]);
});

it('outlines the open flight with forced colours, which take its background', async () => {
  const { page } = await openLogbook('logbook');
  await page.emulateMedia({ forcedColors: 'active' });
  await page.locator('.flight-row[data-strip]').nth(2).click();
  const opened = page.locator('.flight-row[data-open]');
  await opened.waitFor();
  const outline = () => opened.evaluate((row) => getComputedStyle(row).outlineStyle);
  await page.getByRole('button', { name: 'Columns' }).focus();
  await expect.poll(outline).toBe('solid');
});
