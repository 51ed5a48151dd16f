// Letters that are typed right after the shortcut of the search, and rows marked by the mouse, in a real browser.
import { expect, test } from 'vitest';
import { fakeFlights } from '../../support/fake-companion/fake-flights.ts';
import { createFakeWindow } from '../fake-window.ts';
import { start } from '../open-window.ts';

const open = createFakeWindow();
const flights = fakeFlights(40, start);

test.each([
  ['from the board', []],
  ['right after the logbook was opened by its key', ['2']],
])('letters typed before the search is there are in it, %s', async (_, before) => {
  const { page } = await open({ flights });
  for (const key of [...before, '/']) await page.keyboard.press(key);
  // Each letter and digit would be a shortcut elsewhere.
  await page.keyboard.type('6 last october LOWG');
  const field = page.getByRole('searchbox');
  await field.waitFor();
  await expect.poll(() => field.inputValue()).toBe('6 last october LOWG');
});

test('Shift and a click on a checkbox mark all rows from the last marked one', async () => {
  const { page } = await open({ flights });
  await page.keyboard.press('2');
  const boxes = page.locator('.flight-row .mark-cell input');
  await boxes.nth(2).click();
  await boxes.nth(6).click({ modifiers: ['Shift'] });
  await expect.poll(() => page.locator('.flight-row[aria-selected="true"]').count()).toBe(5);
});
