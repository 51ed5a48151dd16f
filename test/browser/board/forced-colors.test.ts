// Forced colours, such as a contrast theme of Windows: what consists only of a background or a shape still shows.
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { computedColors } from '../computed-colors.ts';
import { createFakeWindow, strip, strips } from '../fake-window.ts';

const open = createFakeWindow();

/** The background of each element that the selector finds. */
const backgrounds = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));

test('keeps the progress tracks of reports and the lamp of the connection with forced colours', async () => {
  const { page, complaints } = await open({ strips: strips() });
  await strip(page, 'job-30').or(page.locator('[data-strip="job-30"]')).first().waitFor();
  await page.emulateMedia({ forcedColors: 'active' });
  const [ink, ground, highlight] = await computedColors(page, 'CanvasText', 'Canvas', 'Highlight');
  expect(ink).not.toBe(ground);

  const lamps = await backgrounds(page, '.lamp');
  expect(lamps.length).toBeGreaterThan(0);
  expect(lamps.filter((color) => color !== ink && color !== highlight)).toEqual([]);

  // A report under review has finished segments and others, which differ.
  const track = page.locator('[data-strip="job-11"] .segment');
  const drawn = await track.evaluateAll((segments) =>
    segments.map((segment) => {
      const fill = segment.querySelector('i');
      return {
        border: getComputedStyle(segment).borderTopColor,
        ground: getComputedStyle(segment).backgroundColor,
        fill: fill && fill.getBoundingClientRect().width > 0 ? getComputedStyle(fill).backgroundColor : null,
      };
    }),
  );
  expect(drawn).toHaveLength(5);
  expect(drawn.every(({ border, ground: own }) => border === ink && own === ground)).toBe(true);
  const fills = new Set(drawn.map(({ fill }) => fill));
  expect(fills).toEqual(new Set([ink, null]));

  expect(new Set(await backgrounds(page, '.strip:not(.empty) > .edge'))).toEqual(new Set([ink]));
  expect(complaints).toEqual([]);
});

test('outlines the chosen state of the files with forced colours', async () => {
  const { page } = await open();
  await page.evaluate(() => void (location.hash = 'files'));
  await page.getByText('Not added').click();
  await page.emulateMedia({ forcedColors: 'active' });
  const outlined = await page
    .locator('.pill')
    .evaluateAll((all) =>
      all.filter((one) => getComputedStyle(one).outlineStyle === 'solid').map((one) => one.textContent),
    );
  expect(outlined).toEqual(['Not added']);
});
