// A screenshot over the maximum size: replaced by a smaller copy or another image.
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { failures } from '../../../main/core/messages/failures.ts';
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { createFakeWindow, strip } from '../fake-window.ts';
import { imagePath } from '../open-window.ts';

const open = createFakeWindow();
const { size: bytes } = statSync(imagePath);
const tooLarge = (maxBytes: number) =>
  wholeStrip('job-20', 'held', { hasImage: true, reason: failures.fileTooLarge(bytes, maxBytes) });

test('an image that cannot be compressed enough is reported, and nothing is uploaded', async () => {
  const { page, companion } = await open({ strips: [tooLarge(2_000)] });
  await strip(page, 'report-20.png').click();
  await page.getByRole('button', { name: 'Compress…', exact: true }).click();
  await page.getByText('Even compressed, this image is over').waitFor();
  expect(await page.getByRole('button', { name: 'Upload compressed image' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: /^Compress/ }).waitFor({ state: 'detached' });
  expect(companion.calls.some(({ name }) => name === 'strips.remove')).toBe(false);
});

test('another image replaces one that is too large; a rejected one does not', async () => {
  const { page, companion } = await open({ strips: [tooLarge(2_000)] });
  await strip(page, 'report-20.png').click();
  const input = page.getByLabel('Choose another image…').and(page.locator('input'));
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await page.getByText("notes.txt doesn't end in .png").first().waitFor();
  expect(companion.calls.some(({ name }) => name === 'strips.remove')).toBe(false);
  await input.setInputFiles(imagePath);
  await strip(page, basename(imagePath)).waitFor();
  await page.locator('[data-strip="job-20"]').waitFor({ state: 'detached' });
  await expect.poll(() => companion.calls.some(({ name }) => name === 'strips.remove')).toBe(true);
});
