import { expect, test } from 'vitest';
import { readFlags } from '../../scripts/flags.mjs';

test('returns the options that were given', () => {
  expect(readFlags(['--force', '--quiet'], ['--force'])).toEqual(new Set(['--force']));
});

test.each([
  [['--force'], ['--forse'], "--forse isn't an option of this script.\n  It has: --force"],
  [[], ['frob'], "frob isn't an option of this script.\n  It has none."],
])('with %j, stops at %j', (known, args, message) => {
  expect(() => readFlags(known, args)).toThrow(message);
});
