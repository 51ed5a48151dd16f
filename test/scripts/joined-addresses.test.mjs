import { expect, test } from 'vitest';
import { joinedAddresses } from '../../scripts/open-in-electron.mjs';

test.each([
  [
    ['--emulator', 'http://127.0.0.1:1', '--data-dir', 'd'],
    ['--emulator=http://127.0.0.1:1', '--data-dir', 'd'],
  ],
  [
    ['--emulator=http://127.0.0.1:1', 'a.png'],
    ['--emulator=http://127.0.0.1:1', 'a.png'],
  ],
  [
    ['--emulator', '--profile', 'demo'],
    ['--emulator', '--profile', 'demo'],
  ],
  [[], []],
])('passes %j on as %j', (args, expected) => {
  expect(joinedAddresses(args)).toEqual(expected);
});
