import { expect, test } from 'vitest';
import { datalessOf, hasLittleOnDisk, isOffline } from '../../../../main/core/watch/listing/growing-file.ts';

test('macOS marks a placeholder with a flag', () => {
  expect(datalessOf('1073741856\n0\n32\n1073741824\n')).toEqual([true, false, false, true, false]);
});

test.each([
  ['A    O       P   C:\\Shots\\a.png', true],
  ['A            U   C:\\Shots\\a.png', false],
  ['A                C:\\OLD OFFICE\\O.png', false],
  ['File not found - C:\\Shots\\a.png', false],
  ['', false],
])('Windows marks a placeholder with an attribute: %s', (output, is) => {
  expect(isOffline(output)).toBe(is);
});

test.each([
  ['16 KiB of which nothing is on the disk', 16_384, 0, true],
  ['less than 16 KiB', 16_383, 0, false],
  ['less than a quarter on the disk', 65_536, 31, true],
  ['a quarter on the disk', 65_536, 32, false],
  ['a drive that does not tell', 65_536, null, false],
])('the system is asked about a file of %s', (_, size, blocks, is) => {
  expect(hasLittleOnDisk({ size, blocks })).toBe(is);
});
