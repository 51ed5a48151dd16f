// Reports of pilots who are signed out, beside one's own.
import { expect, test } from 'vitest';
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { createFakeWindow } from '../fake-window.ts';

const open = createFakeWindow();

test('a long queue of a pilot who is signed out hides no waiting report', async () => {
  // More than a page.
  const others = Array.from({ length: 60 }, (_, n) =>
    wholeStrip(`job-${n + 1}`, 'held', { bay: 'queue', pilot: { id: 3, name: 'Ben', isSignedOut: true } }),
  );
  const own = [101, 102, 103].map((n) => wholeStrip(`job-${n}`, 'waiting'));
  const { page, companion } = await open({ strips: [...others, ...own] });
  companion.change((state) => ({ ...state, signedOut: [{ id: 3, name: 'Ben', reports: others.length }] }));
  const shown = () => page.locator('[data-strip]').evaluateAll((all) => all.map((one) => one.dataset['strip']));
  await expect.poll(shown).toEqual(['job-101', 'job-102', 'job-103']);
  await page.getByText('60 reports wait until Ben signs in').waitFor();
});
