// What opens over the board, and the board with many reports.
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { start } from '../open-window.ts';
import type { Screen } from './screen.ts';

const many = Array.from({ length: 24 }, (_, n) => wholeStrip(`job-${100 + n}`, 'waiting'));
const others = [wholeStrip('job-1', 'held'), wholeStrip('job-11', 'with-moderator'), wholeStrip('job-12', 'completed')];

export const boardScreens: Readonly<Record<string, Screen>> = {
  'a long board, with the legend of its runway': {
    given: {
      strips: [...many, ...others],
      state: (state) => ({
        ...state,
        runway: { ...state.runway, past: [{ at: start - 5_000, outcome: 'too-fast' }] },
      }),
    },
    async prepare(page) {
      await page.locator('.jump-to').first().waitFor();
      await page.locator('.lane-button').focus();
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
      await page.locator('.nav button').last().click();
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
};
