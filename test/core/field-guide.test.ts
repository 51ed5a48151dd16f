// Every line of the field guide about files, the queue and our own files has a test that names its number, as "field
// guide 4: …". Checks that no number is missing.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../architecture/source-files.ts';
import { testTitles } from '../support/test-titles.ts';

const numbers = [...Array.from({ length: 19 }, (_, index) => index + 1), 24];

const titles = globSync('test/**/*.test.{ts,tsx}', { cwd: root }).flatMap((path) => testTitles(join(root, path)));

test.each(numbers)('field guide %i is proved by a test that runs everywhere', (number) => {
  const proofs = titles.filter(
    ({ title, within, maySkip }) =>
      [title, ...within].some((message) => message.startsWith(`field guide ${number}: `)) && !maySkip,
  );
  expect(proofs.map(({ title }) => title)).not.toEqual([]);
});
