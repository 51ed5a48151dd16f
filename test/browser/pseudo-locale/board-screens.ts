// What opens over the board, and the board with many reports.
import { verbatim } from '../../../main/messages/message.ts';
import { makeFlight, routed, wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { offer } from '../fake-window.ts';
import { start } from '../open-window.ts';
import type { Screen } from './screen.ts';
import { preset } from '../../support/fake-companion/example-preset.ts';

const many = Array.from({ length: 24 }, (_, n) =>
  wholeStrip(`job-${100 + n}`, 'waiting', { uploadsAt: start + 5_000 }),
);
const others = [wholeStrip('job-1', 'held'), wholeStrip('job-11', 'with-moderator'), wholeStrip('job-12', 'completed')];

export const boardScreens: Readonly<Record<string, Screen>> = {
  'a long board, with its runway': {
    given: {
      strips: [...many, ...others],
      state: (state) => ({ ...state, runway: { ...state.runway, past: [{ at: start - 5_000, outcome: 'too-fast' }] } }),
    },
    async prepare(page) {
      await page.locator('.more').first().waitFor();
    },
  },
  'a board with selected reports': {
    given: { strips: [...others, wholeStrip('job-2', 'approval'), ...many.slice(0, 2)] },
    async prepare(page) {
      await page.locator('[data-strip=job-2] .strip-open').click({ modifiers: ['ControlOrMeta'] });
      await page.locator('[data-strip=job-1] .strip-open').click({ modifiers: ['ControlOrMeta'] });
      await page.locator('.choice-bar').waitFor();
    },
  },
  'the keyboard shortcuts': {
    given: {},
    async prepare(page) {
      await page.keyboard.press('?');
      await page.locator('dialog').waitFor();
      // Added, so that the message is shown.
      await page.locator('.key-button').first().click();
      await page.keyboard.press('2');
      await page.locator('.key-sheet .invalid').waitFor();
    },
  },
  'the palette': {
    given: {},
    async prepare(page) {
      await page.keyboard.press('Control+k');
      await page.locator('.palette [role=option]').first().waitFor();
    },
  },
  'the image of a report': {
    given: {
      strips: [
        wholeStrip('job-11', 'with-moderator', { hasImage: true, flight: makeFlight(4711, routed) }),
        wholeStrip('job-12', 'automatic-check', { hasImage: true, flight: makeFlight(4710) }),
      ],
    },
    async prepare(page) {
      await page.locator('[data-strip=job-11] .strip-open').click();
      await page.locator('.screenshot').click();
      await page.locator('.viewer canvas').waitFor();
    },
  },
  'a compressed image beside its original': {
    given: {
      strips: [
        wholeStrip('job-20', 'held', {
          hasImage: true,
          reason: { kind: 'file-too-large', message: verbatim('Too large.'), requiredAction: 'other-file' },
        }),
      ],
    },
    async prepare(page) {
      // Browsers compress to different sizes.
      await page.evaluate(() => {
        const canvas = OffscreenCanvas.prototype;
        const { convertToBlob } = canvas;
        canvas.convertToBlob = async function encode(options) {
          const small = await convertToBlob.call(this, { ...options, quality: 0.1 });
          return new Blob([small, new Uint8Array(30_000 - small.size)], { type: small.type });
        };
      });
      await page.locator('[data-strip=job-20] .strip-open').click();
      await page.locator('.detail .actions .main-button').first().click();
      await page.locator('.compress figure').nth(1).waitFor();
    },
  },
  'an offered preset': {
    given: { begun: false },
    prepare: (page, companion) => offer(page, companion, { type: 'preset.offered', preset }),
  },
  'an offered folder': {
    given: {},
    async prepare(page, companion) {
      await offer(page, companion, { type: 'folder.offered', path: '/home/anna/shots' });
      await page.locator('.dry-run button').click();
      await page.locator('.dry-run-files').waitFor();
    },
  },
  'a removed report, with undo': {
    given: { strips: [wholeStrip('job-2', 'waiting')] },
    async prepare(page) {
      await page.locator('[data-strip=job-2] .strip-open').click();
      await page.locator('.detail .actions .button').first().click();
      // The toast stays while it has the focus.
      await page.locator('.undo-toast button').focus();
    },
  },
  'the cards about updates': {
    given: {
      state: (state) => ({
        ...state,
        updates: {
          by: 'app',
          progress: { step: 'ready', version: '1.2.0' },
          news: { version: '1.1.0', notes: ['Faster uploads.', 'Fewer questions.'] },
        },
      }),
    },
    prepare: (page) => page.locator('.release-notes').waitFor(),
  },
};
