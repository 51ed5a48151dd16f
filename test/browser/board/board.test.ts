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

describe('the schedule', () => {
  test('is one line for the next report, and drawn while three or more wait', async () => {
    const next = [wholeStrip('job-30', 'waiting', { uploadsAt: start + 5_000 })];
    const { page, companion } = await open({ strips: next });
    const lane = page.getByRole('img', { name: /^Runway:/ });
    await page.getByText('Next upload in').waitFor();
    expect(await lane.count()).toBe(0);
    companion.put(...['job-31', 'job-32'].map((id) => wholeStrip(id, 'waiting', { uploadsAt: start + 10_000 })));
    await lane.waitFor();
  });

  test('moves the times of waiting reports on while an upload takes longer than planned', async () => {
    const late = (id: string) => wholeStrip(id, 'waiting', { uploadsAt: start - 20_000 });
    const { page } = await open({
      strips: [wholeStrip('job-1', 'uploading'), late('job-2'), late('job-3'), late('job-4')],
    });
    const rows = page.getByRole('list', { name: /^Now/ }).locator('.when:has(time)');
    await expect.poll(() => rows.count()).toBe(3);
    const texts = (await rows.allInnerTexts()).map((text) => text.split('\n').at(-1));
    expect(texts).toEqual(['in 0:05', 'in 0:10', 'in 0:15']);
    expect(await page.getByRole('region', { name: 'Upload schedule' }).innerText()).toContain('Uploading now');
  });

  test('explains its marks', async () => {
    const { page, complaints } = await open({
      strips: ['job-30', 'job-31', 'job-32'].map((id) => wholeStrip(id, 'waiting', { uploadsAt: start + 5_000 })),
      state: flown,
    });
    await page.getByRole('img', { name: 'Runway: 1 upload done, 1 rejected too soon, 3 scheduled' }).waitFor();
    expect(await page.locator('.turned-back title').textContent()).toBe('Too soon; later uploads wait longer');
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

describe('the board', () => {
  const waiting = Array.from({ length: 24 }, (_, n) => wholeStrip(`job-${100 + n}`, 'waiting'));
  const completed = Array.from({ length: 3 }, (_, n) => wholeStrip(`job-${10 + n}`, 'completed', { since: start }));

  test('is one large place to drop while there is nothing else, and a bar above the first report', async () => {
    const { page, companion } = await open();
    const place = page.locator('.drop-bar');
    await place.waitFor();
    const before = (await place.boundingBox())!.height;
    expect(await violations(page)).toEqual([]);
    companion.put(wholeStrip('job-11', 'with-moderator'));
    await page.locator('[data-strip]').waitFor();
    expect((await place.boundingBox())!.height).toBeLessThan(before / 2);
    expect(await violations(page)).toEqual([]);
  });

  test("has today's flights with their points, and one line into the logbook", async () => {
    const old = wholeStrip('job-20', 'completed', { since: start - 3 * 24 * 3_600_000 });
    const { page } = await open({ strips: [...completed, old] });
    await page.getByRole('list', { name: 'Today, 3 flights' }).waitFor();
    await page.getByText('3 flights · +144 points').waitFor();
    await page.getByRole('link', { name: '4 flights in the logbook' }).click();
    await expect.poll(() => page.url()).toMatch(/#logbook$/);
  });

  test('shows the first of many that wait, above those under review, and all of them on request', async () => {
    const { page, complaints } = await open({ strips: [...waiting, wholeStrip('job-11', 'with-moderator')] });
    await page.locator('[data-strip="job-11"]').waitFor();
    expect(await page.locator('.strip.bay-queue').count()).toBe(6);
    await page.getByRole('button', { name: 'Show all 24 waiting reports' }).click();
    await expect.poll(() => page.locator('.strip.bay-queue').count()).toBe(24);
    expect(complaints).toEqual([]);
  });

  test('has a menu for each report, which the keyboard reaches from its row', async () => {
    const { page, companion } = await open({ strips: [wholeStrip('job-30', 'waiting')] });
    await page.locator('.strip-open').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await expect.poll(() => companion.calls.some(({ name }) => name === 'strips.remove')).toBe(true);
  });

  test('adds a sample report in the demo by its button, and by dragging its picture', async () => {
    const { page, companion } = await open();
    const added = () => companion.calls.filter(({ name }) => name === 'service.addSampleReport').length;
    await page.getByRole('button', { name: 'Drop a sample report' }).click();
    await expect.poll(added).toBe(1);
    await page.locator('.offered canvas').dragTo(page.locator('.header'), { force: true });
    await expect.poll(added).toBe(2);
    expect(await page.locator('.drop-zone').count()).toBe(0);
  });
});
