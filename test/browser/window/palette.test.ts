// The palette of commands, and shortcuts that the pilot changes.
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { commandRows } from '../../../renderer/commands/shortcuts.ts';
import { fakeFlights } from '../../support/fake-companion/fake-flights.ts';
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { createFakeWindow, showView, addressOf } from '../fake-window.ts';
import { start } from '../open-window.ts';
import { violations } from '../violations.ts';
import { expectFocus } from '../keyboard.ts';

const open = createFakeWindow();
const field = (page: Page) => page.getByRole('combobox', { name: 'Search commands' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Commands' }).getByRole('option');

describe('the palette', () => {
  test('drops a sample report and adds sample flights in the demo', async () => {
    const { page, companion } = await open({ strips: [wholeStrip('job-30', 'waiting')] });
    await page.locator('[data-strip]').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('sample');
    await expect
      .poll(() => options(page).allInnerTexts())
      .toEqual([expect.stringContaining('Drop a sample report'), expect.stringContaining('Add sample flights')]);
    await page.keyboard.press('Enter');
    await expect.poll(() => companion.calls.map(({ name }) => name)).toContain('service.addSampleReport');
  });

  test('opens with Ctrl+K, filters while typing, and runs the command on Enter', async () => {
    const { page, companion, complaints } = await open({ strips: [wholeStrip('job-30', 'waiting')] });
    await page.locator('[data-strip]').waitFor();
    await page.keyboard.press('Control+k');
    await expectFocus(field(page));
    expect(await options(page).count()).toBeGreaterThan(30);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.type('dark');
    await page.getByRole('option', { name: 'Appearance Dark', selected: true }).waitFor();
    expect(await field(page).getAttribute('aria-activedescendant')).toBe(
      await options(page).first().getAttribute('id'),
    );
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('html[data-theme="dark"]').waitFor();
    // Used last, so it is on top; the arrows wrap around.
    await page.keyboard.press('Control+k');
    expect(await options(page).first().innerText()).toContain('Dark');
    await page.keyboard.press('ArrowUp');
    expect(await options(page).last().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.type('no such thing');
    await page.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect
      .poll(() => companion.calls.some(({ input }) => JSON.stringify(input).includes('theme.dark')))
      .toBe(true);
    expect(complaints).toEqual([]);
  });

  test('has every command that has a shortcut or could have one', async () => {
    const report = wholeStrip('job-30', 'rejected', {
      hasImage: true,
      actions: ['retry', 'remove', 'show-file', 'open-page'],
    });
    const { page, companion } = await open({ strips: [report], flights: fakeFlights(12, start) });
    companion.change((state) => ({ ...state, host: { ...state.host, canShowFile: true } }));
    const names = async () => {
      await page.keyboard.press('Control+k');
      await options(page).first().waitFor();
      const found = await page.locator('.palette-name > span:last-child').allInnerTexts();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      return found;
    };
    await page.locator('[data-strip="job-30"] .strip-open').click();
    await page.getByRole('complementary').getByRole('button', { name: 'Show file' }).waitFor();
    const onTheBoard = await names();
    await showView(page, 'logbook');
    await page.getByRole('row').nth(2).waitFor();
    const found = new Set([...onTheBoard, ...(await names())]);
    // Sharing, an own entry and a suggested route need a flight.
    const elsewhere = ['palette', 'strip.share', 'strip.own', 'strip.use-route'];
    const commands = commandRows.filter(({ id }) => !elsewhere.includes(id)).map((row) => row.name());
    expect(commands.filter((name) => !found.has(name))).toEqual([]);
  });

  test('returns the focus, so that a command applies to its report', async () => {
    const { page, companion } = await open({
      strips: [wholeStrip('job-30', 'approval'), wholeStrip('job-31', 'held')],
    });
    await page.locator('[data-strip="job-30"] .strip-open').focus();
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await page.keyboard.type("don't upload");
    await page.getByRole('option', { name: /^Don't upload the screenshot awaiting approval/ }).click();
    await expect.poll(() => companion.calls.some(({ name }) => name === 'strips.reject')).toBe(true);
  });

  test('has what can be done with the report whose details are open, and with no other', async () => {
    const { page, sent } = await open({ strips: [wholeStrip('job-31', 'held')] });
    await page.keyboard.press('Control+k');
    await options(page).first().waitFor();
    expect(await page.getByRole('option', { name: /^Retry$|^Remove$/ }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.locator('[data-strip="job-31"] .strip-open').click();
    await page.getByRole('complementary').getByRole('button', { name: 'Retry' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Copy details' }).waitFor();
    await page.keyboard.type('retry');
    await page.getByRole('option', { name: 'Retry', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => sent('strips.retry').at(-1)).toEqual({ id: 'job-31' });
  });

  test('opens the view of a command that works elsewhere, a section of the settings, and a filter', async () => {
    const { page } = await open({ flights: fakeFlights(12, start) });
    await page.getByRole('button', { name: 'Commands' }).click();
    await field(page).waitFor();
    await page.keyboard.type('search the logbook');
    await page.keyboard.press('Enter');
    const search = page.getByRole('searchbox');
    await expectFocus(search);
    // While typing, only Ctrl combinations are shortcuts.
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await page.keyboard.type('last 12 months');
    await page.keyboard.press('Enter');
    await expect.poll(() => addressOf(page)).toBe('#logbook?period=12m');
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await page.keyboard.type('settings about');
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { name: 'About' });
    await expectFocus(heading);
  });

  test.each([
    ['columns', '#logbook', '.column-list'],
    ['share a month or a year', '#statistics', 'dialog canvas'],
    ['pre-flight check', '#settings', '.checks'],
    ['save diagnostics', '#settings', '.toast'],
    ['export', '#logbook', '.menu-entry'],
  ])('%s, from the board', async (name, view, result) => {
    const { page, complaints } = await open({ flights: fakeFlights(12, start) });
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await page.locator(result).first().waitFor({ state: 'attached' });
    expect(await addressOf(page)).toBe(view);
    expect(complaints).toEqual([]);
  });
});

describe('a shortcut', () => {
  test('is shown as keys, those that cannot be changed as well', async () => {
    const { page } = await open();
    await page.keyboard.press('?');
    const keysOf = (name: string) =>
      page.getByRole('listitem').filter({ hasText: name }).locator('kbd').allInnerTexts();
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await keysOf('Choose files')).toEqual(['o']);
    expect(await keysOf('Show all commands')).toEqual(['Ctrl', 'K']);
    expect(await keysOf('Undo')).toEqual(['Ctrl', 'Z']);
    const drawn = await page
      .locator('dialog kbd')
      .first()
      .evaluate((key) => getComputedStyle(key).borderTopStyle);
    expect(drawn).toBe('solid');
  });

  test('is changed in the list by the next key, reported if it is in use, removed and reset', async () => {
    const { page, sent, companion, complaints } = await open();
    await page.keyboard.press('?');
    const pause = page.getByRole('button', { name: 'Change: Pause or resume uploads' });
    await pause.click();
    await page.keyboard.press('o');
    await page.getByText('o is already the shortcut for: Choose files').waitFor();
    await page.keyboard.press('F5');
    await page.getByText("F5 can't be a shortcut.").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('u');
    await expect.poll(() => sent('settings.change').at(-1)).toEqual({ shortcuts: { 'uploads.pause': 'u' } });
    await page.getByRole('button', { name: 'Change: Choose files' }).click();
    await page.keyboard.press('Backspace');
    await expect
      .poll(() => sent('settings.change').at(-1))
      .toEqual({ shortcuts: { 'uploads.pause': 'u', 'files.choose': '' } });
    // Escape ends the waiting first, then closes.
    await pause.click();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.keyboard.press('Escape');
    // The element itself: while it closes, it is no longer a dialog but still has the focus.
    await page.locator('dialog').waitFor({ state: 'detached' });
    const isPaused = () => companion.state().queue.paused;
    await page.keyboard.press('p');
    await page.keyboard.press('u');
    await expect.poll(isPaused).toBe(true);
    await expect.poll(() => sent('uploads.pause')).toHaveLength(1);
    await page.keyboard.press('?');
    await page.getByRole('button', { name: 'Reset all shortcuts' }).click();
    await page.getByRole('button', { name: 'Change: Pause or resume uploads p' }).waitFor();
    expect(sent('settings.change').at(-1)).toEqual({ shortcuts: {} });
    expect(complaints).toEqual([]);
  });
});
