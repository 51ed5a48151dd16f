// How the window formats times, durations, figures and sizes.
import { describe, expect, it } from 'vitest';
import { amount, knownText, minutes, number, rating, signed, size, sizePair } from '../../renderer/format/amount.ts';
import {
  bothZones,
  clockText,
  countdown,
  firstWeekdayIn,
  fullDateTime,
  shortDateTime,
  span,
  wholeSpan,
} from '../../renderer/format/time.ts';

const noon = Date.UTC(2026, 4, 12, 14, 2, 16);

describe('moments', () => {
  it('are in UTC unless the pilot has chosen otherwise', () => {
    expect(clockText(noon)).toBe('14:02:16Z');
    expect(fullDateTime(noon)).toBe('12 May 2026, 14:02:16Z');
    expect(shortDateTime(noon, noon + 60_000)).toBe('14:02:16Z');
    expect(shortDateTime(noon, noon + 86_400_000)).toBe('12 May, 14:02Z');
  });
  it('have both zones on hover', () => {
    expect(bothZones(noon)).toMatch(/^12 May 2026, 14:02:16Z \/ .*\d\d:02:16\u00A0LT$/);
  });
});

it.each([
  ['de-DE', 1],
  ['en-US', 0],
  ['ja-JP', 0],
])('a week begins where it does in %s', (locale, day) => expect(firstWeekdayIn(locale)).toBe(day));

describe('spans', () => {
  it.each([
    [-5, '0:00'],
    [0, '0:00'],
    [1, '0:01'],
    [5_000, '0:05'],
    [59_001, '1:00'],
    [720_000, '12:00'],
    [3_723_000, '1:02:03'],
  ])('count down from %i ms as %s', (ms, written) => expect(countdown(ms)).toBe(written));

  it.each([
    [-1, '0\u00A0s'],
    [20_999, '20\u00A0s'],
    [60_000, '1\u00A0min'],
    [7_800_000, '2\u00A0h 10\u00A0min'],
    [7_200_000, '2\u00A0h'],
    [273_600_000, '3\u00A0d 4\u00A0h'],
  ])('write a wait of %i ms as %s', (ms, written) => expect(span(ms)).toBe(written));

  it('round what is usual up to a minute', () => {
    expect([20_000, 60_000, 7_741_000].map(wholeSpan)).toEqual(['1\u00A0min', '1\u00A0min', '2\u00A0h 10\u00A0min']);
  });
});

describe('figures of the service (A6)', () => {
  it.each([
    [168, '168'],
    [2140, '2,140'],
    [0, '0'],
    [-4, '-4'],
    [0.425, '0.43'],
    ['2140', '2,140'],
    [' 12 ', '12'],
    ['about 200', 'about 200'],
    ['', '····'],
    [null, '····'],
    [Number.NaN, 'NaN'],
  ])('draws %j as %s', (value, drawn) => expect(amount(value)).toBe(drawn));

  it('shows the sign of points and ratings', () => {
    expect([rating(0.4), rating(0.45), rating(-0.05), rating(0)]).toEqual(['+0.40', '+0.45', '−0.05', '0.00']);
    expect([signed(48), signed(-3), signed(0), signed(0.42)]).toEqual(['+48', '−3', '0', '+0.42']);
  });
  it.each([
    [168, '2\u00A0h 48\u00A0min'],
    [41, '41\u00A0min'],
    [120, '2\u00A0h'],
    [0, '0\u00A0min'],
    [-4, '−4\u00A0min'],
    [-75, '−1\u00A0h 15\u00A0min'],
  ])('writes %i minutes as %s', (value, written) => expect(minutes(value)).toBe(written));

  it.each([
    ['UNKNOWN', '····'],
    ['', '····'],
    [' ', '····'],
    ['A20N', 'A20N'],
  ])('reads the text %j as %s', (given, drawn) => expect(knownText(given)).toBe(drawn));

  it("groups thousands as the pilot's system does", () => expect(number(1_234_567)).toBe('1,234,567'));
});

describe('sizes', () => {
  it.each([
    [1, '1\u00A0byte'],
    [900, '900\u00A0bytes'],
    [200_000, '195\u00A0kB'],
    [943_718, '0.9\u00A0MB'],
    [1_677_722, '1.6\u00A0MB'],
    [300 * 1024 * 1024, '300\u00A0MB'],
  ])('writes %i bytes as %s', (bytes, written) => expect(size(bytes)).toBe(written));

  it('writes part and whole in the unit of the whole', () => {
    expect(sizePair(1_048_576, 1_677_722)).toEqual(['1.0', '1.6\u00A0MB']);
    expect(sizePair(1_024, 20_480)).toEqual(['1', '20\u00A0kB']);
  });
});
