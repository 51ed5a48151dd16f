// The whole window in pseudo-locales: no text outside the catalogue, nothing cut off, no horizontal scrolling.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFakeCompanion } from '../../support/fake-companion/fake-companion.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { createWindowFixture, imagePath, start } from '../open-window.ts';
import { buildPseudoWindow } from './pseudo-window.ts';
import { screens } from './screens.ts';
import { lastingFaults, textsOf } from './text-faults.ts';

const windows = createWindowFixture();
let folder: string;
let rendererDir: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pseudo-locale-'));
  rendererDir = await buildPseudoWindow(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const widths = [1280, 720, 360] as const;
/** Screenshots for review: PSEUDO_PICTURES=folder. */
const picturesFolder = process.env['PSEUDO_PICTURES'];

test.each(Object.entries(screens))('%s: every text is from the catalogue and fits', async (name, screen) => {
  const clock = createVirtualClock(start);
  const companion = createFakeCompanion({ clock, imagePath, ...screen.given });
  const data = textsOf(companion);
  const { page, complaints } = await windows.show(companion, { rendererDir, width: widths[0], height: 800 }, clock);
  await page.locator('h1').first().waitFor();
  await screen.prepare?.(page, companion);
  await page.evaluate(() => document.fonts.ready);
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    if (picturesFolder) await page.screenshot({ path: join(picturesFolder, `${name}-${width}.png`) });
    faults.push(...(await lastingFaults(page, data)).map((fault) => `at ${width}: ${fault}`));
  }
  expect(faults).toEqual([]);
  expect(complaints).toEqual([]);
});
