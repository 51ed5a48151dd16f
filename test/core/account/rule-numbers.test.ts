// Every rule that applies to the companion has a test with its number: `rule 13: …`. General OAuth rules are tested
// against three servers (peers.ts).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, textFiles } from '../../architecture/source-files.ts';
import { testTitles } from '../../support/test-titles.ts';

const rows = readFileSync(join(root, 'docs/design/oauth-rules.md'), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, number = '']) => /^\d+$/.test(number));
/** Rows of the table whose column “Who” names the companion. */
const rules = rows.filter(([, , , , who = '']) => /\bC\b/.test(who)).map(([, number]) => Number(number));

const titlesIn = (pattern: RegExp) =>
  textFiles()
    .filter(({ path }) => pattern.test(path))
    .flatMap(({ path }) => testTitles(join(root, path)).map((each) => ({ ...each, path })));
const ours = titlesIn(/^test\/(core|integration|node|browser|attacks|campaigns)\/.*\.test\.ts$/);
const atPeers = titlesIn(/^test\/core\/account\/peers\.test\.ts$/);

test("the companion's rules are those of the table", () => {
  expect(rules).toEqual([1, 2, 3, 6, 8, 9, 12, 14, 16, 20, 21, 23, 24, 25, 26, 27, 28, 29, 32, 33]);
});

// Rule 13 is the emulator's in the table; the companion must never trigger it.
test.each([...rules, 13])('a test of the companion is named after number %i, and is never skipped', (number) => {
  const named = ours.filter(({ title }) => title.startsWith(`rule ${number}: `));
  expect(named.filter(({ maySkip }) => !maySkip)).not.toEqual([]);
});

test('the broker’s rule has a test with its number', () => {
  const named = titlesIn(/^test\/broker\/.*\.test\.ts$/).filter(({ title }) => title.startsWith('rule 34: '));
  expect(named.filter(({ maySkip }) => !maySkip)).not.toEqual([]);
});

test.each([1, 2, 3, 6, 8, 9, 12, 13, 14, 16, 20, 21, 23, 24, 25, 26, 27, 28, 29, 32])(
  'number %i is tested against three servers',
  (number) => {
    expect(atPeers.filter(({ title, maySkip }) => title.startsWith(`rule ${number}: `) && !maySkip)).not.toEqual([]);
  },
);

test('a number in a title has that form, or is in brackets at its end', () => {
  const otherwise = ours.filter(({ title }) => /\brules? \d/.test(title) && !/^rule \d+: |\(rule \d+\)$/.test(title));
  expect(otherwise.map(({ path, title }) => `${path}: ${title}`)).toEqual([]);
});
