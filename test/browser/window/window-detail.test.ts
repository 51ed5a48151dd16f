// The detail of a report, the keyboard, folders and settings, in a real browser on an in-memory companion.
import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { emptyFlight } from '../../../main/contract/flight.ts';
import type { LooksLike } from '../../../main/contract/strip.ts';
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { createFakeWindow, isDrawn, strip, strips } from '../fake-window.ts';
import { violations } from '../violations.ts';

const open = createFakeWindow();

describe('the detail', () => {
  it("is beside the board with the screenshot, every field and the pilot's choices", async () => {
    const { page, companion } = await open({ strips: strips() });
    await strip(page, 'EDDF to LPPT, flight 4711').click();
    const detail = page.getByRole('complementary', { name: 'Report EDDF to LPPT' });
    await detail.getByText('2,140 kg').waitFor();
    const picture = detail.getByRole('img');
    await picture.waitFor();
    await expect.poll(() => isDrawn(picture)).toBe(true);
    // All of it is visible, and the close button stays visible at the end of the report.
    const close = detail.getByRole('button', { name: 'Close' });
    const top = async (place: Locator) => (await place.boundingBox())!.y;
    expect((await top(close)) + (await close.boundingBox())!.height).toBeLessThanOrEqual(await top(picture));
    await detail.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    expect(await top(close)).toBeGreaterThanOrEqual(await top(detail));
    await page
      .getByRole('button', { name: /^Choose:/ })
      .first()
      .click();
    await page.getByRole('button', { name: "It's there: confirm" }).click();
    await page.getByText('You confirmed that it arrived').first().waitFor();
    await expect.poll(() => companion.calls.some((call) => call.name === 'strips.markReceived')).toBe(true);
  });

  it('slides over a narrow board, and returns the focus when it closes', async () => {
    const { page } = await open({ strips: strips() }, { width: 800, height: 600 });
    await strip(page, 'report-30.png').focus();
    await page.keyboard.press('Enter');
    const detail = page.getByRole('dialog', { name: 'Report report-30.png' });
    await detail.waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    await expect.poll(focused).toMatch(/^report-30\.png/);
  });
});

describe("the pilot's own entry", () => {
  it('is typed in any case, refused where it cannot be right, and told apart from the service', async () => {
    const received = wholeStrip('job-30', 'received', { flight: emptyFlight });
    const { page, companion } = await open({ strips: [received] });
    await strip(page, 'report-30.png').click();
    await page.getByRole('button', { name: 'Add your own entry' }).click();
    const form = page.getByRole('dialog', { name: 'Your own entry for report-30.png' });
    await form.getByLabel('From').fill('edh');
    await form.getByText('Unknown airport: not on the map').waitFor();
    await form.getByLabel('From').fill('edhk');
    await form.getByText('Kiel, Kiel Airport').waitFor();
    await form.getByLabel('To', { exact: true }).fill('le');
    await form.getByLabel('En route').fill('2:60');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Enter the code of an airport, such as EDHK.').waitFor();
    await expect
      .poll(() => form.getByLabel('To', { exact: true }).evaluate((field) => field.matches(':focus')))
      .toBe(true);
    expect(await violations(page)).toEqual([]);
    await form.getByLabel('To', { exact: true }).fill('lemd');
    await form.getByLabel('En route').fill('2:45');
    await form.getByLabel('Note').fill(' Night cargo ');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    const times = { minutes: 165, block: null };
    expect(companion.calls.findLast(({ name }) => name === 'strips.setOwnEntry')?.input).toEqual({
      id: 'job-30',
      entry: { icaoOut: 'EDHK', icaoIn: 'LEMD', aircraft: null, day: null, ...times, note: 'Night cargo' },
    });
    const detail = page.getByRole('complementary', { name: 'Report EDHK to LEMD' });
    await detail.getByRole('heading', { name: 'Your own entry' }).waitFor();
    await detail.getByText('2 h 45 min').waitFor();
    expect(await strip(page, 'EDHK to LEMD').getAttribute('aria-label')).toContain('Your own entry');
    expect(await violations(page)).toEqual([]);
  });
});

