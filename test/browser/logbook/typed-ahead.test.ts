// Letters that are typed right after the shortcut of the search, and rows marked by the mouse, in a real browser.
import { expect, test } from 'vitest';
import type { CommandInput } from '../../../main/contract/commands.ts';
import type { LogbookRow } from '../../../main/contract/logbook.ts';
import { fakeFlights } from '../../support/fake-companion/fake-flights.ts';
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { createFakeWindow } from '../fake-window.ts';
import { start } from '../open-window.ts';

const open = createFakeWindow();
const flights = fakeFlights(40, start);
const noPlaces = { from: '', to: '', fromCity: null, toCity: null, fromName: null, toName: null };
const untold = { ...noPlaces, icaoOut: '', icaoIn: '' };

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

test('Shift marks all rows from the first one to the last, and fewer on the way back', async () => {
  const { page } = await open({ flights });
  await page.keyboard.press('2');
  const boxes = page.locator('.flight-row .mark-cell input');
  await boxes.nth(2).click();
  await boxes.nth(6).click({ modifiers: ['Shift'] });
  const marked = () => page.locator('.flight-row[aria-selected="true"]').count();
  await expect.poll(marked).toBe(5);
  await page
    .locator('.flight-row')
    .nth(8)
    .click({ modifiers: ['Shift'] });
  await expect.poll(marked).toBe(7);
  await page.keyboard.press('Shift+ArrowUp');
  await expect.poll(marked).toBe(6);
  await page.keyboard.press('Shift+Home');
  await expect.poll(marked).toBe(3);
});

test('the routes on the images of the selected flights are accepted together, and one undo takes them back', async () => {
  const place = { x: 0, y: 0, width: 1, height: 1 };
  const looksLike: LogbookRow['looksLike'] = { from: 'EKCH', to: 'EDDF', places: [place, place], by: 'labels' };
  const hinted = fakeFlights(40, start, (row, at) => ({ ...row, ...(at % 2 ? {} : untold), looksLike }));
  const strips = hinted.map(({ stripId, stage }) => wholeStrip(stripId, stage));
  const { page, sent } = await open({ flights: hinted, strips });
  await page.keyboard.press('2');
  await page.locator('.flight-row').first().getByTitle('Looks like EKCH ▸ EDDF').first().waitFor();
  // A flight of which the service tells another route has a mark only.
  const says = /^The service says .+, your image looks like EKCH ▸ EDDF$/;
  await page.locator('.flight-row').nth(1).getByTitle(says).waitFor();
  const boxes = page.locator('.flight-row .mark-cell input');
  await boxes.nth(0).click();
  await boxes.nth(4).click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Accept 3 routes' }).waitFor();
  await page.keyboard.press('y');
  await page.getByText('3 routes accepted.').first().waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  const entries = () =>
    sent('strips.setOwnEntry').map((input) => (input as CommandInput<'strips.setOwnEntry'>).entry.icaoOut);
  await expect.poll(entries).toEqual(['EKCH', 'EKCH', 'EKCH', null, null, null]);
});
