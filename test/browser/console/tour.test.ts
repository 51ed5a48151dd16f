// The tour of the console: offered once, by keyboard, and next to what it explains.
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { placeBeside } from '../../../emulator/console/tour/place-beside.ts';
import { eventually, createTestConsole } from './open-console.ts';
import { violations } from '../violations.ts';

const testConsole = createTestConsole();

const card = (page: Page) => page.locator('dialog.tour');
const offer = (page: Page) => page.getByRole('complementary', { name: 'Tour' });

async function openForTheFirstTime(look = {}) {
  const opened = await testConsole.open({}, look);
  await opened.page.evaluate(() => localStorage.removeItem('console-tour'));
  await opened.page.reload();
  await offer(opened.page).waitFor();
  return opened;
}

describe('the tour', () => {
  it('is offered until it is declined, and stays among the keyboard shortcuts', async () => {
    const { page } = await openForTheFirstTime();
    expect(await violations(page)).toEqual([]);
    await offer(page).getByRole('button', { name: 'Not now' }).click();
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await offer(page).count()).toBe(0);
    await page.keyboard.press('?');
    await page
      .getByRole('dialog', { name: 'Keyboard shortcuts' })
      .getByRole('button', { name: 'Take the tour' })
      .click();
    await page.getByRole('dialog', { name: 'Every request, and why' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await card(page).count()).toBe(0);
    expect(await page.locator('[data-tour]').count()).toBe(0);
  });

  it.each([
    [1280, 800],
    [360, 640],
  ])('goes through six parts by keyboard, each marked and beside its card, at %i by %i', async (width, height) => {
    const { page, complaints } = await openForTheFirstTime({ width, height });
    await offer(page).getByRole('button', { name: 'Take the tour' }).click();
    const views: (string | undefined)[] = [];
    for (let step = 1; step <= 6; step += 1) {
      await card(page).getByText(`${step} of 6`).waitFor();
      // A screen reader reads the card, because it has the focus.
      await eventually(() => card(page).evaluate((one) => one === document.activeElement)).toBe(true);
      expect(await violations(page)).toEqual([]);
      const marked = (await page.locator('[data-tour]').boundingBox())!;
      const box = (await card(page).boundingBox())!;
      const isApart =
        box.x >= marked.x + marked.width ||
        box.x + box.width <= marked.x ||
        box.y >= marked.y + marked.height ||
        box.y + box.height <= marked.y;
      const isWithin = box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
      expect([step, isApart, isWithin]).toEqual([step, true, true]);
      views.push(page.url().split('#')[1]);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
    }
    expect(views).toEqual(['requests', 'requests', 'requests', 'flights', 'people', 'api']);
    expect(await card(page).count()).toBe(0);
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await offer(page).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('goes back, and puts its card above what is at the bottom', async () => {
    const { page } = await openForTheFirstTime();
    await offer(page).getByRole('button', { name: 'Take the tour' }).click();
    await card(page).getByRole('button', { name: 'Next' }).click();
    await page.getByRole('dialog', { name: 'Control the clock' }).waitFor();
    await card(page).getByRole('button', { name: 'Back' }).click();
    await page.getByRole('dialog', { name: 'Every request, and why' }).waitFor();
    const atBottom = { left: 200, top: 700, width: 60, height: 50 };
    expect(placeBeside(atBottom, { width: 300, height: 200 }, { width: 360, height: 760 })).toEqual({
      left: 48,
      top: 488,
    });
  });
});
