// The logbook's requests while a pilot types: only what is shown, and the rows first.
import { expect, test } from 'vitest';
import { fakeFlights } from '../../support/fake-companion/fake-flights.ts';
import { createFakeWindow } from '../fake-window.ts';
import { start } from '../open-window.ts';

const open = createFakeWindow();

test('requests the rows of a search once, and then their sums', async () => {
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

test('an expired toast is removed, so that a change of language does not show it again', async () => {
  const { page, companion } = await open({ flights: fakeFlights(3, start) });
  companion.change((state) => ({ ...state, service: { ...state.service, canRead: true } }));
  await page.keyboard.press('r');
  const toast = page.locator('.toast');
  await toast.waitFor();
  await expect.poll(() => toast.count(), { timeout: 8_000 }).toBe(0);
});
