// Which strip Tab reaches, and the focus after a removal.
import { expect, test } from 'vitest';
import { tabStopOf } from '../../renderer/list/list.tsx';

const ids = ['1', '2', '3', '4'];

test('Tab reaches the first strip, then the one that had the focus last', () => {
  expect(tabStopOf([], null)).toBeNull();
  expect(tabStopOf(ids, null)).toBe('1');
  expect(tabStopOf(['0', ...ids], { id: '3', ids })).toBe('3');
});

test('the place of a strip that is gone is that of the next one, or of the last one', () => {
  expect(tabStopOf(['1', '2', '4'], { id: '3', ids })).toBe('4');
  expect(tabStopOf(['1', '2'], { id: '3', ids })).toBe('2');
  expect(tabStopOf([], { id: '3', ids })).toBeNull();
});
