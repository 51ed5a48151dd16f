// The state of the connection in the header, and the banner about an outage of the service.
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../main/contract/failure.ts';
import type { AppState } from '../../../main/contract/state.ts';
import { failures } from '../../../main/core/messages/failures.ts';
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { createFakeWindow, strip } from '../fake-window.ts';
import { start } from '../open-window.ts';
import { computedColors } from '../computed-colors.ts';

const open = createFakeWindow();
type Connection = AppState['connection'];

const unreachable = failures.serviceUnreachable('Pilot Flight Service', 'ECONNREFUSED');
const outage = { ...failures.serviceError('Pilot Flight Service', 'HTTP 503'), retryAt: start + 60_000 };

const connected = (status: Connection['status'], concern: Failure | null = null) => ({
  state: (state: AppState): AppState => ({ ...state, connection: { status, since: start, concern } }),
});

const header = (page: Page) => page.getByRole('banner').locator('.connection-status');
const lamp = (page: Page) => header(page).locator('.lamp');
const lampStyle = (page: Page) =>
  lamp(page).evaluate((element) => {
    const { backgroundColor, borderRadius, borderTopWidth } = getComputedStyle(element);
    return { background: backgroundColor, isRound: borderRadius === '50%', isHollow: borderTopWidth !== '0px' };
  });

describe('the connection in the header', () => {
  test('names each status, and is green only for a service that answers', async () => {
    const { page, companion, complaints } = await open(connected('unknown'));
    const [green, red, amber, none] = await computedColors(
      page,
      'var(--done)',
      'var(--you)',
      'var(--review)',
      'transparent',
    );
    expect(new Set([green, red, amber, none]).size).toBe(4);
    for (const [status, concern, name, color] of [
      ['unknown', null, 'Not connected', none],
      ['online', null, 'Online', green],
      ['offline', failures.offline(), 'Offline', red],
      ['offline', null, 'Offline', red],
      // An address where nothing listens.
      ['offline', unreachable, "Can't reach service", red],
      ['offline', failures.captivePortal('S', 'C'), "Can't reach service", red],
      ['offline', failures.proxyError('S', 'C'), "Can't reach service", red],
      ['service-error', null, 'Service problem', amber],
      ['service-error', outage, 'Service problem', amber],
    ] as const) {
      companion.change(connected(status, concern).state);
      await expect.poll(() => header(page).innerText()).toBe(name);
      expect(await header(page).ariaSnapshot()).toBe(`- text: ${name}`);
      expect(await lamp(page).getAttribute('class')).toBe(`lamp ${status}`);
      expect({ name, color: (await lampStyle(page)).background }).toEqual({ name, color });
    }
    expect(complaints).toEqual([]);
  });

  test('the lamps differ with forced colours, by colour and shape', async () => {
    const { page, companion } = await open(connected('online'));
    await page.emulateMedia({ forcedColors: 'active' });
    const [ink, highlight] = await computedColors(page, 'CanvasText', 'Highlight');
    await expect.poll(() => header(page).innerText()).toBe('Online');
    expect(await lampStyle(page)).toEqual({ background: ink, isRound: true, isHollow: false });
    for (const [status, name] of [
      ['service-error', 'Service problem'],
      ['offline', 'Offline'],
    ] as const) {
      companion.change(connected(status).state);
      await expect.poll(() => header(page).innerText()).toBe(name);
      expect(await lampStyle(page)).toEqual({ background: highlight, isRound: false, isHollow: false });
    }
    companion.change(connected('unknown').state);
    await expect.poll(() => header(page).innerText()).toBe('Not connected');
    expect(await lampStyle(page)).toMatchObject({ isRound: true, isHollow: true });
  });

  test('a narrow window keeps the lamp, and its text for screen readers', async () => {
    const { page } = await open(connected('service-error', outage), { width: 360 });
    await header(page).waitFor();
    expect(await lamp(page).boundingBox()).toMatchObject({ width: 8, height: 8 });
    expect(await page.getByRole('banner').ariaSnapshot()).toContain('Service problem');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});

describe('the banner about an outage of the service', () => {
  const waiting = (id: string, reason: Failure | null, uploadsAt: number | null = start + 30_000) =>
    wholeStrip(id, 'waiting', { reason, uploadsAt });
  const banner = (page: Page) => page.getByText(/is having problems\. Your reports are safe/);

  test('is shown once, and no report has a planned time beside it', async () => {
    const { page, companion } = await open({
      ...connected('service-error', outage),
      strips: ['job-30', 'job-31'].map((id) => waiting(id, outage)),
    });
    await banner(page).waitFor();
    expect(await banner(page).count()).toBe(1);
    // The reports arrive after the state.
    await page.locator('[data-strip="job-31"]').waitFor();
    expect(
      await page
        .getByText(/having problems/)
        .filter({ visible: true })
        .count(),
    ).toBe(1);
    expect(await page.locator('.strip time').count()).toBe(0);
    const runway = page.getByRole('region', { name: 'Upload schedule' });
    expect(await runway.innerText()).not.toContain('Next upload in');
    expect(await runway.getByText('uploaded by about').count()).toBe(0);

    // The next upload is accepted, and the others wait for their times.
    companion.put(
      wholeStrip('job-30', 'automatic-check', { flight: wholeStrip('job-30', 'completed').flight }),
      waiting('job-31', null),
    );
    companion.change(connected('online').state);
    await banner(page).waitFor({ state: 'detached' });
    await page.locator('[data-strip="job-31"] time').waitFor();
    expect(await runway.innerText()).toContain('Next upload in');
  });

  test('goes when no report waits for the service any more', async () => {
    const { page, companion } = await open({
      ...connected('service-error', outage),
      strips: [waiting('job-30', outage)],
    });
    await banner(page).waitFor();
    await companion.handle('strips.remove', { id: 'job-30' });
    await expect.poll(() => banner(page).count()).toBe(0);
    expect(await header(page).innerText()).toBe('Service problem');
  });

  test('an outage leaves no planned time on a report, but a limit does', async () => {
    const { page } = await open({
      strips: [
        waiting('job-30', outage),
        waiting('job-31', failures.answerNotUnderstood('Pilot Flight Service', 'html')),
        waiting('job-32', failures.offline()),
        waiting('job-33', unreachable),
        waiting('job-34', failures.tooFast(start + 30_000)),
        waiting('job-35', failures.rateLimited(start + 30_000)),
      ],
    });
    await strip(page, 'report-35.png').waitFor();
    expect(await page.locator('.strip .when time').allInnerTexts()).toEqual(['14:03:01Z', '14:03:06Z']);
  });

  test('goes as soon as the reports that upload next no longer wait for the service', async () => {
    const { page, companion } = await open({
      strips: Array.from({ length: 4 }, (_, place) => waiting(`job-${30 + place}`, outage)),
    });
    await banner(page).waitFor();
    companion.put(waiting('job-30', null), waiting('job-31', null));
    await expect.poll(() => banner(page).count()).toBe(0);
  });
});
