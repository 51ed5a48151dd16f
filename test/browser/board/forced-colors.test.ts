// Forced colours, such as a contrast theme of Windows: what consists only of a background or a shape still shows.
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { computedColors } from '../computed-colors.ts';
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { createFakeWindow, strip, strips } from '../fake-window.ts';

const open = createFakeWindow();

/** The background of each element that the selector finds. */
const backgrounds = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));

test('keeps the progress of an upload and the lamp of the connection with forced colours', async () => {
  const { page, complaints } = await open({
    strips: [...strips(), wholeStrip('job-29', 'uploading', { progress: { sentBytes: 1, totalBytes: 2 } })],
  });
  await strip(page, 'job-30').or(page.locator('[data-strip="job-30"]')).first().waitFor();
  await page.emulateMedia({ forcedColors: 'active' });
  const [ink, highlight] = await computedColors(page, 'CanvasText', 'Highlight');

  await page.locator('.bar b').first().waitFor({ state: 'attached' });
  const bars = await backgrounds(page, '.bar b');
  expect(bars.length).toBeGreaterThan(0);
  expect(new Set(bars)).toEqual(new Set([ink]));
  const lamps = await backgrounds(page, '.lamp');
  expect(lamps.length).toBeGreaterThan(0);
  expect(lamps.filter((color) => color !== ink && color !== highlight)).toEqual([]);

  expect(complaints).toEqual([]);
});

test('outlines the chosen state of the files with forced colours', async () => {
  const { page } = await open({}, { view: 'files' });
  await page.getByText('Not uploaded').click();
  await page.emulateMedia({ forcedColors: 'active' });
  const outlined = await page
    .locator('.pill')
    .evaluateAll((all) =>
      all.filter((one) => getComputedStyle(one).outlineStyle === 'solid').map((one) => one.textContent),
    );
  expect(outlined).toEqual(['Not uploaded']);
});
