// The whole window in pseudo-locales: no text outside the catalogue, nothing cut off, nothing that scrolls sideways.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFakeCompanion } from '../../support/fake-companion.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { createWindowFixture, picturePath, start } from '../open-window.ts';
import { buildPseudoWindow, pseudoLocales, type Direction } from './pseudo-window.ts';
import { screens } from './screens.ts';
import { textFaults, textsOf } from './text-faults.ts';

const windows = createWindowFixture();
const builds = new Map<Direction, string>();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pseudo-locale-'));
  for (const direction of pseudoLocales) builds.set(direction, await buildPseudoWindow(folder, direction));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const widths = [1280, 720, 360] as const;
/** Pictures of what is tested, to look at: PSEUDO_PICTURES=folder. */
const picturesFolder = process.env['PSEUDO_PICTURES'];

describe.each(pseudoLocales)('from %s', (direction) => {
  test.each(Object.entries(screens))('%s: every text is from the catalogue and fits', async (name, screen) => {
    const clock = createVirtualClock(start);
    const companion = createFakeCompanion({ clock, picturePath, ...screen.given });
    const data = textsOf(companion);
    const look = { rendererDir: builds.get(direction)!, width: widths[0], height: 800 };
    const { page, complaints } = await windows.show(companion, look, clock);
    await page.locator('h1').first().waitFor();
    await screen.prepare?.(page, companion);
    await page.evaluate(() => document.fonts.ready);
    const faults: Record<number, string[]> = {};
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      // The runway is drawn again for its new width.
      await page.waitForFunction(() =>
        [...document.querySelectorAll('.lane')].every(
          (lane) => Number(lane.querySelector('svg')?.getAttribute('width')) === lane.clientWidth,
        ),
      );
      if (picturesFolder) await page.screenshot({ path: join(picturesFolder, `${name}-${direction}-${width}.png`) });
      faults[width] = await textFaults(page, data);
    }
    expect(faults).toEqual({ 1280: [], 720: [], 360: [] });
    expect(complaints).toEqual([]);
  });
});
