// Which strips glide to their new place: of a long queue only visible ones.
import { expect, it } from 'vitest';
import { isInSight } from '../../renderer/board/use-glide.ts';

const view = { top: 1_000, height: 600 };

it.each<[string, number, number, boolean]>([
  ['stays in view', 1_200, 1_138, true],
  ['comes into view from just below', 1_700, 1_590, true],
  ['leaves it for the bay far below', 1_100, 9_000, false],
  ['moves far below, as the rest of a long queue does with each departure', 9_062, 9_000, false],
  ['moves far above', 262, 200, false],
])('a strip that %s', (_, from, to, glides) => {
  expect(isInSight([from, to], view)).toBe(glides);
});
