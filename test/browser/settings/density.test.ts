// Comfortable or compact: the space for a report and a flight.
import { expect, test } from 'vitest';
import { fakeFlights } from '../../support/fake-companion/fake-flights.ts';
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { createFakeWindow } from '../fake-window.ts';
import { start } from '../open-window.ts';
import { violations } from '../violations.ts';

const open = createFakeWindow();

test('compact strips and rows are lower, immediately and without clipping', async () => {
  const strips = [wholeStrip('job-11', 'with-moderator', { hasImage: true }), wholeStrip('job-12', 'completed')];
  const { page, sent, complaints } = await open({ strips, flights: fakeFlights(40, start) });
  const high = async (selector: string) => (await page.locator(selector).first().boundingBox())!.height;
  await page.locator('[data-strip="job-11"]').waitFor();
  expect(await high('[data-strip="job-11"]')).toBe(58);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('group', { name: 'Density' }).getByRole('radio', { name: 'Compact' }).check();
  await page.locator('html[data-density="compact"]').waitFor();
  await expect.poll(() => sent('settings.change').at(-1)).toEqual({ density: 'compact' });
  await page.getByRole('link', { name: 'Board' }).click();
  await page.locator('[data-strip="job-11"]').waitFor();
  expect(await high('[data-strip="job-11"]')).toBe(44);
  const cut = () =>
    page.locator('.strip .cell').evaluateAll((cells) => cells.filter((cell) => cell.scrollHeight > 44).length);
  expect(await cut()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Logbook', exact: true }).click();
  await page.locator('.flight-row[data-row="1"]').waitFor();
  // The font of its codes comes with the first row.
  await expect.poll(() => high('.flight-row[data-row="1"]')).toBe(28);
  const [one, two] = await Promise.all(
    [1, 2].map((row) => page.locator(`.flight-row[data-row="${row}"]`).boundingBox()),
  );
  expect(two!.y - one!.y).toBe(28);
  expect(complaints).toEqual([]);
});
