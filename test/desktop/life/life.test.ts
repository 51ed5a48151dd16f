// The rules of crash recovery: pure, in virtual time.
import { expect, test } from 'vitest';
import { createStartRecord } from '../../../main/electron/life/start-record.ts';
import { createReloadLimit } from '../../../main/electron/life/reload-limit.ts';

test('reloads three times in any ten minutes', () => {
  let now = 0;
  const mayReload = createReloadLimit({ monotonic: () => now });
  const at = (minutes: number) => {
    now = minutes * 60_000;
    return mayReload();
  };
  expect([at(0), at(1), at(2), at(3), at(9.9), at(10), at(10.5), at(11)]).toEqual([
    true,
    true,
    true,
    false,
    false,
    true,
    false,
    true,
  ]);
});

/** Runs one start after the other on one document; each ends as its letter defines. */
function starts(...endings: readonly ('settled' | 'killed' | 'crashed, then quit')[]) {
  let document: unknown;
  const store = { read: () => document, write: (value: unknown) => void (document = value) };
  return endings.map((ending) => {
    const record = createStartRecord(store);
    if (ending === 'crashed, then quit') record.crashed();
    if (ending !== 'killed') record.settled();
    return record.isSafe;
  });
}

test.each([
  [
    ['settled', 'settled', 'settled', 'settled'],
    [false, false, false, false],
  ],
  [
    ['killed', 'killed', 'settled', 'settled'],
    [false, false, true, false],
  ],
  [
    ['killed', 'killed', 'killed', 'settled'],
    [false, false, true, true],
  ],
  [
    ['killed', 'settled', 'killed', 'settled'],
    [false, false, false, false],
  ],
  [
    ['crashed, then quit', 'killed', 'settled'],
    [false, false, true],
  ],
] as const)('after starts that were %j, the safe ones are %j', (endings, expected) => {
  expect(starts(...endings)).toEqual(expected);
});

test.each([undefined, 'text', { unsettled: -1 }, { unsettled: 'two' }])('reads %j as no start before', (stored) => {
  expect(createStartRecord({ read: () => stored, write() {} }).isSafe).toBe(false);
});
