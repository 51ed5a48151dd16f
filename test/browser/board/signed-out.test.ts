// Reports of pilots who are signed out, beside one's own.
import { expect, test } from 'vitest';
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { createFakeWindow } from '../fake-window.ts';

const open = createFakeWindow();

test('a long queue of a pilot who is signed out hides no waiting report', async () => {
  const others = Array.from({ length: 25 }, (_, n) =>
    wholeStrip(`job-${n + 1}`, 'held', { bay: 'queue', pilot: { id: 3, name: 'Ben', isSignedOut: true } }),
  );
  const own = [31, 32, 33].map((n) => wholeStrip(`job-${n}`, 'waiting'));
  const { page, companion } = await open({ strips: [...others, ...own] });
  companion.change((state) => ({ ...state, signedOut: [{ id: 3, name: 'Ben', reports: others.length }] }));
  const shown = () => page.locator('[data-strip]').evaluateAll((all) => all.map((one) => one.dataset['strip']));
  await expect.poll(shown).toEqual(['job-31', 'job-32', 'job-33']);
});
