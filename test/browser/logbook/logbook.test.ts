// The logbook in a real browser, on flights in memory: the filter in the address, the virtual rows, keys, marks, empty states.
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { makeFlight, routed, wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { fakeFlights } from '../../support/fake-companion/fake-flights.ts';
import { createFakeWindow, showView, addressOf } from '../fake-window.ts';
import { start, type Look } from '../open-window.ts';
import { violations } from '../violations.ts';
import type { FakeOptions } from '../../support/fake-companion/fake-companion.ts';

const open = createFakeWindow();

const flights = fakeFlights(900, start);
const strips = flights.slice(0, 60).map((row) => ({
  ...wholeStrip(row.stripId, row.stage),
  hasImage: row.hasImage,
  flight: makeFlight(row.id, { ...routed, icaoOut: row.from, icaoIn: row.to, aircraft: row.aircraft }),
}));
const complete: Omit<FakeOptions, 'clock'> = {
  flights,
  strips,
  state: (state) => ({
    ...state,
    logbook: { status: 'complete', flights: flights.length, unread: 0, readAfter: null },
  }),
};

async function openView(view: string, look: Look = {}, given: Omit<FakeOptions, 'clock'> = complete) {
  const opened = await open(given, look);
  await showView(opened.page, view);
  return opened;
}
const rows = (page: Page) => page.locator('.flight-row[data-strip]');
const totals = (page: Page) => page.locator('.totals');
const hash = (page: Page) => addressOf(page);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

describe('the logbook', () => {
  it('has totals, months and rows, and draws only the rows in view', async () => {
    const { page, complaints } = await openView('logbook');
    await rows(page).first().waitFor();
    await totals(page).getByText('900').waitFor();
    await rows(page).getByText(`${flights[0]!.fromCity} – ${flights[0]!.toCity}`).first().waitFor();
    const grid = page.getByRole('grid', { name: 'Flights' });
    expect(Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(900);
    expect(await rows(page).count()).toBeLessThan(60);
    await page.locator('.month-row.stuck', { hasText: 'May 2026' }).waitFor();
    await page.locator('.flight-scroll').evaluate((list) => list.scrollTo(0, list.scrollHeight / 2));
    await page.locator('.month-row.stuck', { hasText: '2025' }).waitFor();
    // Unknown is neither zero nor empty.
    await page.locator('.flight-scroll').evaluate((list) => list.scrollTo(0, 0));
    await expect.poll(() => rows(page).first().innerText()).toContain('····');
    expect(complaints).toEqual([]);
  });

  it('keeps one filter for three views in the address', async () => {
    const { page } = await openView('logbook?airport=LOWG&period=12m');
    await page.locator('.chips').getByText('LOWG').waitFor();
    await expect.poll(() => totals(page).innerText()).not.toBe('');
    const shown = await totals(page).innerText();
    await page.keyboard.press('3');
    await page.getByRole('button', { name: 'Flat' }).waitFor();
    expect(await hash(page)).toBe('#map?airport=LOWG&period=12m');
    await page.keyboard.press('1');
    await page.locator('.board').waitFor();
    await page.keyboard.press('4');
    await expect.poll(() => totals(page).innerText()).toBe(shown);
    await page.getByRole('button', { name: 'Remove filter: Last 12 months' }).click();
    expect(await hash(page)).toBe('#statistics?airport=LOWG');
    await page.goBack();
    await page.getByRole('button', { name: 'Remove filter: Last 12 months' }).waitFor();
  });

  it('finds a flight as it is typed, and clears the search with Escape', async () => {
    const { page } = await openView('logbook');
    await rows(page).first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('LOWG 2025-10');
    await expect.poll(() => rows(page).first().getAttribute('aria-label')).toMatch(/Oct 2025.*LOWG/);
    expect(await hash(page)).toBe('#logbook?q=LOWG+2025-10');
    await page.keyboard.press('Escape');
    await totals(page).getByText('900').waitFor();
    // A second time, it leads to the rows.
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toMatch(/flight-row/);
  });

  it('is sorted by its columns, with unknown values last', async () => {
    const { page } = await openView('logbook');
    const head = page.getByRole('columnheader', { name: 'Time' });
    await head.getByRole('button').click();
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
    expect(await page.locator('.month-row').count()).toBe(0);
    await head.getByRole('button').click();
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
    await expect.poll(() => rows(page).first().innerText()).not.toContain('····');
    expect(await hash(page)).toBe('#logbook?sort=minutes');
  });

  it('works with keys alone: move, open, read, mark, close', async () => {
    const { page } = await openView('logbook');
    const focusedRow = () =>
      page.evaluate(() => {
        const row = document.activeElement!;
        const lowest = document.querySelector('.choice-bar')?.getBoundingClientRect().top ?? innerHeight;
        return row.getBoundingClientRect().bottom <= lowest ? row.getAttribute('data-row') : 'out of sight';
      });
    await rows(page).first().waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => focused(page)).toMatch(/LPPT|EDDF/);
    const first = await focused(page);
    await page.keyboard.press('j');
    await expect.poll(() => focused(page)).not.toBe(first);
    await page.keyboard.press('k');
    await expect.poll(() => focused(page)).toBe(first);
    await page.keyboard.press('Enter');
    const detail = page.getByRole('complementary', { name: /^Report/ });
    await detail.getByRole('img', { name: /nautical miles/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.locator('.flight-row[data-open]').getAttribute('data-row')).toBe('1');
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
    await page.keyboard.press('m');
    await page.getByText('1 flight selected').waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('2 flights selected').waitFor();
    await page
      .getByRole('status')
      .getByText(/\d\sNM/)
      .waitFor();
    await page.keyboard.press('e');
    await page.getByText('2 selected flights').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focusedRow).toBe('2');
    await page.keyboard.press('Escape');
    await page.getByText('2 flights selected').waitFor({ state: 'detached' });
    for (const _page of [1, 2]) await page.keyboard.press('PageDown');
    await expect.poll(focusedRow).toBe('32');
    await page.keyboard.press('m');
    await page.getByText('1 flight selected').waitFor();
    await expect.poll(focusedRow).toBe('32');
    await page.keyboard.press('End');
    await expect.poll(focusedRow).toBe('899');
  });

  it('opens flights like the one that is open', async () => {
    const { page } = await openView('logbook');
    await rows(page).nth(3).click();
    await page.getByRole('button', { name: 'Same route' }).click();
    await page.getByRole('button', { name: /^Remove filter: .* both ways/ }).waitFor();
    expect(await hash(page)).toMatch(/^#logbook\?route=/);
  });

  it('keeps chosen columns and saved filters in the settings', async () => {
    const { page, sent } = await openView('logbook?type=A359');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Flight', exact: true }).check();
    await page.getByRole('columnheader', { name: 'Flight' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '+ Filter' }).click();
    await page.getByRole('button', { name: 'Save this filter' }).click();
    await page.getByLabel('Name of the filter').fill('Airbus');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Airbus', exact: true }).waitFor();
    const changes = sent('settings.change');
    expect(changes.at(-1)).toMatchObject({ logbook: { saved: [{ name: 'Airbus', query: 'type=A359' }] } });
    expect(changes[0]).toMatchObject({ logbook: { columns: expect.arrayContaining(['id']) } });
  });

  it.each([
    ['complete', 'logbook', 'No flights yet'],
    ['local', 'logbook', 'No flights from this computer'],
    ['loading', 'logbook', 'Loading your flights'],
    ['complete', 'logbook?airport=ZZZZ', 'No flights match'],
    ['complete', 'map', 'No flights yet'],
    ['complete', 'statistics?q=zzz', 'No flights match'],
  ] as const)('says why it is empty: %s, %s', async (status, view, title) => {
    const { page } = await openView(
      view,
      {},
      { flights: [], state: (state) => ({ ...state, logbook: { status, flights: 0, unread: 0, readAfter: null } }) },
    );
    await page.getByRole('heading', { name: title }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('shows how complete it is, and what is left out', async () => {
    const given = fakeFlights(60, start, (row, at) => (at < 14 ? { ...row, status: 'archived' } : row));
    const { page } = await openView(
      'logbook',
      {},
      {
        flights: given,
        state: (state) => ({ ...state, logbook: { status: 'loading', flights: 12_400, unread: 2, readAfter: null } }),
      },
    );
    await page.getByText('12,400 flights read so far. Older ones are being read').waitFor();
    await page.getByText('14 archived flights not included.').waitFor();
    await page.getByRole('button', { name: 'Include' }).click();
    await totals(page).getByText('60').first().waitFor();
    expect(await hash(page)).toBe('#logbook?status=under-review,completed,archived,uploaded');
  });
});

describe('the viewer', () => {
  it('shows the screenshot large, and zooms by keys', async () => {
    const { page } = await openView('logbook');
    await rows(page).nth(3).click();
    await page.getByRole('button', { name: /^Screenshot of/ }).click();
    const viewer = page.getByRole('dialog', { name: /^Screenshot of/ });
    await viewer.getByRole('img').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('+');
    await viewer.getByText('105%').waitFor();
    await page.keyboard.press('0');
    await viewer.getByText('75%').waitFor();
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    await page.getByRole('complementary', { name: /^Report/ }).waitFor();
  });
});

describe('the map and the statistics', () => {
  it('draws the routes, and has the same data as tables', async () => {
    const { page, complaints } = await openView('map');
    await page.getByRole('group', { name: 'Map of 900 flights on 189 routes' }).waitFor();
    const most = page.getByRole('table', { name: 'Most flown' });
    await most.getByRole('button').first().click();
    await expect.poll(() => hash(page)).toMatch(/^#map\?route=/);
    await most.getByRole('button').first().click();
    await expect.poll(() => hash(page)).toMatch(/^#logbook\?route=/);
    expect(complaints).toEqual([]);
  });

  it('is moved by keys, wheel and pointer, and filters by an airport', async () => {
    const { page } = await openView('map');
    const map = page.getByRole('group', { name: /^Map of/ });
    await map.waitFor();
    const place = () => page.locator('.airports circle').first().getAttribute('cx');
    const before = await place();
    await map.focus();
    await page.keyboard.press('+');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(place).not.toBe(before);
    await page.keyboard.press('0');
    await expect.poll(place).toBe(before);
    const box = (await map.boundingBox())!;
    await page.mouse.move(box.x + 500, box.y + 500);
    await page.mouse.wheel(0, -400);
    await expect.poll(place).not.toBe(before);
    await page.getByRole('button', { name: 'Show everything' }).click();
    await page.mouse.move(box.x + 500, box.y + 500);
    await page.mouse.down();
    await page.mouse.move(box.x + 620, box.y + 520, { steps: 4 });
    await page.mouse.up();
    await expect.poll(place).not.toBe(before);
    await page.getByRole('button', { name: 'Show everything' }).click();
    await page.getByRole('button', { name: /^EDDF, Frankfurt/ }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => hash(page)).toBe('#map?airport=EDDF');
    await page.getByRole('button', { name: /^EDDF, Frankfurt/ }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => hash(page)).toBe('#logbook?airport=EDDF');
  });

  it('links every chart and record to its flights', async () => {
    const { page } = await openView('statistics');
    const months = page.getByRole('region', { name: 'Hours by month' });
    await months.getByText('Show as table').click();
    await months.getByRole('link', { name: 'April 2026' }).click();
    await expect.poll(() => hash(page)).toBe('#logbook?from=2026-04-01&to=2026-04-30');
    await page.goBack();
    await page.getByRole('region', { name: 'Records' }).getByRole('button').first().click();
    await page.getByRole('complementary', { name: /^Report/ }).waitFor();
    for (const view of ['Map', 'Logbook']) await page.getByRole('link', { name: view, exact: true }).click();
    await page.locator('.flight-row').first().waitFor();
    expect(await page.getByRole('complementary', { name: /^Report/ }).count()).toBe(0);
  });

  it('saves the card of a month, a year or a flight', async () => {
    const { page } = await openView('statistics');
    const saveCard = async (name: RegExp) => {
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as PNG' }).click();
      expect((await saved).suggestedFilename()).toMatch(name);
      await page
        .getByRole('status')
        .getByText(/^Saved f/)
        .waitFor();
    };
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('img', { name: /May 2026, .* flights/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    await saveCard(/^flights-2026-05\.png$/);
    await page.getByRole('combobox', { name: 'Month or year' }).selectOption('2026');
    await page.getByRole('button', { name: 'Square' }).click();
    await page.getByRole('img', { name: /, 2026, .* flights/ }).waitFor();
    await saveCard(/^flights-2026-square\.png$/);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.evaluate(() => void (location.hash = 'logbook'));
    await page.locator('.flight-row').first().click();
    await page.getByRole('complementary').getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('img', { name: /flight \d+$/i }).waitFor();
    expect(await violations(page)).toEqual([]);
    await saveCard(/^flight-\d+\.png$/);
  });
});