it('suggests the route that was read from the picture, one key makes it the own entry, and others can be read the same way', async () => {
  const place = { x: 0.15, y: 0.22, width: 0.23, height: 0.13 };
  const route = { from: 'KJFK', to: 'EGLL', aircraft: 'B789' };
  const looksLike = { ...route, places: [place, { ...place, x: 0.62 }], by: 'layout' } satisfies LooksLike;
  const received = wholeStrip('job-30', 'received', { flight: emptyFlight, looksLike, hasImage: true });
  const { page, companion, sent } = await open({ strips: [received] }, {}, (one) =>
    one.handle('settings.change', { readsRoutes: 'always' }),
  );
  const label = await strip(page, 'report-30.png').getAttribute('aria-label');
  expect(label).toContain('Looks like KJFK ▸ EGLL, B789');
  await strip(page, 'report-30.png').click();
  await page.getByRole('complementary').getByRole('button', { name: 'Accept route' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('y');
  await page.getByRole('complementary', { name: 'Report KJFK to EGLL' }).waitFor();
  expect(companion.calls.findLast(({ name }) => name === 'strips.setOwnEntry')?.input).toMatchObject({
    entry: { icaoOut: 'KJFK', icaoIn: 'EGLL', aircraft: 'B789' },
  });
  await page.getByRole('button', { name: 'Read similar reports this way' }).click();
  await expect.poll(() => sent('layouts.teach')).toEqual([{ id: 'job-30' }]);
});

describe('a completed report', () => {
  it('is quiet on the board: without colour, unlike a report under review', async () => {
    const { page } = await open({ strips: strips() });
    const colour = async (id: string) => {
      const row = page.locator(`[data-strip="${id}"]`);
      await row.scrollIntoViewIfNeeded();
      return row.locator('.stage').evaluate((stage) => getComputedStyle(stage).color);
    };
    const dim = await page
      .locator('.dim')
      .first()
      .evaluate((one) => getComputedStyle(one).color);
    expect(await colour('job-11')).not.toBe(dim);
    expect(await colour('job-10')).toBe(dim);
  });
});

describe('the keyboard', () => {
  it('keeps the focus near an element that was removed', async () => {
    const { page, companion } = await open({ strips: strips() });
    const place = () =>
      page.evaluate(() => `${document.activeElement?.localName} ${document.activeElement?.getAttribute('aria-label')}`);
    const moved = strip(page, 'report-30.png');
    await moved.focus();
    companion.put(wholeStrip('job-30', 'held'));
    await page.locator('.strip.bay-needs-attention').nth(2).waitFor();
    await expect.poll(place).toMatch(/^button report-30\.png/);
    await page
      .getByRole('button', { name: /^Choose:/ })
      .first()
      .click();
    const decision = page.getByRole('button', { name: "It's there: confirm" });
    await decision.focus();
    await page.keyboard.press('Enter');
    await decision.waitFor({ state: 'detached' });
    await expect.poll(place).toMatch(/^aside Report/);
    await page.keyboard.press('5');
    await page.getByLabel('Folder path').fill('/home/anna/shots');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Stop watching: shots' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Add the folder your simulator saves').waitFor();
    await expect.poll(place).toBe('main null');
  });

  it('is enough for strips, detail, pause, views and the list of shortcuts', async () => {
    const { page, companion } = await open({ strips: strips() });
    await strip(page, 'report-30.png').waitFor();
    await page.keyboard.press('j');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    await expect.poll(focused).toMatch(/^report-21\.png/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('j');
    await expect.poll(focused).toMatch(/^report-30\.png/);
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Report report-30.png' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary').waitFor({ state: 'detached' });
    await page.keyboard.press('p');
    await page.getByText('Uploads paused').first().waitFor();
    expect(companion.state().queue.paused).toBe(true);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('5');
    await page.getByRole('heading', { name: 'Watched folders' }).waitFor();
    await page.keyboard.press('6');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
  });
});

describe('folders and settings', () => {
  it('change the appearance immediately, and the maximum file size if it is valid', async () => {
    const { page, companion } = await open();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'Light' }).check();
    await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'light');
    await page.getByLabel('Maximum file size').fill('0');
    await page.getByLabel('Maximum file size').press('Enter');
    await page.getByText('Enter a size from 1 to 1,024 MB.').waitFor();
    await page.getByLabel('Maximum file size').fill('25');
    await page.getByLabel('Maximum file size').press('Enter');
    await expect
      .poll(() => companion.calls.filter((call) => call.name === 'settings.change').at(-1)?.input)
      .toEqual({ maxFileBytes: 25 * 1024 * 1024 });
  });
});
