import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { leftToAPerson, tableOf } from '../../../scripts/release/release-check.mjs';
import { inRoot } from '../../../scripts/root.mjs';

test('lists what is not ticked, by heading, without Markdown', () => {
  const checklist =
    '# T\n\n## Done\n\n- [x] a\n\n## Open\n\n- [x] b\n- [ ] The `c` in [d](../d.md)\n\ntext\n- [ ] **e**\n';
  expect(leftToAPerson(checklist)).toEqual([{ heading: 'Open', items: ['The c in d', 'e'] }]);
});

test('the project’s own checklist has something for each system', () => {
  const headings = leftToAPerson(readFileSync(inRoot('docs', 'distributors', 'release-checklist.md'), 'utf8')).map(
    ({ heading }) => heading,
  );
  for (const system of ['macOS', 'Windows', 'Linux']) expect(headings.join()).toContain(system);
});

test('counts what is good, failed and skipped', () => {
  const table = tableOf([
    { name: 'a', result: 'good', detail: '' },
    { name: 'long', result: 'failed', detail: 'why' },
    { name: 'c', result: 'skipped', detail: 'no tool' },
  ]);
  expect(table).toBe('good     a\nfailed   long  why\nskipped  c     no tool\n\n1 good, 1 failed, 1 skipped');
});
