import { expect, test } from 'vitest';
import { closestWord } from '../../../main/node/cli/arguments.ts';

test.each([
  ['stauts', 'status'],
  ['STATUS', 'status'],
  ['statu', 'status'],
  ['uplaod', 'upload'],
  ['flight', 'flights'],
  ['fly', null],
  ['x', null],
  ['', null],
])('%j is meant as %j', (word, meant) => {
  expect(closestWord(word, ['status', 'upload', 'flights', 'watch'])).toBe(meant);
});
