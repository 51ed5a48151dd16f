// Figures while flights are being read, where they can't be read, and of archived flights, in a real browser.
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { makeFlight, routed, wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { fakeFlights } from '../../support/fake-companion/fake-flights.ts';
import type { FakeOptions } from '../../support/fake-companion/fake-companion.ts';
import { createFakeWindow, showView } from '../fake-window.ts';
import { start } from '../open-window.ts';
import { violations } from '../violations.ts';

const open = createFakeWindow();
const flights = fakeFlights(300, start);

async function openView(view: string, given: Omit<FakeOptions, 'clock'>) {
  const opened = await open(given);
  await showView(opened.page, view);
  return opened;
}
const loading: Omit<FakeOptions, 'clock'> = {
  flights,
  state: (state) => ({ ...state, logbook: { status: 'loading', flights: 300, unread: 0, readAfter: '2026-03-20' } }),
};
const soFar = (page: Page) => page.locator('.so-far');

describe('while older flights are being read', () => {
  it('the statistics tell no record, and mark what is not final', async () => {
    const { page } = await openView('statistics', loading);
    await page.getByText('Records follow once all flights have been read.').waitFor();
    await page.getByText('300 flights read so far, back to 20 Mar 2026.').waitFor();
    expect(await page.locator('.totals.so-far').count()).toBe(1);
    await expect.poll(() => page.locator('.panel-days .panel-note').innerText()).toBe('so far');
    expect(await page.locator('.panel-months polyline.ink-line').count()).toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);
  });

  it('the logbook marks the months that have not been read, and only those', async () => {
    const { page } = await openView('logbook', loading);
    await page.locator('.month-row').first().waitFor();
    await page.locator('.totals.so-far').waitFor();
    expect(await page.locator('.month-row').first().innerText()).not.toContain('so far');
    await page.locator('.flight-scroll').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await page.locator('.month-row.so-far', { hasText: 'so far' }).first().waitFor();
  });

  it('figures of days that have been read are final', async () => {
    const { page } = await openView('statistics?from=2026-03-21', loading);
    await page.locator('.panel-records dt').first().waitFor();
    expect(await soFar(page).count()).toBe(0);
  });

  it('the map and the board say so', async () => {
    const { page } = await openView('map', {
      ...loading,
      strips: [wholeStrip('job-1', 'completed', { flight: makeFlight(1, routed) })],
    });
    await page.getByText('Shown · so far').waitFor();
    await showView(page, 'board');
    await expect.poll(() => page.getByText(/so far/).isVisible()).toBe(true);
  });
});

describe('where flights cannot be read', () => {
  const bare = fakeFlights(4, start, (row) => ({
    ...row,
    from: '',
    to: '',
    aircraft: 'UNKNOWN',
    enRoute: null,
    distanceNm: null,
    pax: null,
    cargoKg: null,
    delayMin: null,
    seasonPoints: null,
    ratingContribution: null,
    status: 'uploaded',
    stage: 'received',
    file: 'report.png',
  }));
  const local: Omit<FakeOptions, 'clock'> = {
    flights: bare,
    strips: [wholeStrip('job-1', 'received', { flight: makeFlight(4701) })],
    state: (state) => ({
      ...state,
      service: { ...state.service, canRead: false },
      logbook: { status: 'local', flights: 4, unread: 0, readAfter: null },
    }),
  };

  it.each([
    ['map', 'No routes to draw'],
    ['statistics', 'No figures to show'],
  ])('the %s says what is missing instead of drawing nothing', async (view, title) => {
    const { page } = await openView(view, local);
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByText("This service doesn't let apps read flights.").waitFor();
    expect(await page.locator('.chart, canvas').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
  });

  it('the logbook lists what is known, without dots and zeros', async () => {
    const { page } = await openView('logbook', local);
    await page.locator('.flight-row[data-strip]').first().waitFor();
    await page.getByText("This service doesn't let apps read flights.").waitFor();
    // The columns that would be empty go when the totals are there.
    await expect.poll(() => page.locator('#main').innerText()).not.toMatch(/····|\b0 (?:h|NM|points)\b/);
  });

  it('the board ends with the number of the flight, and claims nothing beyond the upload', async () => {
    const { page } = await openView('board', local);
    await page.locator('.strip', { hasText: 'flight 4701' }).waitFor();
    const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts();
    expect(headings.map((heading) => heading.toLowerCase())).toEqual(['now', 'uploaded today']);
  });
});

it('an archived flight has its points struck through on the board and in the logbook', async () => {
  const archived = wholeStrip('job-1', 'archived', {
    flight: makeFlight(1, { ...routed, isArchived: true, seasonPoints: 48 }),
  });
  const { page } = await openView('board', {
    strips: [archived],
    flights: fakeFlights(3, start, (row) => ({ ...row, status: 'archived', seasonPoints: 48 })),
  });
  await page.locator('.strip.is-plain .when s', { hasText: '48' }).waitFor();
  await showView(page, 'logbook?status=archived');
  const struck = page.locator('.flight-row s', { hasText: '48' }).first();
  await expect.poll(() => struck.isVisible()).toBe(true);
});
