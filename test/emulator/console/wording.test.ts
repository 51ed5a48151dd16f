// How the console formats values.
import { describe, expect, it } from 'vitest';
import { countdown, duration } from '../../../emulator/console/format/format.ts';
import { readableBody } from '../../../emulator/console/requests/request-detail.tsx';
import { rowMove } from '../../../emulator/console/elements/list.tsx';

describe('a body', () => {
  const body = (type: string, text: string) => readableBody({ headers: { 'content-type': type }, body: text });

  it('is formatted when it is JSON or a form, and unchanged otherwise', () => {
    expect(body('application/json; charset=utf-8', '{"a":1}')).toBe('{\n  "a": 1\n}');
    expect(body('application/json', '{"a":')).toBe('{"a":');
    expect(body('application/x-www-form-urlencoded', 'a=1+2&b=')).toBe('a = 1 2\nb = ');
    expect(body('text/html', '<p>a=1')).toBe('<p>a=1');
  });
});

describe('a duration', () => {
  it.each([
    [0, '0:00'],
    [-5, '0:00'],
    [1, '0:01'],
    [61_000, '1:01'],
    [3_723_000, '1:02:03'],
    [2_588_400_000, '29 d 23 h'],
  ])('of %i ms that is left reads %s', (ms, message) => {
    expect(countdown(ms)).toBe(message);
  });

  it.each([
    [0.42, '0.4 ms'],
    [12.3, '12 ms'],
    [999, '999 ms'],
    [3200, '3.2 s'],
    [60_000, '60 s'],
  ])('of %d ms has a space before its unit: %s', (ms, message) => {
    expect(duration(ms)).toBe(message);
  });
});

describe('a navigation key in the list', () => {
  it.each([
    ['ArrowDown', -1, 0],
    ['ArrowDown', 9, 9],
    ['ArrowUp', 0, 0],
    ['PageDown', 2, 7],
    ['Home', 5, 0],
    ['End', 5, 9],
    ['x', 5, null],
  ])('%s moves from %i to %s', (key, from, to) => {
    expect(rowMove(key, from, 10, 5)).toBe(to);
  });

  it('does nothing in an empty list', () => {
    expect(rowMove('End', -1, 0, 5)).toBeNull();
  });
});
