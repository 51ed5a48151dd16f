// What the logbook asks the process while a pilot types: no more than is shown, and the rows first.
import { expect, test } from 'vitest';
import { fakeFlights } from '../support/fake-flights.ts';
import { createFakeWindow } from './fake-window.ts';
import { start } from './open-window.ts';

const open = createFakeWindow();

test('asks for the rows of a search once, and then for their sums', async () => {
  const { page, companion } = await open({ flights: fakeFlights(300, start) });
  await page.keyboard.press('2');
  await page.locator('.flight-row[data-strip]').first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('LOWG');
  const asked = () =>
    companion.calls.filter(({ input }) => JSON.stringify(input).includes('"q":"LOWG"')).map(({ name }) => name);
  await expect.poll(asked).toContain('logbook.totals');
  expect(asked()).toEqual(['logbook.page', 'logbook.months', 'logbook.totals']);
});
