// Every time in the window is in the zone that the pilot chose and names it, on each screen that shows times.
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import type { Failure } from '../../../main/contract/failure.ts';
import type { AppState } from '../../../main/contract/state.ts';
import { message, verbatim } from '../../../main/messages/message.ts';
import { timeChoices } from '../../../main/messages/time-format.ts';
import { fakeFlights } from '../../support/fake-companion/fake-flights.ts';
import type { FakeCompanion, FakeOptions } from '../../support/fake-companion/fake-companion.ts';
import { makeFolder } from '../../support/fake-companion/fake-state.ts';
import { makeFlight, routed, wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { createFakeWindow } from '../fake-window.ts';
import { start } from '../open-window.ts';
import { createWrittenTimes, unmarkedTimes } from './times-written.ts';

const open = createFakeWindow();
type Written = ReturnType<typeof createWrittenTimes>;

const minuteMs = 60_000;
/** The day before in UTC, and the same day east of it. */
const lastEvening = Date.UTC(2026, 4, 11, 20, 0, 7);
/** The same day in UTC, and in Tokyo the next one. */
const tonight = Date.UTC(2026, 4, 12, 15, 30, 4);
const planned = start + 1.5 * minuteMs;
const retryAt = start + 4 * minuteMs;
const expiresAt = start + 7 * minuteMs;
const concern: Failure = { kind: 'service-unreachable', message: verbatim('The sign-in waits.'), retryAt };
const quietCheck = message('check.notifications', { shown: 'quiet', at: tonight });

const withTimes = (state: AppState): AppState => ({
  ...state,
  account: { ...state.account, ...(state.account.status === 'signed-in' && { since: lastEvening, concern }) },
  signIn: {
    step: 'waiting-for-browser',
    address: 'https://service.example/oauth/authorize',
    endsOn: 'http://127.0.0.1:4321/callback',
    until: expiresAt,
    concern: null,
  },
  folders: [
    makeFolder({
      skipped: [
        {
          name: 'twin.png',
          message: message('decision.sameAsFlightAt', { flight: 4711, name: 'first.png', at: lastEvening }),
        },
      ],
      concern: { kind: 'folder-unavailable', message: verbatim('The folder is away.'), retryAt },
    }),
  ],
  updates: { by: 'app', progress: { step: 'current', at: lastEvening, older: null }, news: null },
  host: { ...state.host, kind: 'desktop' },
});

const repeated = { at: lastEvening, message: verbatim('It was tried.'), times: 3, until: tonight };
const options: Omit<FakeOptions, 'clock'> = {
  state: withTimes,
  strips: [
    wholeStrip('job-30', 'waiting', {
      uploadsAt: planned,
      file: { name: 'report-30.png', bytes: 1_000_000, source: { kind: 'dropped' }, addedAt: lastEvening },
    }),
    wholeStrip('job-10', 'completed', {
      flight: makeFlight(4699, { ...routed, dateAt: tonight, createdAt: lastEvening }),
    }),
  ],
  histories: { 'job-10': [repeated] },
  decided: [
    {
      name: 'EDDF-LPPT.png',
      path: '/home/anna/EDDF-LPPT.png',
      state: 'uploaded',
      at: lastEvening,
      rule: 'uploaded',
      message: message('history.uploaded', { flight: 4711 }),
      stripId: null,
    },
  ],
  explanations: [
    {
      name: 'EDDF-LPPT.png',
      path: '/home/anna/EDDF-LPPT.png',
      state: 'uploaded',
      headline: message('explain.uploadedAsFlightAt', { flight: 4711, at: tonight }),
      advice: null,
      lacksText: null,
      stripId: null,
      lines: [repeated],
    },
  ],
  suggested: [
    { path: '/home/anna/X-Plane', program: 'X-Plane 12', names: null, approval: false, images: 3, newest: tonight },
  ],
  checks: [{ about: 'notifications', verdict: 'note', message: quietCheck, requiredAction: null }],
  flights: fakeFlights(1, start, (row) => ({ ...row, day: '2026-05-12', enRoute: 168, createdAt: tonight })),
};

const go = (hash: string) => (page: Page) =>
  page.evaluate((given) => {
    location.hash = given;
  }, hash);

type Screen = {
  readonly open: (page: Page, companion: FakeCompanion) => Promise<unknown>;
  /** Its content does not outlast a change of the choice, so it is opened again. */
  readonly isBrief?: boolean;
  readonly shows: (times: Written) => readonly string[];
};

const screens: Readonly<Record<string, Screen>> = {
  'the header, the runway, the banner, the sign-in and the strips': {
    open: go('board'),
    shows: ({ clock, short }) => [
      clock(start, 'second'),
      `Uploaded by about ${clock(planned, 'minute')}`,
      `Retrying at ${clock(retryAt, 'second')}.`,
      `This request expires at ${clock(expiresAt, 'minute')}.`,
      short(planned),
      `dropped here, ${short(lastEvening)}`,
    ],
  },
  'the detail and its history': {
    open: (page) => page.locator('[data-strip="job-10"] .strip-open').click(),
    shows: ({ full, short }) => [
      full(tonight),
      full(lastEvening),
      full(wholeStrip('job-10', 'completed').file!.addedAt),
      short(lastEvening),
      `(3 times, last at ${short(tonight)})`,
    ],
  },
  'a pause that the service asked for': {
    async open(page, companion) {
      await page.keyboard.press('Escape');
      companion.change((state) => ({ ...state, runway: { ...state.runway, pausedUntil: tonight } }));
    },
    shows: ({ clock }) => [`Rate limit reached, resuming at ${clock(tonight, 'second')}`],
  },
  'the list of files': { open: go('files'), shows: ({ short }) => [short(lastEvening)] },
  'the history of a file': {
    open: (page) => page.locator('.decided-file').click(),
    shows: ({ dateTime, short }) => [
      `Uploaded as flight 4711 (${dateTime(tonight)}).`,
      short(lastEvening),
      `(3 times, last at ${short(tonight)})`,
    ],
  },
  'the watched and suggested folders': {
    async open(page) {
      await go('files')(page);
      await page.locator('details:has(.skipped)').evaluate((details: HTMLDetailsElement) => (details.open = true));
    },
    isBrief: true,
    shows: ({ clock, dateTime, day }) => [
      `Retrying at ${clock(retryAt, 'second')}.`,
      `uploaded ${dateTime(lastEvening)})`,
      `the newest from ${day(tonight)}`,
    ],
  },
  'the settings': {
    async open(page, companion) {
      await companion.handle('settings.change', { quietUntil: tonight });
      await go('settings')(page);
    },
    shows: ({ clock, dateTime, full }) => [
      `Since ${full(lastEvening)}`,
      `Retrying at ${clock(retryAt, 'second')}.`,
      `Notifications are off until ${dateTime(tonight)}. You'll get a summary`,
      `Up to date. Checked at ${dateTime(lastEvening)}.`,
    ],
  },
  'the pre-flight check': {
    open: (page) => page.getByRole('button', { name: 'Run check' }).click(),
    isBrief: true,
    shows: ({ dateTime }) => [`Notifications are off until ${dateTime(tonight)}\n`],
  },
  'the account menu': {
    open: (page) =>
      page
        .getByRole('button', { name: /^Demo Pilot|Account/ })
        .first()
        .click(),
    isBrief: true,
    shows: ({ clock }) => [clock(start, 'second')],
  },
  'the logbook, whose days are those of the records': {
    async open(page) {
      await page.keyboard.press('Escape');
      await go('logbook?cols=day,from,to,minutes,created')(page);
    },
    shows: ({ full }) => ['12 May', full(tonight)],
  },
  'the notice after a refresh': {
    async open(page) {
      await go('board')(page);
      await page.locator('.board').waitFor();
      await page.keyboard.press('r');
    },
    isBrief: true,
    shows: ({ clock }) => [`Rate limit reached, refreshing at ${clock(tonight, 'second')}`],
  },
};

const shown = async (page: Page) => (await page.locator('body').innerText()).replaceAll('\u00A0', ' ');

test.each([
  ['Asia/Tokyo', 9 * 60],
  ['Asia/Kolkata', 5.5 * 60],
])(
  'every time on every screen is in the chosen zone, names it and follows a change at once: %s',
  async (timezoneId, offsetMin) => {
    const { page, companion, complaints } = await open(options, { timezoneId, isTimeStill: true });
    for (const [name, screen] of Object.entries(screens)) {
      await screen.open(page, companion);
      for (const times of timeChoices) {
        companion.change((state) => ({ ...state, times }));
        const expected = screen.shows(createWrittenTimes(times, offsetMin));
        const clock = createWrittenTimes(times, offsetMin).clock(start, 'second');
        await expect.poll(async () => (await page.locator('.clock').innerText()).replaceAll('\u00A0', ' ')).toBe(clock);
        if (screen.isBrief) await screen.open(page, companion);
        const missing = async () => {
          const text = await shown(page);
          return expected.filter((part) => !text.includes(part));
        };
        await expect.poll(missing, { message: `${name}, ${times}` }).toEqual([]);
        // A notice from before the change stays for some seconds, with the time as it was.
        const unmarked = async () => unmarkedTimes(await shown(page), times);
        await expect.poll(unmarked, { message: `${name}, ${times}`, timeout: 15_000 }).toEqual([]);
      }
    }
    expect(complaints).toEqual([]);
  },
);
