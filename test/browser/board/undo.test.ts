// Undo, and forms that keep unsaved input.
import { expect, test } from 'vitest';
import { defaultSettings, newService } from '../../../main/contract/settings.ts';
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { createFakeWindow, showView } from '../fake-window.ts';
import { violations } from '../violations.ts';

const open = createFakeWindow();
const waiting = [wholeStrip('job-30', 'waiting'), wholeStrip('job-31', 'approval'), wholeStrip('job-32', 'approval')];

test("the toast's button restores a removed report", async () => {
  const { page, sent, complaints } = await open({ strips: waiting });
  await page.locator('[data-strip="job-30"] .strip-open').click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.locator('[data-strip="job-30"]').waitFor({ state: 'detached' });
  // The toast stays while the pointer is over it.
  await page.getByRole('button', { name: 'Undo' }).hover();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.locator('[data-strip="job-30"]').waitFor();
  await expect.poll(() => sent('strips.restore').at(-1)).toEqual({ id: 'job-30' });
  // What was announced before no longer applies.
  await page.getByRole('status').getByText('Undone.').waitFor();
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('the focus goes to the next report when one is removed, and back to the board after the undo', async () => {
  const many = ['40', '41', '42', '43'].map((n) => wholeStrip(`job-${n}`, 'waiting'));
  const { page } = await open({ strips: many });
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('[data-strip]')?.getAttribute('data-strip'));
  await page.locator('[data-strip]').nth(3).waitFor();
  const rows = await page
    .locator('[data-strip]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-strip')!));
  await page.locator(`[data-strip="${rows[2]}"] .strip-open`).press('Enter');
  await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
  await expect.poll(focused).toBe(rows[3]);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect.poll(focused).toBe(rows[3]);
});

test('saving a service folds its form, and the focus moves to the button that unfolds it', async () => {
  const service = { ...newService('service', 'Airline'), address: 'https://a.example', clientId: 'app' };
  const { page } = await open({ services: [service] }, { view: 'settings' });
  await page.getByText('Connection settings for Airline').click();
  await page.getByLabel('Client ID').fill('another app');
  await page.getByLabel('Client secret', { exact: true }).fill('a secret');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await page.locator('details.connection:not([open])').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
});

test('the toast stays while it has the focus, even after the pointer has left it', async () => {
  const { page } = await open({ strips: waiting });
  await page.clock.install();
  await page.locator('[data-strip="job-30"] .strip-open').click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.focus();
  await undo.hover();
  await page.mouse.move(2, 400);
  await page.clock.runFor(30_000);
  expect(await undo.count()).toBe(1);
  await page.locator('#main').focus();
  await page.clock.runFor(10_100);
  await undo.waitFor({ state: 'detached' });
});

test('undo is offered for ten seconds, and no longer', async () => {
  const { page } = await open({ strips: waiting });
  await page.clock.install();
  await page.locator('[data-strip="job-30"] .strip-open').click();
  const remove = page.getByRole('button', { name: 'Remove', exact: true });
  await remove.waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  await remove.click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  await page.clock.runFor(9_900);
  expect(await undo.count()).toBe(1);
  await page.clock.runFor(200);
  await undo.waitFor({ state: 'detached' });
});

test('the key A focuses the first screenshot that awaits approval before it approves one', async () => {
  const { page, sent } = await open({ strips: waiting });
  await page.locator('.strip.stage-approval').nth(1).waitFor();
  await page.keyboard.press('a');
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.stage-approval') !== null)).toBe(true);
  expect(sent('strips.approve')).toEqual([]);
  await page.keyboard.press('a');
  await expect.poll(() => page.locator('.strip.stage-approval').count()).toBe(1);
});

test('Ctrl+Z restores the question for all rejected screenshots', async () => {
  const { page } = await open({ strips: waiting });
  await page.getByRole('button', { name: "Don't upload any: 2 awaiting approval" }).click();
  await page.getByText('2 screenshots moved to “not uploaded”.').first().waitFor();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.keyboard.press('Control+z');
  await expect.poll(() => page.locator('.strip.stage-approval').count()).toBe(2);
});

test('an informational toast disappears after eight seconds, unless the pointer is on it; an error stays', async () => {
  const { page } = await open();
  await page.clock.install();
  const shot = { name: 'shot.png', mimeType: 'image/png', buffer: Buffer.from('bytes') };
  const add = () => page.setInputFiles('input[type=file]', shot);
  await add();
  await page.locator('[data-strip]').first().waitFor();
  await add();
  const notice = page.locator('.notice.note');
  await notice.waitFor();
  await notice.hover();
  await page.clock.runFor(20_000);
  expect(await notice.count()).toBe(1);
  await page.mouse.move(2, 2);
  await page.clock.runFor(8_100);
  await notice.waitFor({ state: 'detached' });
  await page.setInputFiles('input[type=file]', { ...shot, name: 'notes.txt' });
  await page.locator('.notice.error').waitFor();
  await page.clock.runFor(60_000);
  expect(await page.locator('.notice.error').count()).toBe(1);
});

test('the settings of a service keep unsaved input when the view is left, until it is saved or discarded', async () => {
  const service = { ...newService('service', 'Airline'), address: 'https://a.example', clientId: 'app' };
  const { page, sent } = await open({ services: [service] });
  const view = async (name: string) => {
    await showView(page, name);
    await page.locator('h1').first().waitFor();
  };
  await view('settings');
  await page.getByText('Connection settings for Airline').click();
  const clientId = page.getByLabel('Client ID');
  await clientId.fill('another app');
  await view('board');
  await view('settings');
  expect(await clientId.inputValue()).toBe('another app');
  await page.getByText('You have unsaved changes.').waitFor();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  expect(await clientId.inputValue()).toBe('app');
  await page.getByText('You have unsaved changes.').waitFor({ state: 'detached' });
  await page.getByLabel('Maximum file size').fill('25');
  await page.getByRole('link', { name: 'Board' }).click();
  await expect.poll(() => sent('settings.change').at(-1)).toEqual({ maxFileBytes: 25 * 1024 * 1024 });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => sent('settings.change').at(-1)).toEqual({ maxFileBytes: defaultSettings.maxFileBytes });
  expect(defaultSettings.maxFileBytes).toBe(10 * 1024 * 1024);
});

test('the form of a service shows changes made elsewhere, unless it has unsaved input', async () => {
  const service = { ...newService('service', 'Airline'), address: 'https://a.example', clientId: 'app' };
  const { page, companion } = await open({ services: [service] }, { view: 'settings' });
  await page.getByText('Connection settings for Airline').click();
  const clientId = page.getByLabel('Client ID');
  await expect.poll(() => clientId.inputValue()).toBe('app');
  await companion.handle('settings.change', { service: { ...service, clientId: 'changed elsewhere' } });
  await expect.poll(() => clientId.inputValue()).toBe('changed elsewhere');
  await clientId.fill('typed here');
  await companion.handle('settings.change', { service: { ...service, name: 'Airways' } });
  await page.getByText('Connection settings for Airways').waitFor();
  expect(await clientId.inputValue()).toBe('typed here');
});
