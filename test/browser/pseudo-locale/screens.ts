// The screens of the window, each in a state that shows as much as possible.
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { newService } from '../../../main/contract/settings.ts';
import type { AppState } from '../../../main/contract/state.ts';
import { makeFlight, routed, wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { showView } from '../fake-window.ts';
import { start } from '../open-window.ts';
import { boardScreens } from './board-screens.ts';
import { firstStartScreens } from './first-start-screens.ts';
import { folderScreens, shots } from './folder-screens.ts';
import { logbookScreens } from './logbook-screens.ts';
import { signingIn, type Screen } from './screen.ts';
import { durationMessage } from '../../../main/messages/duration.ts';
import { message, verbatim } from '../../../main/messages/message.ts';

const decision = (message: string) =>
  ({ kind: 'file-rejected-by-service', message: verbatim(message), requiredAction: 'decision' }) as const;
const concern = (message: string) =>
  ({ kind: 'service-unreachable', message: verbatim(message), retryAt: start + 90_000, code: 'HTTP 503' }) as const;

const strips = [
  wholeStrip('job-1', 'rejected', { hasImage: true, reason: decision('Refused.') }),
  wholeStrip('job-2', 'unconfirmed', { reason: decision('The answer was lost.') }),
  ...['job-3', 'job-4'].map((id) =>
    wholeStrip(id, 'approval', { hasImage: true, reason: { ...decision('Asks.'), kind: 'approval-needed' } }),
  ),
  wholeStrip('job-5', 'held', {
    reason: { kind: 'sign-in-needed', message: verbatim('Signed out.'), requiredAction: 'sign-in' },
    actions: ['sign-in', 'remove'],
  }),
  wholeStrip('job-20', 'uploading', { progress: { sentBytes: 1_048_576, totalBytes: 1_677_722 } }),
  wholeStrip('job-21', 'waiting', { uploadsAt: start + 5_000 }),
  wholeStrip('job-22', 'waiting', { reason: { kind: 'connection-not-trusted', message: verbatim('Not trusted.') } }),
  wholeStrip('job-10', 'automatic-check', { flight: makeFlight(4710) }),
  wholeStrip('job-11', 'with-moderator', {
    hasImage: true,
    since: start - 7_800_000,
    usually: { lowMs: 10_800_000, highMs: 21_600_000 },
    flight: makeFlight(4711, routed),
  }),
  wholeStrip('job-12', 'completed', {
    flight: makeFlight(4699, { ...routed, seasonPoints: 9, ratingContribution: 0.42, moderatorChecked: true }),
  }),
  wholeStrip('job-13', 'archived', { flight: makeFlight(4698, { isArchived: true }) }),
  wholeStrip('job-14', 'not-uploaded'),
];

const ownService = (state: AppState): AppState => ({
  ...state,
  service: { ...state.service, kind: 'service', choice: 'service', name: 'Airline', hasConsole: false },
  accounts: [
    { id: 1, name: 'Anna Aviator', isInUse: true, waiting: 1, attention: 0, concern: null },
    { id: 2, name: 'Ben Beacon', isInUse: false, waiting: 3, attention: 0, concern: null },
  ],
});

const view = (name: string) => async (page: Page) => {
  await showView(page, name);
  await page.locator('h1').waitFor();
};

async function drop(page: Page, files: readonly (readonly [string, string])[], type: 'dragenter' | 'drop') {
  await page.evaluate(
    ({ given, event }) => {
      const dataTransfer = new DataTransfer();
      for (const [name, mime] of given) dataTransfer.items.add(new File(['bytes'], name, { type: mime }));
      document.body.dispatchEvent(new DragEvent(event, { bubbles: true, cancelable: true, dataTransfer }));
    },
    { given: files, event: type },
  );
}

export const screens: Readonly<Record<string, Screen>> = {
  'the first start': {
    given: { begun: false },
    prepare: (page) => page.locator('.first-card > .large-button').nth(1).waitFor(),
  },
  'the first start with errors': {
    given: { begun: false },
    async prepare(page) {
      await drop(page, [['early.png', 'image/png']], 'drop');
      await page.locator('.first-card > .large-button').nth(1).click();
      await page.locator('form button[type=submit]').click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  'an empty board': { given: {} },
  'a full board': {
    given: {
      strips,
      state: (state) => ({
        ...ownService(state),
        folders: [shots],
        completedToday: 2,
        signedOut: [{ id: 3, name: verbatim('Cleo'), reports: 2 }],
      }),
    },
    async prepare(page) {
      // What the pilot decided not to upload is folded.
      const shown = strips.filter(({ bay }) => bay !== 'not-uploaded');
      await expect.poll(() => page.locator('[data-strip]').count()).toBe(shown.length);
    },
  },
  'a board with everything in the way': {
    given: {
      strips: strips.slice(5, 8),
      state: (state) => ({
        ...ownService(state),
        isLeader: false,
        account: { status: 'signed-out', name: 'Anna Aviator', reason: concern('Signed out.') },
        secretsConcern: { kind: 'vault-locked', message: verbatim('Locked.'), requiredAction: 'passphrase' },
        secretStorage: { choice: 'file-vault', hasKeychain: false, vault: 'locked' },
        dataConcern: { kind: 'disk', message: verbatim('Rescued.'), code: 'rescued' },
        settingsConcern: { kind: 'disk', message: verbatim('Kept aside.'), requiredAction: 'settings' },
        connection: { status: 'offline', since: start, concern: concern('Away.') },
      }),
    },
    prepare: (page) => page.locator('.vault-card summary').click(),
  },
  'a sign-in': {
    given: {
      state: (state) => ({ ...ownService(state), ...signingIn }),
    },
    prepare: (page) => page.locator('.signing-in summary').click(),
  },
  'the detail of a flight': {
    given: { strips, state: ownService },
    part: '.detail',
    async prepare(page) {
      await page.locator('[data-strip=job-12] .strip-open').click();
      await page.locator('.detail .fields').first().waitFor();
    },
  },
  'the detail of a report with choices': {
    given: { strips, state: ownService },
    part: '.detail',
    async prepare(page) {
      await page.locator('[data-strip=job-2] .strip-open').click();
      await page.locator('.detail .fields').first().waitFor();
    },
  },
  notices: {
    given: {},
    async prepare(page) {
      const files = ['a', 'b', 'c', 'd'].map((name) => [`${name}.txt`, 'text/plain'] as const);
      await drop(page, files, 'drop');
      await page.locator('.notice').waitFor();
    },
  },
  'files over the window': {
    given: {},
    async prepare(page) {
      await drop(
        page,
        [
          ['a.png', 'image/png'],
          ['b.txt', 'text/plain'],
        ],
        'dragenter',
      );
      await page.locator('.drop-text').waitFor();
    },
  },
  'the account menu': {
    given: { state: ownService },
    async prepare(page) {
      await page.locator('.pilot-button').click();
      await page.locator('.menu-action').first().waitFor();
    },
  },
  files: {
    given: {
      decided: [
        {
          name: 'EGLL-KJFK.png',
          path: '/shots/EGLL-KJFK.png',
          state: 'not-added',
          at: start,
          rule: 'before',
          message: verbatim('Before.'),
          stripId: null,
          pilot: null,
        },
        {
          name: 'EDDF-LPPT.png',
          path: '/shots/EDDF-LPPT.png',
          state: 'uploaded',
          at: start,
          rule: 'uploaded',
          message: verbatim('Sent.'),
          stripId: 'job-1',
          pilot: null,
        },
      ],
      explanations: [
        {
          name: 'EGLL-KJFK.png',
          path: '/shots/EGLL-KJFK.png',
          state: 'not-added',
          headline: verbatim('Before.'),
          advice: verbatim('Drop it.'),
          lacksText: null,
          looksLike: null,
          stripId: null,
          lines: [{ at: start - 86_400_000, message: verbatim('Left.'), times: 4, until: start }],
        },
      ],
    },
    async prepare(page) {
      await view('files')(page);
      await page.locator('.file-row').first().click();
      await page.locator('.file-history .history').waitFor();
    },
  },
  settings: {
    given: {
      checks: [
        {
          about: 'disk',
          verdict: 'good',
          message: message('check.disk.good', { gigabytes: 52 }),
          requiredAction: null,
        },
        {
          about: 'clock',
          verdict: 'problem',
          message: message('check.clock.off', { duration: durationMessage(20 * 60_000), side: 'ahead' }),
          requiredAction: null,
        },
        { about: 'account', verdict: 'problem', message: message('check.account.none'), requiredAction: 'sign-in' },
      ],
      state: (state) => ({
        ...ownService(state),
        secretsIn: 'memory',
        secretStorage: { choice: 'keychain', hasKeychain: false, vault: 'none' },
        account: {
          ...state.account,
          ...(state.account.status === 'signed-in' && {
            missing: ['profile', 'flights:read', 'other'],
            mayUpload: false,
          }),
        },
      }),
    },
    async prepare(page, companion) {
      await companion.handle('settings.change', {
        service: { ...newService('service', 'Airline'), address: 'https://a.example' },
      });
      await view('settings')(page);
      await page.locator('details.connection').first().waitFor();
      for (const details of await page.locator('details.connection').all()) await details.locator('summary').click();
      await page.locator('.choice input[type=radio]').nth(2).waitFor();
      await page.locator('section[aria-labelledby=settings-checks] button').first().click();
      await page.locator('.checks').waitFor();
    },
  },
  'the third-party licences': {
    given: {},
    async prepare(page) {
      await view('settings')(page);
      await page.locator('section[aria-labelledby=settings-about] button').click();
      await page.locator('dialog').waitFor();
      // The packages of the build change more often than the dialog.
      await page.evaluate(() => {
        const dialog = document.querySelector('dialog')!;
        for (const line of dialog.querySelectorAll('li:nth-child(n + 3)')) line.remove();
        const texts = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) texts.currentNode.nodeValue = texts.currentNode.nodeValue!.replace(/\d[\d.]*/g, '2');
      });
    },
  },
  ...boardScreens,
  ...firstStartScreens,
  ...folderScreens,
  ...logbookScreens,
};
