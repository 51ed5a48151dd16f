import { describe, expect, it } from 'vitest';
import { asNumber } from '../../../../main/contract/flight.ts';
import { greatCircle } from '../../../../main/core/logbook/export/maps.ts';

it.each([
  [7, 7],
  [7.5, 7.5],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  ['7', 7],
  [' 7 ', 7],
  ['+7', 7],
  ['-7.25', -7.25],
  ['7.', null],
  ['.5', null],
  ['7 min', null],
  ['x7', null],
  ['', null],
  [null, null],
] as const)('reads %j of the service as the number %j', (value, number) => {
  expect(asNumber(value)).toBe(number);
});

describe('a great circle', () => {
  const way = (...[from, to]: Parameters<typeof greatCircle>) =>
    greatCircle(from, to).map((line) => line.map((position) => position.join(' ')).join(', '));

  it('has a position about every two degrees, on the shortest way', () => {
    expect(way([0, 0], [3, 0])).toEqual(['0 0, 1.5 0, 3 0']);
    expect(way([10, 0], [10, 5])).toEqual(['10 0, 10 1.667, 10 3.333, 10 5']);
    expect(way([0, 0], [1.9, 0])).toEqual(['0 0, 1.9 0']);
    expect(greatCircle([0, 0], [0, 89])[0]).toHaveLength(46);
  });

  it('crosses the date line in both directions, at its latitude', () => {
    expect(way([179, 0], [-179.5, 0])).toEqual(['179 0, 180 0', '-180 0, -179.5 0']);
    expect(way([-179.5, 1], [179.5, 1])).toEqual(['-179.5 1, -180 1', '180 1, 179.5 1']);
    expect(way([179, 0], [-179.5, 0.75])).toEqual(['179 0, 180 0.5', '-180 0.5, -179.5 0.75']);
  });

  it('goes over the north between Europe and America', () => {
    const [line = []] = greatCircle([8.5, 50], [-122.4, 37.6]);
    expect(Math.max(...line.map(([, lat]) => lat))).toBeGreaterThan(60);
    expect(way([8.5, 50], [8.5, 50])).toEqual(['8.5 50, 8.5 50']);
  });
});
