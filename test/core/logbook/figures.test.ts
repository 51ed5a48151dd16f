import { describe, expect, it } from 'vitest';
import type { Airport, Airports } from '../../../main/core/logbook/airports.ts';
import {
  delayBins,
  delayOf,
  longestStreak,
  mapOf,
  monthsOf,
  topAircraft,
  topAirports,
  topRoutes,
  withoutGaps,
} from '../../../main/core/logbook/figures.ts';

/** Every airport but those that begin with Z; ten miles apart. */
const airports: Airports = {
  find: (code) => (code.startsWith('Z') ? null : airportOf(code)),
  distanceNm: (from, to) => (from === to ? 0 : 10),
  routeName: () => null,
  matches: () => false,
  named: () => [],
  codes: [],
};
const airportOf = (code: string): Airport => ({
  code,
  name: `${code} field`,
  city: `${code} city`,
  country: 'AT',
  lon: 1,
  lat: 2,
});
const day = (name: string, flights = 1, minutes = 10, points = 100) => ({ day: name, flights, minutes, points });
const month = (name: string, flights = 0, minutes = 0, points = 0) => ({ month: name, flights, minutes, points });
const route = (from: string, to: string, flights = 1, minutes = 10) => ({ from, to, flights, minutes });
const delay = (delayMin: number, flights = 1) => ({ delayMin, flights });
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));

describe('months', () => {
  it('are the sums of their days, oldest first', () => {
    expect(monthsOf([day('2026-02-03', 2, 30, 200), day('2025-12-31'), day('2026-02-01')])).toEqual([
      month('2025-12', 1, 10, 100),
      month('2026-02', 3, 40, 300),
    ]);
    expect(monthsOf([])).toEqual([]);
  });

  const namesIn = (text: string) => text.match(/\S+/g) ?? [];
  it.each([
    ['', ''],
    ['2026-05', '2026-05'],
    ['2026-05 2026-06', '2026-05 2026-06'],
    ['2026-08 2026-11', '2026-08 2026-09 2026-10 2026-11'],
    ['2025-11 2026-02', '2025-11 2025-12 2026-01 2026-02'],
    ['0099-12 0100-02', '0099-12 0100-01 0100-02'],
  ])('%j have no gaps', (known, all) => {
    const flown = withoutGaps(namesIn(known).map((name) => month(name, 5, 6, 7)));
    expect(flown).toEqual(namesIn(all).map((name) => (known.includes(name) ? month(name, 5, 6, 7) : month(name))));
  });
});

describe('delays', () => {
  it.each([
    ['of no flight', [], { known: 0, onTime: 0, medianMin: null }],
    ['of one flight', [delay(7)], { known: 1, onTime: 1, medianMin: 7 }],
    ['of an even number', [delay(-5), delay(10)], { known: 2, onTime: 2, medianMin: 2.5 }],
    ['of an odd number', [delay(-5), delay(10), delay(40)], { known: 3, onTime: 2, medianMin: 10 }],
    ['of several with the same delay', [delay(1, 3), delay(20, 2)], { known: 5, onTime: 3, medianMin: 1 }],
    ['of two halves', [delay(1, 2), delay(20, 2)], { known: 4, onTime: 2, medianMin: 10.5 }],
    ['at the limit', [delay(15), delay(16)], { known: 2, onTime: 1, medianMin: 15.5 }],
  ])('%s', (_what, delays, expected) => {
    expect(delayOf(delays)).toEqual(expected);
  });

  it.each([
    [-31, -30],
    [-30, -30],
    [-26, -30],
    [-25, -25],
    [-1, -5],
    [0, 0],
    [4, 0],
    [5, 5],
    [119, 115],
    [120, 120],
    [900, 120],
  ])('of %i minutes are in the bin from %i', (delayMin, fromMin) => {
    const bins = delayBins([delay(delayMin, 3), delay(delayMin, 1)]);
    expect(bins.filter(({ flights }) => flights > 0)).toEqual([{ fromMin, flights: 4 }]);
    expect([bins.length, bins[0], bins.at(-1)?.fromMin]).toMatchObject([31, { fromMin: -30 }, 120]);
  });
});

