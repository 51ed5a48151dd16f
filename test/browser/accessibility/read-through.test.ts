// What a screen reader finds on each screen: landmarks, headings, names and states, in reading order. Compared with an
// approved copy next to this file; after an intended change run `npm test -- test/browser/accessibility -- --update`
// and read the diff.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { createFakeCompanion } from '../../support/fake-companion/fake-companion.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { violations } from '../violations.ts';
import { createWindowFixture, imagePath, start } from '../open-window.ts';
import { screens } from '../pseudo-locale/screens.ts';
import { createFakeWindow, strip } from '../fake-window.ts';

/** A screen is complete when this many readings in a row are the same. */
const sameReadings = 60;

const windows = createWindowFixture();
const open = createFakeWindow();

/** Parts that most screens share, approved with the screens that show them best. */
const frameOf = (name: string) => {
  if (name === 'an empty board') return [];
  return name === 'the account menu' ? ['navigation'] : ['banner', 'navigation'];
};

/** The times in a text, with their zones. A countdown has no two digits before its colon. */
const timesIn = (text: string): readonly string[] =>
  [...text.replaceAll('\u00A0', ' ').matchAll(/\b\d\d:\d\d(?::\d\d)?(?![:\d])(?:Z| LT)?/g)].map(([found]) => found);

/** Screen readers ignore what is behind a modal dialog. */
async function readable(page: Page, part = 'body'): Promise<string> {
  const dialog = page.locator('dialog:modal');
  return ((await dialog.count()) === 0 ? page.locator(part) : dialog).ariaSnapshot();
}

/** The tree without these landmarks. Top-level parts are not indented. */
const without = (landmarks: readonly string[], tree: string) =>
  tree
    .split(/\n(?=- )/)
    .filter((part) => !landmarks.some((landmark) => part.startsWith(`- ${landmark}`)))
    .join('\n');

test.each(Object.keys(screens))(
  '%s reads as approved, axe finds nothing in either theme, and every time names its zone',
  async (name) => {
    const screen = screens[name]!;
    const clock = createVirtualClock(start);
    const companion = createFakeCompanion({ clock, imagePath, ...screen.given });
    const { page } = await windows.show(companion, { timezoneId: 'UTC', isTimeStill: true }, clock);
    await screen.prepare?.(page, companion);
    await page.evaluate(() => document.fonts.ready);
    const file = `approved/${name.replaceAll(/[ ,]+/g, '-')}.txt`;
    const approved = await readFile(new URL(file, import.meta.url), 'utf8').catch(() => '');
    const read = async () => `${without(frameOf(name), await readable(page, screen.part))}\n`;
    // Settings and pages arrive one after the other. A screen that never matches is compared once it is stable.
    let tree = '';
    let same = 0;
    const isReadable = async () => {
      const before = tree;
      tree = await read();
      same = tree === before ? same + 1 : 0;
      return tree === approved || same > sameReadings;
    };
    await expect.poll(isReadable, { interval: 100 }).toBe(true);
    await expect(tree).toMatchFileSnapshot(file);
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await violations(page, 'color-contrast')).toEqual([]);
    const shown = async () => timesIn(await page.locator('body').innerText());
    const times = await shown();
    // A block time is as long as a flight.
    const blockTimes = (await page.locator('.flight-row .fact.minutes').allInnerTexts()).flatMap(timesIn);
    expect(times.filter((time) => !time.endsWith('Z'))).toEqual(blockTimes);
    // In the other zone everything is rendered again: it is complete once it has the same times.
    companion.change((state) => ({ ...state, times: 'local' }));
    await expect.poll(shown).toEqual(times.map((time) => time.replace('Z', ' LT')));
  },
);

test('an upload can be followed with a screen reader, from the drop to the points', async () => {
  const { page, clock } = await open();
  const heard: string[] = [];
  await page.exposeFunction('hear', (message: string) => heard.push(message));
  await page.evaluate(() => {
    const region = document.querySelector('[aria-live]')!;
    const { hear } = globalThis as unknown as { hear: (message: string) => void };
    new MutationObserver(() => hear(region.textContent)).observe(region, { childList: true, subtree: true });
  });
  await page.setInputFiles('input[type=file]', imagePath);
  await strip(page, 'eddf-lppt-report.png').waitFor();
  await clock.advance(5_000);
  await page.getByText(/^Uploading \d+%$/).waitFor();
  await clock.advance(70_000);
  await page.getByRole('list', { name: 'Today, 1 flight' }).waitFor();
  await expect.poll(() => heard.length).toBeGreaterThan(2);
  await expect(`${heard.join('\n')}\n`).toMatchFileSnapshot('approved/heard.txt');
});
