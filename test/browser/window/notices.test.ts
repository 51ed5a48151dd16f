// Notices and the toast that offers to undo, together on one screen.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { createFakeWindow } from '../fake-window.ts';

const open = createFakeWindow();
const folder = mkdtempSync(join(tmpdir(), 'notices-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function openCrowded() {
  const { page } = await open({ strips: [wholeStrip('job-30', 'waiting')] });
  for (const name of ['one.txt', 'two.txt', 'three.txt', 'four.txt']) {
    const path = join(folder, name);
    writeFileSync(path, 'text');
    await page.setInputFiles('input[type=file]', path);
    await page.locator('.notice', { hasText: name }).first().waitFor();
  }
  return page;
}

it('shows at most three notices at once, over less than half of the window', async () => {
  const page = await openCrowded();
  const notices = page.locator('.notice');
  expect(await notices.count()).toBe(3);
  await page.locator('[data-strip="job-30"] .strip-open').click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const toast = page.locator('.undo-toast');
  await toast.waitFor();
  expect(await notices.count()).toBe(2);
  const boxes = await Promise.all([page.locator('.notices').boundingBox(), toast.boundingBox()]);
  const covered = Math.max(...boxes.map((box) => box!.y + box!.height)) - Math.min(...boxes.map((box) => box!.y));
  expect(covered).toBeLessThanOrEqual(page.viewportSize()!.height / 2);
});

it('Escape closes the topmost: the notices, newest first, then the toast', async () => {
  const page = await openCrowded();
  await page.locator('[data-strip="job-30"] .strip-open').click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const toast = page.locator('.undo-toast');
  await toast.hover();
  await page.keyboard.press('Escape');
  await page.locator('.notice', { hasText: 'four.txt' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.locator('.notice').first().waitFor({ state: 'detached' });
  expect(await toast.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await toast.waitFor({ state: 'detached' });
  expect(await page.locator('[data-strip="job-30"]').count()).toBe(0);
});
