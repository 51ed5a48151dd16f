// The dialogs without a pointer: the focus stays in them and returns. In a real browser, on a companion in memory.
import { statSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { failures } from '../../../main/core/messages/failures.ts';
import { serviceOfPreset } from '../../../main/core/settings/presets.ts';
import type { FakeCompanion } from '../../support/fake-companion/fake-companion.ts';
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { createFakeWindow, isDrawn, offer, strip } from '../fake-window.ts';
import { expectFocus, expectFocusKeptIn, pressOn, tabTo } from '../keyboard.ts';
import { imagePath } from '../open-window.ts';
import { preset } from '../../support/fake-companion/example-preset.ts';

const open = createFakeWindow();
const namesOf = (companion: FakeCompanion) => companion.calls.map(({ name }) => name);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('an offered preset is declined with Escape, and accepted with Enter', async () => {
  const { page, companion } = await open({ begun: false });
  const manual = button(page, 'Set up your service');
  await tabTo(page, manual);
  await offer(page, companion, { type: 'preset.offered', preset });
  const dialog = page.getByRole('dialog', { name: 'Sign in to Example Virtual?' });
  await dialog.getByText('https://service.example').waitFor();
  await dialog.getByText('https://broker.example').waitFor();
  // The harmless button has the focus.
  await expectFocus(dialog.getByRole('button', { name: 'Cancel' }));
  await expectFocusKeptIn(page, dialog);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expectFocus(manual);
  const asked = ['presets.use', 'profile.choose', 'account.signIn'];
  expect(namesOf(companion).filter((name) => asked.includes(name))).toEqual([]);

  await offer(page, companion, { type: 'preset.offered', preset });
  await pressOn(page, dialog.getByRole('button', { name: 'Sign in to Example Virtual' }));
  await page.getByText('Approve in your browser').first().waitFor();
  await expectFocus(page.getByRole('heading', { level: 1 }));
  expect(namesOf(companion).filter((name) => asked.includes(name))).toEqual(asked);
});

test('an offered folder is previewed aloud, declined with Escape, and accepted with Space', async () => {
  const { page, companion } = await open();
  const choose = button(page, 'Choose files');
  await tabTo(page, choose);
  await offer(page, companion, { type: 'folder.offered', path: '/home/anna/shots' });
  const dialog = page.getByRole('dialog', { name: 'Watch this folder?' });
  await pressOn(page, dialog.getByRole('button', { name: 'Preview uploads' }));
  // Screen readers hear nothing from behind a modal dialog.
  await dialog.getByRole('status').getByText('1 would upload').waitFor();
  await expectFocusKeptIn(page, dialog);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expectFocus(choose);
  expect(companion.state().folders).toEqual([]);

  await offer(page, companion, { type: 'folder.offered', path: '/home/anna/shots' });
  await pressOn(page, dialog.getByRole('button', { name: 'Watch folder' }), 'Space');
  await dialog.waitFor({ state: 'detached' });
  await expectFocus(choose);
  expect(companion.state().folders.map(({ path }) => path)).toEqual(['/home/anna/shots']);
});

test('an image that is too large is compressed', async () => {
  const { size: bytes } = statSync(imagePath);
  const reason = failures.fileTooLarge(bytes, Math.floor(bytes / 2));
  const { page, companion } = await open({ strips: [wholeStrip('job-20', 'held', { hasImage: true, reason })] });
  await pressOn(page, strip(page, 'report-20.png'));
  const compress = button(page, 'Compress…');
  await compress.waitFor();
  await pressOn(page, compress);
  const dialog = page.getByRole('dialog', { name: 'Compress report-20.png' });
  await dialog.getByText('Compressed', { exact: true }).waitFor();
  for (const image of [0, 1]) await expect.poll(() => isDrawn(dialog.locator('canvas').nth(image))).toBe(true);
  await expectFocusKeptIn(page, dialog);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expectFocus(compress);
  expect(namesOf(companion)).not.toContain('strips.remove');

  await page.keyboard.press('Enter');
  const upload = dialog.getByRole('button', { name: 'Upload compressed image' });
  await upload.waitFor();
  await tabTo(page, upload, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.locator('[data-strip="job-20"]').waitFor({ state: 'detached' });
  await strip(page, 'report-20.jpg').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});

test('the images of reports are shown one after the other, and the last one keeps the focus', async () => {
  const strips = ['job-11', 'job-12'].map((id) => wholeStrip(id, 'automatic-check', { hasImage: true }));
  const { page } = await open({ strips });
  await pressOn(page, strip(page, 'report-12.png'));
  await button(page, 'Screenshot of report-12.png').waitFor();
  await pressOn(page, button(page, 'Screenshot of report-12.png'));
  const viewer = page.getByRole('dialog', { name: /^Screenshot of/ });
  await viewer.getByRole('img').waitFor();
  await expectFocusKeptIn(page, viewer);
  const first = await viewer.getAttribute('aria-label');
  const next = viewer.getByRole('button', { name: 'Next screenshot' });
  await pressOn(page, next);
  await expect.poll(() => viewer.getAttribute('aria-label')).not.toBe(first);
  await expect.poll(() => next.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Enter');
  await expectFocus(next);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => viewer.getAttribute('aria-label')).toBe(first);
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  // The detail was rendered again for each report.
  await expectFocus(page.getByRole('complementary', { name: /^Report/ }));
});

test('the button of a service that does not answer keeps the focus', async () => {
  const { page } = await open({ begun: false, services: [serviceOfPreset(preset, [])], unreachable: [preset.address] });
  const signIn = button(page, 'Sign in to Example Virtual');
  await signIn.waitFor();
  await pressOn(page, signIn);
  await page.getByRole('alert').getByText('Nothing answered at').waitFor();
  expect(await signIn.getAttribute('aria-disabled')).toBe('false');
  await expectFocus(signIn);
});
