// How much of a long list the board shows.
import { expect, test } from 'vitest';
import { shownCount } from '../../renderer/board/board.tsx';

test('of more than twenty reports in a bay the first few are shown, until the pilot asks for all', () => {
  expect(shownCount(20, 20, false)).toBe(20);
  expect(shownCount(50, 10_000, false)).toBe(6);
  expect(shownCount(50, 10_000, true)).toBe(50);
});
