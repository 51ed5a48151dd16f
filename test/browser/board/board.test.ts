// The board as it fills and empties: the runway and the bays.
import { describe, expect, test } from 'vitest';
import type { AppState } from '../../../main/contract/state.ts';
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { createFakeWindow } from '../fake-window.ts';
import { start } from '../open-window.ts';
import { violations } from '../violations.ts';

const open = createFakeWindow();

const flown = (state: AppState): AppState => ({
  ...state,
  runway: {
    ...state.runway,
    past: [
      { at: start - 15_000, outcome: 'accepted' },
      { at: start - 4_000, outcome: 'too-fast' },
    ],
  },
});

describe('the runway', () => {
  test('is one line while nothing is planned, and again as soon as the last upload has left it', async () => {
    const { page, companion } = await open();
    const lane = page.getByRole('button', { name: /^Runway:/ });
    await page.getByText('No uploads scheduled').waitFor();
    expect(await lane.count()).toBe(0);
    expect((await page.getByRole('region', { name: 'Upload schedule' }).boundingBox())!.height).toBeLessThan(50);
    companion.change(flown);
    await lane.waitFor();
    companion.change((state) => ({
      ...state,
      runway: { ...state.runway, past: [{ at: start - 40_000, outcome: 'accepted' }] },
    }));
    await lane.waitFor({ state: 'detached' });
  });

  test('moves the times of waiting reports on while an upload takes longer than planned', async () => {
    const late = (id: string) => wholeStrip(id, 'waiting', { uploadsAt: start - 20_000 });
    const { page } = await open({
      strips: [wholeStrip('job-1', 'uploading'), late('job-2'), late('job-3'), late('job-4')],
    });
    const rows = page.getByRole('list', { name: /^Queue/ }).locator('.when');
    await expect.poll(() => rows.count()).toBe(4);
    const texts = (await rows.allInnerTexts()).map((text) => text.split('\n').at(-1));
    expect(texts).toEqual(['now', 'in 0:05', 'in 0:10', 'in 0:15']);
    expect(await page.getByRole('region', { name: 'Upload schedule' }).innerText()).toContain('Uploading now');
  });

  test('explains its marks on hover and on focus, until Escape', async () => {
    const { page, complaints } = await open({
      strips: [wholeStrip('job-30', 'waiting', { uploadsAt: start + 5_000 })],
      state: flown,
    });
    const lane = page.getByRole('button', { name: 'Runway: 1 upload done, 1 rejected too soon, 1 scheduled' });
    const legend = page.getByText('Too soon; later uploads wait longer');
    expect(await legend.isVisible()).toBe(false);
    await lane.hover();
    await legend.waitFor();
    // The pointer can reach it.
    await legend.hover();
    expect(await legend.isVisible()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.mouse.move(400, 600);
    await legend.waitFor({ state: 'hidden' });
    await lane.focus();
    await legend.waitFor();
    await page.keyboard.press('Escape');
    await legend.waitFor({ state: 'hidden' });
    expect(complaints).toEqual([]);
  });
});

describe('the bays', () => {
  const waiting = Array.from({ length: 24 }, (_, n) => wholeStrip(`job-${100 + n}`, 'waiting'));
  const completed = Array.from({ length: 3 }, (_, n) => wholeStrip(`job-${10 + n}`, 'completed'));

  test('are one quiet line each while they are empty', async () => {
    const { page } = await open({ strips: [wholeStrip('job-11', 'with-moderator')] });
    await page.locator('[data-strip]').waitFor();
    for (const text of ['Drop screenshots anywhere in this window', 'No completed flights']) {
      const bay = page.getByRole('region').filter({ hasText: text });
      expect((await bay.boundingBox())!.height).toBeLessThan(25);
    }
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('fold and unfold at their headings, by keyboard, and their names have no counts', async () => {
    const { page } = await open({ strips: completed });
    const heading = page.getByRole('heading', { name: 'Completed', exact: true, level: 2 });
    const fold = heading.getByRole('button', { name: 'Completed', expanded: true });
    await fold.focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-strip]').first().waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Completed', exact: true }).getByText('3', { exact: true }).waitFor();
    await page.keyboard.press('2');
    await page.getByRole('link', { name: 'Board' }).click();
    await heading.getByRole('button', { expanded: false }).click();
    expect(await page.locator('[data-strip]').count()).toBe(3);
  });

  test('with many waiting, bays without a required action are folded, and a jump list counts and opens them', async () => {
    const { page, complaints } = await open({ strips: [...waiting, ...completed] });
    const jump = page.getByRole('navigation', { name: 'Jump to a section' });
    expect(await jump.getByRole('button').allInnerTexts()).toEqual(['Queue 24', 'Completed 3']);
    expect(await page.locator('.strip.bay-completed').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await jump.getByRole('button', { name: 'Completed 3' }).click();
    await page.locator('.strip.bay-completed').first().waitFor();
    await expect.poll(() => page.locator('.strip.bay-completed').last().isVisible()).toBe(true);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Completed');
    // No part of the list covers the heading.
    const [list, heading] = [await jump.boundingBox(), await page.locator('#bay-completed').boundingBox()];
    expect(heading!.y).toBeGreaterThanOrEqual(list!.y + list!.height);
    expect(complaints).toEqual([]);
  });
});
