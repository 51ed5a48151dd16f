// The map by keyboard, in a real browser: Tab reaches it, its airports, and the next control in a few presses.
import { expect, test } from 'vitest';
import { fakeFlights } from '../../support/fake-companion/fake-flights.ts';
import { createFakeWindow, addressOf } from '../fake-window.ts';
import { start } from '../open-window.ts';

const open = createFakeWindow();

test('Tab reaches one airport, the arrows the next ones, and Tab again what follows', async () => {
  const { page, companion, complaints } = await open({ flights: fakeFlights(300, start) }, { view: 'map' });
  const map = page.getByRole('group', { name: /^Map of/ });
  await map.waitFor();
  await page.locator('.airports circle').nth(5).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  const placeOf = () =>
    page.evaluate(
      () => ['cx', 'cy'].map((name) => Number(document.activeElement?.getAttribute(name))) as [number, number],
    );
  await map.press('+');
  await page.keyboard.press('Tab');
  const first = await focused();
  expect(first).toMatch(/visits$/);
  const [x] = await placeOf();
  await page.keyboard.press('ArrowLeft');
  expect(await focused()).toMatch(/visits$/);
  expect((await placeOf())[0]).toBeLessThan(x);
  // The map does not move, and Tab returns to the same airport.
  const second = await focused();
  await page.keyboard.press('Tab');
  expect(await focused()).not.toMatch(/visits$/);
  await page.keyboard.press('Shift+Tab');
  expect(await focused()).toBe(second);
  expect(await page.locator(`.airports circle[aria-label="${first}"]`).getAttribute('cx')).toBe(String(x));
  // Nor does it when more of its flights are read.
  companion.change((state) => ({ ...state, logbook: { ...state.logbook, unread: 1 } }));
  await expect.poll(() => companion.calls.filter(({ name }) => name === 'logbook.map').length).toBe(2);
  await page.waitForTimeout(300);
  expect(await page.locator(`.airports circle[aria-label="${first}"]`).getAttribute('cx')).toBe(String(x));
  await page.keyboard.press('Enter');
  await expect.poll(() => addressOf(page)).toBe(`#map?airport=${second.slice(0, 4)}`);
  expect(complaints).toEqual([]);
});

test('the view in use is in sight in the navigation of a low window', async () => {
  const { page } = await open({}, { width: 640, height: 400, view: 'settings' });
  const settings = page.getByRole('link', { name: 'Settings' });
  await expect.poll(async () => (await settings.boundingBox())!.y).toBeLessThan(360);
});
