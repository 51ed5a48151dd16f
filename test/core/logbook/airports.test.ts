import { beforeAll, describe, expect, it } from 'vitest';
import { aircraftName } from '../../../main/core/logbook/aircraft-types.ts';
import { greatCircleNm, loadAirports, type Airports } from '../../../main/core/logbook/airports.ts';
import { languages } from '../../../main/messages/languages.ts';
import { searchText } from '../../../main/messages/search-text.ts';

/** Reference points from the countries' aeronautical publications: latitude, longitude. */
const known: readonly [code: string, lat: number, lon: number][] = [
  ['LOWG', 46.9931, 15.4394],
  ['LOWW', 48.1103, 16.5697],
  ['LOWI', 47.2603, 11.3439],
  ['EGLL', 51.4775, -0.4614],
  ['EGKK', 51.1481, -0.1903],
  ['EGCC', 53.3539, -2.275],
  ['EGPH', 55.95, -3.3725],
  ['EIDW', 53.4214, -6.2701],
  ['LFPG', 49.0097, 2.5478],
  ['LFPO', 48.7233, 2.3794],
  ['LFMN', 43.6653, 7.215],
  ['EDDF', 50.0333, 8.5706],
  ['EDDM', 48.3538, 11.7861],
  ['EDDH', 53.6303, 9.9883],
  ['EHAM', 52.3086, 4.7639],
  ['EBBR', 50.9014, 4.4844],
  ['LSZH', 47.4581, 8.548],
  ['LSGG', 46.2381, 6.1089],
  ['LIRF', 41.8003, 12.2389],
  ['LIMC', 45.63, 8.7231],
  ['LEMD', 40.4722, -3.5608],
  ['LEBL', 41.2969, 2.0783],
  ['LPPT', 38.7742, -9.1342],
  ['LPMA', 32.6942, -16.7781],
  ['LGAV', 37.9364, 23.9444],
  ['EKCH', 55.6181, 12.6561],
  ['ESSA', 59.6519, 17.9186],
  ['ENGM', 60.2028, 11.0839],
  ['EFHK', 60.3172, 24.9633],
  ['BIKF', 63.985, -22.6056],
  ['EPWA', 52.1658, 20.9672],
  ['LKPR', 50.1008, 14.26],
  ['LHBP', 47.4394, 19.2617],
  ['OMDB', 25.2528, 55.3644],
  ['OTHH', 25.2731, 51.6081],
  ['VHHH', 22.3089, 113.9146],
  ['RJTT', 35.5533, 139.7811],
  ['RKSI', 37.4625, 126.4392],
  ['WSSS', 1.3592, 103.9894],
  ['YSSY', -33.9461, 151.1772],
  ['NZAA', -37.0081, 174.7917],
  ['FAOR', -26.1392, 28.246],
  ['HECA', 30.1219, 31.4056],
  ['SBGR', -23.4356, -46.4731],
  ['SAEZ', -34.8222, -58.5358],
  ['KJFK', 40.6399, -73.7787],
  ['KLAX', 33.9425, -118.4081],
  ['KSFO', 37.6188, -122.3754],
  ['KORD', 41.9786, -87.9048],
  ['CYYZ', 43.6772, -79.6306],
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
  ] as const)(
    'finds %s by %s: code, name, city and country in any spelling (%s)',
    async (code, typed, isFound = true) => {
      expect((await loadAirports('de')).matches(code, searchText(typed))).toBe(isFound);
    },
  );

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
