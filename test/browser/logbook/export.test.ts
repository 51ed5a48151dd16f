// The logbook's output: exports, prints, the page of a flight on the website. In a real browser, on in-memory flights.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { Strip } from '../../../main/contract/strip.ts';
import { failed, ok } from '../../../main/contract/failure.ts';
import { message } from '../../../main/messages/message.ts';
import { fakeFlights } from '../../support/fake-companion/fake-flights.ts';
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { createFakeWindow } from '../fake-window.ts';
import { start } from '../open-window.ts';
import { violations } from '../violations.ts';

const open = createFakeWindow();
const flights = fakeFlights(900, start, (row) => ({ ...row, ownCounted: row.from === 'LOWG' ? ['minutes'] : [] }));

async function openLogbook(many = flights, strips: readonly Strip[] = []) {
  const opened = await open({
    flights: many,
    strips,
    state: (state) => ({ ...state, logbook: { status: 'complete', flights: many.length, unread: 0, readAfter: null } }),
  });
  await opened.page.evaluate(() => {
    location.hash = 'logbook';
  });
  await opened.page.locator('.flight-row[data-strip]').first().waitFor();
  return opened;
}

describe('an export', () => {
  it('is chosen with the arrows, Home, End or the first letters of a format', async () => {
    const { page } = await openLogbook();
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    await page.getByRole('button', { name: 'Export' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toMatch(/^CSV/);
    for (const [key, entry] of [
      ['ArrowDown', /^CSV with semicolons/],
      ['ArrowDown', /^JSON/],
      ['End', /^PDF or paper/],
      ['ArrowDown', /^CSV/],
      ['ArrowUp', /^PDF or paper/],
      ['Home', /^CSV/],
      ['k', /^KML/],
    ] as const) {
      await page.keyboard.press(key);
      expect(await focused()).toMatch(entry);
    }
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await focused()).toBe('Export');
  });

  it('shows its progress, and stops when it is cancelled', async () => {
    const { page, companion, complaints } = await openLogbook();
    const answer = Promise.withResolvers<void>();
    Object.assign(companion, {
      exportLogbook: () =>
        answer.promise.then(() => failed({ kind: 'cancelled', message: message('failure.cancelled') })),
    });
    await page.keyboard.press('e');
    await page.getByRole('menuitem', { name: /^CSV(?! with)/ }).click();
    companion.emit({ type: 'export.progressed', written: 250, total: 900 });
    await page.getByText('250 flights written').waitFor();
    expect(await page.getByRole('progressbar', { name: 'Export in progress' }).getAttribute('max')).toBe('900');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => companion.calls.map(({ name }) => name)).toContain('logbook.cancelExport');
    answer.resolve();
    await page.getByRole('button', { name: 'Export' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

it('says how many flights of an exported map have no place on it, and what has not been read', async () => {
  const { page, companion } = await openLogbook();
  const completeness = { status: 'loading', flights: 12, unread: 0, readAfter: null } as const;
  Object.assign(companion, {
    async exportLogbook(_input: unknown, to: { folder: string }) {
      await writeFile(join(to.folder, 'flights.kml'), '<kml/>');
      return ok({ name: 'flights.kml', flights: 12, leftOut: 0, unplaced: 2, completeness, isFinal: false });
    },
  });
  await page.keyboard.press('e');
  await page.getByRole('menuitem', { name: 'KML' }).click();
  const saved = page.getByText(
    'Saved 12 flights to flights.kml; 2 have no place on the map and are listed without one. 12 flights read so far.',
  );
  await expect.poll(() => saved.count()).toBeGreaterThan(0);
});

describe('a print', () => {
  const printed = (page: Awaited<ReturnType<typeof openLogbook>>['page']) => page.locator('.print-sheet');

  it('has every flight of the filter with its totals, and is removed afterwards', async () => {
    const { page, complaints } = await openLogbook();
    await page.evaluate(() => {
      location.hash = 'logbook?airport=LOWG';
      (globalThis as { prints?: number }).prints = 0;
      globalThis.print = () => void ((globalThis as { prints?: number }).prints! += 1);
    });
    await page.locator('.chips').getByText('LOWG').waitFor();
    const expected = flights.filter(({ from, to }) => from === 'LOWG' || to === 'LOWG').length;
    await expect.poll(() => page.locator('.totals').innerText()).toContain(String(expected));
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'PDF or paper' }).click();
    await expect.poll(() => printed(page).locator('tbody tr').count()).toBe(expected);
    expect(await page.evaluate(() => (globalThis as { prints?: number }).prints)).toBe(1);
    expect(await printed(page).isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await printed(page).getByRole('heading', { name: 'Flight logbook' }).isVisible()).toBe(true);
    expect(await page.locator('.shell').isVisible()).toBe(false);
    expect(await printed(page).locator('p').first().innerText()).toMatch(/^Demo Pilot, .+ – .+, .*LOWG/);
    expect(await printed(page).locator('td em').count()).toBe(flights.filter(({ from }) => from === 'LOWG').length);
    // Every page has the column headings, and the PDF is not truncated after one page.
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/g)!.length).toBeGreaterThan(expected / 60);
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await printed(page).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('has only the selected flights if some are selected', async () => {
    const { page } = await openLogbook();
    await page.evaluate(() => {
      globalThis.print = () => {};
    });
    await page.locator('.flight-row[data-row="0"]').focus();
    await page.keyboard.press(' ');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press(' ');
    await page.getByText('2 flights selected').waitFor();
    await page.keyboard.press('e');
    await page.getByRole('menuitem', { name: 'PDF or paper' }).click();
    await expect.poll(() => printed(page).locator('tbody tr').count()).toBe(2);
  });

  it('of more flights than can be printed names the printed ones', async () => {
    const { page } = await openLogbook(fakeFlights(5_200, start));
    await page.evaluate(() => {
      globalThis.print = () => {};
    });
    await page.keyboard.press('e');
    await page.getByRole('menuitem', { name: 'PDF or paper' }).click();
    await page
      .locator('.print-sheet p', { hasText: 'The first 5,000 of 5,200 flights' })
      .waitFor({ state: 'attached' });
    expect(await printed(page).locator('tbody tr').count()).toBe(5_000);
    await page.locator('.flight-row[data-row="0"]').focus();
    await page.keyboard.press('Control+a');
    await page.getByText('5,200 flights selected').waitFor();
  });
});

test("a flight is opened on the service's website if its settings have the address", async () => {
  const [first, second] = flights.slice(0, 2).map((row) => wholeStrip(row.stripId, row.stage));
  const { page, companion } = await openLogbook(flights, [{ ...first!, actions: ['open-page'] }, second!]);
  await page.locator('.flight-row[data-row="0"]').click();
  await page.getByRole('button', { name: 'Open on website' }).click();
  await expect.poll(() => companion.calls).toContainEqual({ name: 'strips.openPage', input: { id: first!.id } });
  await page.locator('.flight-row[data-row="1"]').click();
  await page.getByRole('button', { name: 'Open on website' }).waitFor({ state: 'detached' });
});
