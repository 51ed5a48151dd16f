import { expect, test } from 'vitest';
import { tableOf } from '../../../scripts/release/release-check.mjs';

test('counts what is good, failed and skipped', () => {
  const table = tableOf([
    { name: 'a', result: 'good', detail: '' },
    { name: 'long', result: 'failed', detail: 'why' },
    { name: 'c', result: 'skipped', detail: 'no tool' },
  ]);
  expect(table).toBe('good     a\nfailed   long  why\nskipped  c     no tool\n\n1 good, 1 failed, 1 skipped');
});
