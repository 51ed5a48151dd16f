// "Why was a file uploaded, or not?" in a real browser, through the real window server, on a companion in memory.
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { FileDecisionLine, Explanation } from '../../../main/contract/explanation.ts';
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { createFakeWindow } from '../fake-window.ts';
import { start, type Look } from '../open-window.ts';
import { message } from '../../../main/messages/message.ts';
import { expectFocus } from '../keyboard.ts';

const file = (name: string, more: Partial<FileDecisionLine> = {}): FileDecisionLine => ({
  name,
  path: `/home/anna/Shots/${name}`,
  state: 'not-added',
  at: start - 60_000,
  rule: 'existing',
  message: message('decision.existing'),
  stripId: null,
  pilot: null,
  ...more,
});
const decided = [
  file('EDDF-LPPT.png', {
    state: 'uploaded',
    message: message('history.uploaded', { flight: 4711 }),
    stripId: 'job-10',
  }),
  file('EGLL-KJFK.png', { at: start - 3 * 86_400_000 }),
  file('<b>odd & long name that goes on and on and on and on and on and on.png', {
    message: message('failure.fileIsLink', { name: 'odd.png' }),
  }),
];
const explained = (name: string, headline: Explanation['headline'], more: Partial<Explanation>): Explanation => ({
  name,
  path: `/home/anna/Shots/${name}`,
  state: 'uploaded',
  headline,
  advice: null,
  lacksText: null,
  looksLike: null,
  stripId: null,
  lines: [],
  ...more,
});
const explanations = [
  explained('EGLL-KJFK.png', message('explain.existing'), {
    state: 'not-added',
    advice: message('explain.dropAnyway'),
    lines: [{ at: start - 3 * 86_400_000, message: message('decision.existing'), times: 4, until: start }],
  }),
  explained('EDDF-LPPT.png', message('explain.uploadedAsFlight', { flight: 4711 }), {
    stripId: 'job-10',
    lines: [{ at: start - 60_000, message: message('history.uploaded', { flight: 4711 }) }],
  }),
  explained('never.png', message('explain.outside', { name: 'never.png' }), {
    path: '/elsewhere/never.png',
    state: 'not-added',
    advice: message('explain.dropOrWatch'),
  }),
  explained('dropped.png', message('explain.sameAs', { name: 'EDDF-LPPT.png' }), { path: null, stripId: 'job-10' }),
];

const openWindow = createFakeWindow();
async function open(look: Look = {}, files = decided) {
  const opened = await openWindow(
    { strips: [wholeStrip('job-10', 'with-moderator')], ...(files.length > 0 && { explanations, decided: files }) },
    { ...look, timezoneId: 'Asia/Kolkata' },
  );
  await opened.page.getByRole('link', { name: 'Files' }).click();
  await opened.page.getByRole('heading', { name: 'Why was a file uploaded, or not?' }).waitFor();
  return opened;
}

const story = (page: Page, name: string) => page.getByRole('region', { name: `History of ${name}` });
const row = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

describe("why a file wasn't uploaded", () => {
  it('is shown from the list: the answer, what to do, and every decision with its time', async () => {
    const { page, complaints } = await open();
    await row(page, 'EGLL-KJFK').click();
    const told = story(page, 'EGLL-KJFK.png');
    await told.getByText('only new screenshots are added').waitFor();
    expect(await told.getByText('What you can do: Drop it on the board').isVisible()).toBe(true);
    expect(await told.getByRole('listitem').allTextContents()).toEqual([
      '9 May, 14:02ZSkipped: it was there before the folder was watched (4 times, last at 14:02:11Z)',
    ]);
    await expectFocus(told);
    await told.getByRole('button', { name: 'Close' }).click();
    await told.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('lists uploaded files without colour, which is for what still needs something', async () => {
    const { page } = await open({}, [...decided, file('needs.png', { state: 'needs-attention' })]);
    const colors = (name: string) =>
      page
        .locator('.file-row', { hasText: name })
        .evaluate((row) => getComputedStyle(row.querySelector('.stage')!).color);
    await page.locator('.file-row', { hasText: 'needs.png' }).waitFor();
    const quiet = await colors('EGLL-KJFK.png');
    expect(await colors('EDDF-LPPT.png')).toEqual(quiet);
    expect(await colors('needs.png')).not.toEqual(quiet);
  });

  it('is searched by name and state, and shows if nothing is found', async () => {
    const { page } = await open();
    await page.getByText('3 files').waitFor();
    await page.getByLabel('Search by name or path').fill('EDDF');
    await page.getByText('1 file', { exact: true }).waitFor();
    expect(await row(page, 'EGLL-KJFK').count()).toBe(0);
    await page.getByRole('radio', { name: 'Not uploaded' }).check();
    await page.getByText('No files found.').waitFor();
    await page.getByLabel('Search by name or path').fill('');
    await page.getByText('2 files').waitFor();
  });

  it('is shown for a whole path, also of an unknown file', async () => {
    const { page } = await open();
    await page.getByLabel('Search by name or path').fill('/elsewhere/never.png');
    await page.keyboard.press('Enter');
    await story(page, 'never.png').getByText("isn't in a watched folder").waitFor();
    expect(await story(page, 'never.png').getByText("This file hasn't been checked").isVisible()).toBe(true);
    // The address contains the query: back and reload work as expected.
    await page.reload();
    await story(page, 'never.png').waitFor();
    await page.goBack();
    await story(page, 'never.png').waitFor({ state: 'detached' });
  });

  it('links to the report, which links back', async () => {
    const { page } = await open();
    await row(page, 'EDDF-LPPT').click();
    await page.getByRole('button', { name: 'View report' }).click();
    await page.getByRole('button', { name: 'File history' }).click();
    await story(page, 'EDDF-LPPT.png').getByText('Uploaded as flight 4711.').waitFor();
    expect(page.url()).toMatch(/#files\/report\/job-10$/);
  });

  it('is reached with the keyboard alone', async () => {
    const { page } = await open();
    await page.keyboard.press('1');
    await page.getByRole('heading', { name: 'Why was a file uploaded, or not?' }).waitFor({ state: 'detached' });
    await page.keyboard.press('5');
    await row(page, 'EDDF-LPPT').focus();
    await page.keyboard.press('Enter');
    await story(page, 'EDDF-LPPT.png').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await story(page, 'EDDF-LPPT.png').waitFor({ state: 'detached' });
    await expectFocus(row(page, 'EDDF-LPPT'));
    await page.keyboard.press('Enter');
    await story(page, 'EDDF-LPPT.png').waitFor();
    await page.keyboard.press('Escape');
    await story(page, 'EDDF-LPPT.png').waitFor({ state: 'detached' });
  });

  it('replaces the list in a narrow window, and leads back to it', async () => {
    const { page } = await open({ width: 480, height: 720, theme: 'light' });
    await row(page, 'EGLL-KJFK').click();
    await story(page, 'EGLL-KJFK.png').waitFor();
    expect(await page.getByLabel('Search by name or path').isVisible()).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByRole('button', { name: 'All files' }).click();
    await row(page, 'EGLL-KJFK').waitFor();
  });

  it('explains what will be listed while it is empty', async () => {
    const { page } = await open({}, []);
    const message = page.getByText('No files yet.');
    await message.waitFor();
    expect(await message.textContent()).toMatch(/Watch a folder or add a screenshot/);
  });
});
