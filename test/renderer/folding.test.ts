// Which strips the board shows.
import { expect, it } from 'vitest';
import { shownCount, todayOf } from '../../renderer/board/board.tsx';
import { wholeStrip } from '../support/fake-companion/fake-strips.ts';

it('a long bay shows its first few until all are asked for', () => {
  expect(shownCount(20, 20, false)).toBe(20);
  expect(shownCount(50, 10_000, false)).toBe(6);
  expect(shownCount(50, 10_000, true)).toBe(50);
});

it('an evening goes on after midnight: flights of the last twelve hours count as those of today', () => {
  const completed = (id: number, since: number) => wholeStrip(`flight-${id}`, 'completed', { since });
  const strips = [
    completed(3, Date.UTC(2026, 4, 12, 0, 20)),
    completed(2, Date.UTC(2026, 4, 11, 23, 40)),
    completed(1, Date.UTC(2026, 4, 11, 9, 0)),
  ];
  const lists = { completed: { strips, next: null, readTo: null, status: 'read' } } as const;
  const idsAt = (now: number) => todayOf(lists, now).map(({ id }) => id);
  expect(idsAt(Date.UTC(2026, 4, 12, 0, 30))).toEqual(['flight-3', 'flight-2']);
  expect(idsAt(Date.UTC(2026, 4, 12, 20, 0))).toEqual(['flight-3']);
});
