import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isCode, root, textFiles } from '../architecture/source-files.ts';

const register = readFileSync(join(root, 'docs/emulator/assumptions.md'), 'utf8');
const numbers = [...register.matchAll(/^\| (A\d+) \| /gm)].map(([, number]) => number!);

test('docs/emulator/assumptions.md numbers each assumption once, in order', () => {
  expect(numbers).toEqual(numbers.map((_, index) => `A${index + 1}`));
});

test('every assumption that the code cites is in docs/emulator/assumptions.md', () => {
  const cited = textFiles()
    .filter(({ path }) => isCode(path) && /^(main|renderer|emulator)\//.test(path))
    .flatMap(({ path, text }) => commentsOf(text).map((number) => ({ path, number })));
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter(({ number }) => !numbers.includes(number))).toEqual([]);
});

/** Numbers such as A7 in comments; in strings the same letters may be an aircraft or a paper size. */
const commentsOf = (text: string): string[] =>
  [...text.matchAll(/\/\/.*|\/\*[\s\S]*?\*\//g)].flatMap(([comment]) => comment.match(/\bA\d{1,2}\b/g) ?? []);
