// How the statistics use the width of the window, in a real browser.
import { expect, test } from 'vitest';
import { fakeFlights } from '../../support/fake-companion/fake-flights.ts';
import { createFakeWindow } from '../fake-window.ts';
import { start } from '../open-window.ts';

const open = createFakeWindow();
const flights = fakeFlights(400, start);

test.each([
  { width: 800, rows: 8 },
  { width: 1280, rows: 5 },
  { width: 1920, rows: 4 },
])('at $width px the panels fill $rows rows of the whole width, in the order of the keyboard', async (given) => {
  const { page } = await open({ flights }, { width: given.width, height: 1000, view: 'statistics' });
  await page.locator('.panel-records').waitFor();
  const { right, boxes } = await page.locator('.panels').evaluate((panels) => ({
    right: panels.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(panels).paddingInlineEnd),
    boxes: [...panels.children].map((panel) => panel.getBoundingClientRect()).map(({ top, right }) => ({ top, right })),
  }));
  const tops = boxes.map(({ top }) => Math.round(top));
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  const rows = Map.groupBy(boxes, ({ top }) => Math.round(top));
  expect(rows.size).toBe(given.rows);
  for (const row of rows.values()) expect(Math.abs(row.at(-1)!.right - right)).toBeLessThan(2);
  expect(await page.locator('.chart').evaluateAll((all) => all.filter((one) => one.clientWidth < 200))).toEqual([]);
});
