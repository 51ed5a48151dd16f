// The window in each of its languages: nothing is left in English, cut off, or scrolls sideways, and axe finds no
// violation. All screens of all languages take minutes: LANGUAGES=all. Screenshots for review: PSEUDO_PICTURES=folder.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languages } from '../../../main/messages/languages.ts';
import { createFakeCompanion } from '../../support/fake-companion/fake-companion.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { violations } from '../violations.ts';
import { createWindowFixture, imagePath, start } from '../open-window.ts';
import { buildPseudoWindow, invisible, marked } from './pseudo-window.ts';
import { screens } from './screens.ts';
import { lastingFaults, textsOf } from './text-faults.ts';

const windows = createWindowFixture();
const isWhole = process.env['LANGUAGES'] === 'all';
const picturesFolder = process.env['PSEUDO_PICTURES'];
let folder: string;
let rendererDir: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'languages-'));
  rendererDir = await buildPseudoWindow(folder, marked);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const translations = languages.filter((language) => language !== 'en');
const usual = ['a full board', 'settings', 'the logbook'];
const cases = translations.flatMap((language) =>
  Object.keys(screens)
    .filter((name) => isWhole || usual.includes(name))
    .map((name) => [language, name] as const),
);

test.each(cases)('%s, %s: every text is translated and fits, and axe finds nothing', async (language, name) => {
  const screen = screens[name]!;
  const clock = createVirtualClock(start);
  const companion = createFakeCompanion({ clock, imagePath, ...screen.given });
  const data = textsOf(companion);
  const { page, complaints } = await windows.show(companion, { rendererDir, locale: language, width: 1280 }, clock);
  await page.locator(`html[lang="${language}"] h1`).first().waitFor();
  await screen.prepare?.(page, companion);
  await page.evaluate(() => document.fonts.ready);
  const faults: string[] = [];
  for (const width of isWhole ? [1280, 720, 360] : [720]) {
    await page.setViewportSize({ width, height: 800 });
    faults.push(...(await lastingFaults(page, data, { marks: invisible })).map((fault) => `at ${width}: ${fault}`));
    faults.push(...(await violations(page)));
    if (picturesFolder) await page.screenshot({ path: join(picturesFolder, `${language}-${name}-${width}.png`) });
  }
  expect(faults).toEqual([]);
  expect(complaints).toEqual([]);
});
