// Where the map and its tables are, in a real browser.
import { expect, test } from 'vitest';
import { fakeFlights } from '../../support/fake-companion/fake-flights.ts';
import { createFakeWindow } from '../fake-window.ts';
import { start } from '../open-window.ts';

const open = createFakeWindow();

test.each([800, 920])('at %i px the tables are below the map, so that they cover no airport', async (width) => {
  const { page } = await open({ flights: fakeFlights(300, start) }, { width, height: 600, view: 'map' });
  const map = (await page.getByRole('group', { name: /^Map of/ }).boundingBox())!;
  expect(map.height).toBeGreaterThan(250);
  for (const name of ['Shown', 'Most flown']) {
    const table = (await page.getByRole('region', { name }).boundingBox())!;
    expect(table.y).toBeGreaterThanOrEqual(map.y + map.height);
  }
});

test('at 1280 px the map has the whole height, and its tables are beside it; it follows the theme', async () => {
  const { page } = await open({ flights: fakeFlights(300, start) }, { width: 1280, height: 800, view: 'map' });
  const map = (await page.getByRole('group', { name: /^Map of/ }).boundingBox())!;
  const table = (await page.getByRole('region', { name: 'Most flown' }).boundingBox())!;
  expect(map.y + map.height).toBe(800);
  expect(table.x).toBeGreaterThanOrEqual(map.x + map.width);
  const red = () =>
    page.locator('.map-area canvas').evaluate((drawn: HTMLCanvasElement) => {
      const { data } = drawn.getContext('2d')!.getImageData(0, 0, drawn.width, drawn.height);
      return data.reduce((all, one, at) => all + (at % 4 === 0 ? one : 0), 0);
    });
  await expect.poll(red).toBeGreaterThan(0);
  const dark = await red();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('light');
  await page.keyboard.press('Enter');
  await expect.poll(red).toBeGreaterThan(2 * dark);
});
