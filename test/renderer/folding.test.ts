// Which bays are folded.
import { expect, test } from 'vitest';
import { hasJumpList, isFolded } from '../../renderer/board/board.tsx';

const none = { 'needs-attention': 0, queue: 0, 'under-review': 0, completed: 0, 'not-uploaded': 0 };
const few = { ...none, queue: 18, 'needs-attention': 2, completed: 300 };
const many = { ...few, queue: 19 };

test('while many wait, the bays without a required action are folded', () => {
  expect(isFolded('completed', few, {})).toBe(false);
  expect(isFolded('completed', many, {})).toBe(true);
  expect(isFolded('under-review', many, {})).toBe(true);
  expect(isFolded('queue', many, {})).toBe(false);
  expect(isFolded('needs-attention', many, {})).toBe(false);
});

test('what the pilot has folded or unfolded stays so', () => {
  expect(isFolded('completed', many, { completed: false })).toBe(false);
  expect(isFolded('queue', few, { queue: true })).toBe(true);
});

test('a long board has a jump list, if there is more than one bay to jump to', () => {
  expect(hasJumpList(few)).toBe(true);
  expect(hasJumpList({ ...none, queue: 10, completed: 10 })).toBe(false);
  expect(hasJumpList({ ...none, completed: 300 })).toBe(false);
});
