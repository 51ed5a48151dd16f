// Every rule that applies to the emulator has a test with its number: `rule 13: …`.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root, textFiles } from '../../architecture/source-files.ts';
import { testTitles } from '../../support/test-titles.ts';

/** The rows of the table whose column “Who” names the emulator. */
const rules = readFileSync(join(root, 'docs/design/oauth-rules.md'), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, number = '', , , who = '']) => /^\d+$/.test(number) && /\bE\b/.test(who))
  .map(([, number]) => Number(number));

const titles = textFiles()
  .filter(({ path }) => /^test\/(emulator|browser)\/.*\.test\.ts$/.test(path))
  .flatMap(({ path }) => testTitles(join(root, path)).map((test) => ({ ...test, path })));

it('the rules of the emulator are those assigned to it in the table', () => {
  expect(rules).toEqual([4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18, 19, 22, 28, 29, 30, 31]);
});

it.each(rules)('a test that is never skipped is named after rule %i', (number) => {
  const named = titles.filter(({ title }) => title.startsWith(`rule ${number}: `));
  expect(named.filter(({ maySkip }) => !maySkip)).not.toEqual([]);
});

it('a rule number in a title has that form, or is in brackets at its end', () => {
  const otherwise = titles.filter(({ title }) => /\brules? \d/.test(title) && !/^rule \d+: |\(rule \d+\)$/.test(title));
  expect(otherwise.map(({ path, title }) => `${path}: ${title}`)).toEqual([]);
});
