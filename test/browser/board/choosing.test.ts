// Several reports at once: selected with the pointer or the keyboard, and one action for all to which it applies.
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { ok } from '../../../main/contract/failure.ts';
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { createFakeWindow } from '../fake-window.ts';
import { start } from '../open-window.ts';
import { violations } from '../violations.ts';
import { expectFocus } from '../keyboard.ts';

const open = createFakeWindow();
const strips = () => [
  wholeStrip('job-20', 'approval'),
  wholeStrip('job-21', 'held'),
  wholeStrip('job-22', 'rejected'),
  wholeStrip('job-30', 'waiting'),
  wholeStrip('job-31', 'waiting'),
  wholeStrip('job-32', 'waiting'),
  wholeStrip('job-10', 'completed'),
];
const strip = (page: Page, id: number) => page.locator(`[data-strip="job-${id}"] .strip-open`);
const chosen = (page: Page) =>
  page.locator('[data-chosen]').evaluateAll((all) => all.map((one) => one.getAttribute('data-strip')));

test('Ctrl adds one, Shift adds a range; the buttons count, and one undo restores all', async () => {
  const { page, sent, complaints } = await open({ strips: strips() });
  await strip(page, 30).click({ modifiers: ['ControlOrMeta'] });
  expect(await page.getByRole('complementary').count()).toBe(0);
  await strip(page, 32).click({ modifiers: ['Shift'] });
  expect(await chosen(page)).toEqual(['job-30', 'job-31', 'job-32']);
  await strip(page, 31).click({ modifiers: ['ControlOrMeta'] });
  await strip(page, 22).click({ modifiers: ['ControlOrMeta'] });
  expect(await chosen(page)).toEqual(['job-22', 'job-30', 'job-32']);
  const bar = page.getByRole('region', { name: '3 reports selected' });
  expect(await bar.getByRole('button').allInnerTexts()).toEqual(['Retry (1)', 'Remove (3)', 'Clear selection']);
  expect(await violations(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Remove (3)' }).click();
  await page.getByText('3 reports removed.').first().waitFor();
  await strip(page, 30).waitFor({ state: 'detached' });
  expect(await strip(page, 31).count()).toBe(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  for (const id of [22, 30, 32]) await strip(page, id).waitFor();
  await expect.poll(() => sent('strips.restore')).toHaveLength(3);
  expect(await bar.count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('Ctrl+Space, Shift with arrows and Ctrl+A select; Escape selects none', async () => {
  const { page } = await open({ strips: strips() });
  await strip(page, 30).focus();
  await page.keyboard.press('Shift+ArrowDown');
  expect(await chosen(page)).toEqual(['job-30', 'job-31']);
  expect(await strip(page, 31).getAttribute('aria-pressed')).toBe('true');
  expect(await strip(page, 32).getAttribute('aria-pressed')).toBe('false');
  await page.keyboard.press('Control+a');
  expect(await chosen(page)).toHaveLength(6);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  expect(await chosen(page)).toHaveLength(7);
  await page.keyboard.press('Shift+ArrowUp');
  expect(await chosen(page)).toHaveLength(6);
  await strip(page, 21).click({ modifiers: ['Shift'] });
  expect(await chosen(page)).toEqual(['job-22', 'job-21']);
  await page.keyboard.press('Escape');
  await strip(page, 30).click({ modifiers: ['ControlOrMeta'] });
  await strip(page, 10).focus();
  await page.keyboard.press('Control+Space');
  expect(await chosen(page)).toEqual(['job-30', 'job-10']);
  expect(await page.getByRole('complementary').count()).toBe(0);
  await page.keyboard.press('Escape');
  expect(await chosen(page)).toEqual([]);
  expect(await strip(page, 30).getAttribute('aria-pressed')).toBeNull();
});

test('only reports that an action applies to are uploaded or retried', async () => {
  const { page, companion } = await open({ strips: strips() });
  await strip(page, 22).focus();
  await page.keyboard.press('Control+a');
  const ids = (name: string) =>
    companion.calls.filter((call) => call.name === name).map(({ input }) => (input as { id: string }).id);
  await page.getByRole('button', { name: 'Retry (2)' }).click();
  await expect.poll(() => ids('strips.retry').toSorted()).toEqual(['job-21', 'job-22']);
  await strip(page, 20).click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('button', { name: 'Upload (1)', exact: true }).click();
  await expect.poll(() => ids('strips.approve')).toEqual(['job-20']);
  expect(ids('strips.remove')).toEqual([]);
});

test('completed flights are exported and copied together', async () => {
  const flown = [10, 11].map((n) => wholeStrip(`job-${n}`, 'completed', { since: start }));
  const { page, companion } = await open({ strips: flown });
  const asked: unknown[] = [];
  Object.assign(companion, {
    async exportLogbook(input: unknown) {
      asked.push(input);
      return ok(null);
    },
  });
  await strip(page, 10).focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Copy details (2)' }).waitFor();
  await page.getByRole('button', { name: 'Export CSV (2)' }).click();
  await expect.poll(() => asked).toMatchObject([{ format: 'csv', ids: { length: 2 }, filter: { pilots: 'shown' } }]);
});

test('images that wait for approval are rejected together, and restored with Undo', async () => {
  const asked = [40, 41].map((n) => wholeStrip(`job-${n}`, 'approval', { hasImage: true }));
  const { page, companion } = await open({ strips: asked });
  await strip(page, 40).focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: "Don't upload (2)" }).click();
  const ids = (name: string) =>
    companion.calls.filter((call) => call.name === name).map(({ input }) => (input as { id: string }).id);
  await expect.poll(() => ids('strips.reject').toSorted()).toEqual(['job-40', 'job-41']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => ids('strips.restore').toSorted()).toEqual(['job-40', 'job-41']);
});

test('the board does not scroll when several are removed by keyboard, and the focus goes to the strip in their place', async () => {
  const many = Array.from({ length: 30 }, (_, at) => wholeStrip(`job-${100 + at}`, 'waiting'));
  const { page } = await open({ strips: many });
  await page.getByRole('button', { name: 'Show all 30 waiting reports' }).click();
  await strip(page, 129).waitFor();
  const scrolled = () => page.locator('.board').evaluate((board) => board.scrollTop);
  await page.locator('.board').evaluate((board) => board.scrollTo(0, 600));
  await strip(page, 112).focus();
  await page.keyboard.press('Shift+ArrowDown');
  expect(await scrolled()).toBe(600);
  await page.getByRole('button', { name: 'Remove (2)' }).focus();
  expect(await scrolled()).toBe(600);
  await page.keyboard.press('Enter');
  await strip(page, 113).waitFor({ state: 'detached' });
  await expectFocus(strip(page, 114));
  expect(await scrolled()).toBe(600);
});

test('the bar never covers the focused strip, even in a narrow window', async () => {
  const many = Array.from({ length: 30 }, (_, at) => wholeStrip(`job-${100 + at}`, 'waiting'));
  const { page } = await open({ strips: many }, { width: 480, height: 700 });
  await page.getByRole('button', { name: 'Show all 30 waiting reports' }).click();
  await strip(page, 129).waitFor();
  await strip(page, 110).focus();
  for (let step = 0; step < 19; step += 1) await page.keyboard.press('Shift+ArrowDown');
  const [last, bar] = await Promise.all([strip(page, 129).boundingBox(), page.locator('.choice-bar').boundingBox()]);
  expect(last!.y + last!.height).toBeLessThan(bar!.y);
});