it.each([
  [[], null],
  [['2026-05-01'], { from: '2026-05-01', to: '2026-05-01', days: 1 }],
  [['2026-05-01', '2026-05-03'], { from: '2026-05-01', to: '2026-05-01', days: 1 }],
  [['2026-02-27', '2026-02-28', '2026-03-01'], { from: '2026-02-27', to: '2026-03-01', days: 3 }],
  [['2026-01-01', '2026-01-02', '2026-02-01', '2026-02-02'], { from: '2026-01-01', to: '2026-01-02', days: 2 }],
  [['2026-01-01', '2026-01-03', '2026-01-04'], { from: '2026-01-03', to: '2026-01-04', days: 2 }],
])('the longest streak of %j', (days, streak) => {
  expect(longestStreak(days)).toEqual(streak);
});

describe('the most flown', () => {
  it('are twelve types of aircraft by name, and the others together', () => {
    const types = [
      { type: 'A320', flights: 9, minutes: 900 },
      ...many(14, (n) => ({ type: `X${n}`, flights: 1 + n, minutes: 10 })),
    ];
    const { top, others } = topAircraft(types);
    expect(top).toHaveLength(12);
    expect(top.slice(0, 2)).toEqual([
      { type: 'A320', name: 'Airbus A320', flights: 9, minutes: 900 },
      { type: 'X0', name: null, flights: 1, minutes: 10 },
    ]);
    expect(others).toEqual({ types: 3, flights: 12 + 13 + 14, minutes: 30 });
    expect(topAircraft(types.slice(0, 2)).others).toEqual({ types: 0, flights: 0, minutes: 0 });
  });

  it('are twelve routes, in either direction, named in the direction that was flown more often', () => {
    expect(
      topRoutes([route('B', 'A', 1), route('A', 'B', 2), route('C', 'A', 3), route('A', 'C', 3), route('A', 'D', 3)]),
    ).toEqual([
      { from: 'C', to: 'A', flights: 6 },
      { from: 'A', to: 'B', flights: 3 },
      { from: 'A', to: 'D', flights: 3 },
    ]);
    expect(topRoutes([route('D', 'C'), route('B', 'A'), route('A', 'E')]).map(({ from }) => from)).toEqual([
      'A',
      'B',
      'D',
    ]);
    expect(topRoutes(many(20, (n) => route(`${n}`, 'A')))).toHaveLength(12);
  });

  it('are twelve airports, by departures and arrivals', () => {
    expect(topAirports([route('A', 'A', 2), route('B', 'ZZ', 3), route('C', 'B', 1)], airports)).toEqual([
      { code: 'A', name: 'A field', city: 'A city', visits: 4 },
      { code: 'B', name: 'B field', city: 'B city', visits: 4 },
      { code: 'ZZ', name: null, city: null, visits: 3 },
      { code: 'C', name: 'C field', city: 'C city', visits: 1 },
    ]);
    expect(
      topAirports(
        many(20, (n) => route(`${n}`, 'A')),
        airports,
      ),
    ).toHaveLength(12);
  });
});

describe('the map', () => {
  it('has each airport once, and each pair of airports', () => {
    expect(mapOf([route('A', 'B', 2, 20), route('B', 'A', 3, 30), route('A', 'A', 1, 5)], 4, airports)).toEqual({
      airports: [
        { ...airportOf('A'), departures: 3, arrivals: 4 },
        { ...airportOf('B'), departures: 3, arrivals: 2 },
      ],
      routes: [
        { a: 1, b: 0, flights: 5, minutes: 50, distanceNm: 10 },
        { a: 0, b: 0, flights: 1, minutes: 5, distanceNm: 0 },
      ],
      unknown: [],
      withoutRoute: 4,
      routeCount: 2,
    });
  });

  it('names airports that are not in the table, with their flights, and draws no route to them', () => {
    const routes = [route('A', 'ZA', 2), route('ZB', 'A', 3), route('ZA', 'ZA', 4), route('A', 'B', 1)];
    expect(mapOf(routes, 0, airports)).toMatchObject({
      airports: [{ code: 'A' }, { code: 'B' }],
      routes: [{ a: 0, b: 1 }],
      unknown: [
        { code: 'ZA', flights: 6 },
        { code: 'ZB', flights: 3 },
      ],
      routeCount: 1,
    });
  });

  it('draws the most flown routes, and counts all', () => {
    const map = mapOf(
      many(5, (n) => route(`${n}`, 'A', n + 1)),
      0,
      airports,
      2,
    );
    expect(map.routes.map(({ flights }) => flights)).toEqual([5, 4]);
    expect(map.routeCount).toBe(5);
    expect(mapOf([route('A', 'B')], 0, { ...airports, distanceNm: () => null }).routes[0]?.distanceNm).toBe(0);
  });
});
