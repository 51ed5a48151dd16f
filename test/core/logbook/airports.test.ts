import { beforeAll, describe, expect, it } from 'vitest';
import { aircraftName } from '../../../main/core/logbook/aircraft-types.ts';
import { greatCircleNm, loadAirports, type Airports } from '../../../main/core/logbook/airports.ts';
import { languages } from '../../../main/messages/languages.ts';
import { searchText } from '../../../main/messages/search-text.ts';

/** Reference points from the countries' aeronautical publications: latitude, longitude. */
const known: readonly [code: string, lat: number, lon: number][] = [
  ['LOWG', 46.9931, 15.4394],
  ['EGLL', 51.4775, -0.4614],
  ['LFPG', 49.0097, 2.5478],
  ['EDDF', 50.0333, 8.5706],
  ['LPMA', 32.6942, -16.7781],
  ['BIKF', 63.985, -22.6056],
  ['OMDB', 25.2528, 55.3644],
  ['VHHH', 22.3089, 113.9146],
  ['RJTT', 35.5533, 139.7811],
  ['WSSS', 1.3592, 103.9894],
  ['YSSY', -33.9461, 151.1772],
  ['NZAA', -37.0081, 174.7917],
  ['FAOR', -26.1392, 28.246],
  ['SBGR', -23.4356, -46.4731],
  ['KJFK', 40.6399, -73.7787],
  ['KLAX', 33.9425, -118.4081],
];

let airports: Airports;
beforeAll(async () => {
  airports = await loadAirports();
});

describe('the table of airports', () => {
  it.each(known)('has %s within 5 km', (code, lat, lon) => {
    const airport = airports.find(code);
    expect(airport).not.toBeNull();
    expect(greatCircleNm(airport!, { lat, lon }) * 1.852).toBeLessThan(5);
  });

  it('measures along the great circle, across the date line as well', () => {
    expect(airports.distanceNm('EGLL', 'KJFK')).toBeCloseTo(2_991, -1);
    expect(greatCircleNm({ lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 })).toBeCloseTo(60.04, 1);
    expect(airports.distanceNm('LOWG', 'LOWG')).toBe(0);
    expect(airports.distanceNm('LOWG', 'XXXX')).toBeNull();
  });

  it.each<[code: string, typed: string, isFound?: boolean]>([
    ['LOWG', 'low'],
    ['LOWG', 'graz'],
    ['LOWG', 'Austria'],
    ['LOWG', 'Österreich'],
    ['LSZH', 'Zürich'],
    ['EDDM', 'München'],
    ['EDDM', 'Munchen'],
    ['EDDM', 'muenchen'],
    ['EDDM', 'Monaco', false],
    ['EDDK', 'Koeln'],
    ['EDDK', 'Cologne'],
    ['LSGG', 'Genève'],
    ['EKCH', 'kobenhavn'],
    ['ENTC', 'tromso'],
    ['RJTT', '東京'],
    ['LOWG', 'r', false],
    ['KJFK', 'Nova York'],
    ['KJFK', 'nov', false],
  ] as const)(
    'finds %s by %s: code, name, city and country in any spelling (%s)',
    async (code, typed, isFound = true) => {
      expect((await loadAirports('de')).matches(code, searchText(typed))).toBe(isFound);
    },
  );

  it.each([
    ['kiel', 'EDHK'],
    ['köln', 'EDDK'],
    ['london heathrow', 'EGLL'],
    ['eddf', 'EDDF'],
    ['zzzz', undefined],
    [' ', undefined],
  ])('offers for %j first %s', async (typed, first) => {
    expect((await loadAirports('de')).named(typed)[0]?.code).toBe(first);
  });

  it('has each city that has names, in the language of the window', async () => {
    const { default: names } = await import('../../../main/core/logbook/city-names.json', { with: { type: 'json' } });
    const inJapanese = await loadAirports('ja');
    const cities = new Set(inJapanese.codes.map((code) => inJapanese.find(code)!.city));
    expect(Object.values(names).filter((all) => !cities.has(all[languages.indexOf('ja')]!))).toEqual([]);
    const vienna = await Promise.all(languages.map(async (one) => (await loadAirports(one)).find('LOWW')!.city));
    expect(vienna).toEqual(['Vienna', 'Wien', 'Vienne', 'Viena', 'Viena', 'ウィーン']);
  });
});

it('names aircraft types, and no other codes', () => {
  expect(aircraftName('A320')).toBe('Airbus A320');
  expect(aircraftName('ZZZZ')).toBeNull();
  expect(aircraftName('constructor')).toBeNull();
});
