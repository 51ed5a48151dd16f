import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportFormats, type ExportFormat } from '../../../../main/contract/export-formats.ts';
import { flightSchema } from '../../../../main/contract/flight.ts';
import { exportName } from '../../../../main/core/logbook/export/export-flights.ts';
import { csvCell } from '../../../../main/core/logbook/export/tables.ts';
import { exportOf, flownOn, seededLogbook } from '../seeded-logbook.ts';

let world: ReturnType<typeof seededLogbook>;
beforeEach(() => {
  world = seededLogbook();
  world.put(1, flownOn('2025-10-03', { icaoOut: 'EDDM', icaoIn: 'LOWG', aircraft: 'A320', enRoute: 84, delayMin: -4 }));
  world.put(2, flownOn('2025-10-04', { icaoOut: 'NZAA', icaoIn: 'KLAX', aircraft: '=cmd()', enRoute: '715.4' }));
  world.put(3, flownOn('2025-10-05', { icaoOut: 'LOWG', icaoIn: 'LOWG', aircraft: 'C172', enRoute: 'n/a' }));
  world.put(4, { date: 'soon', dateAt: null });
});
afterEach(() => world.database.close());

const written = (format: ExportFormat, ids: number[] | null = null) => exportOf(world, format, ids);
const exported = async (format: ExportFormat, ids: number[] | null = null) => (await written(format, ids)).text;

describe('an export', () => {
  it.each(exportFormats)('as %s has the flight that was asked for, and no other', async (format) => {
    const { text, ...counts } = await written(format, [1]);
    expect(counts).toMatchObject({ flights: 1, leftOut: 0, unplaced: 0 });
    expect(text).toContain('EDDM');
    expect(text).not.toContain('KLAX');
  });

  it('as CSV has ISO dates, whole minutes, empty cells for what is not known, and no formulas', async () => {
    const job = world.reported(1, 'Graz, "winter".png');
    expect(job).toBeGreaterThan(0);
    const lines = (await exported('csv')).split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFid,date,departure,departure_name,arrival,arrival_name,aircraft,en_route_min,distance_nm,passengers,cargo_kg,' +
        'delay_min,points,rating,total_ft,status,automated_checked,moderator_checked,created_at,file,pilot,own_entry,note',
    );
    expect(lines[1]).toMatch(/^1,2025-10-03,EDDM,Munich Airport,LOWG,Graz Airport,A320,84,\d+(\.\d)?,,,-4,100,/);
    expect(lines[1]).toMatch(/,"Graz, ""winter"".png",anna,,$/);
    expect(lines[2]).toContain(",'=cmd(),715,");
    expect(lines[3]).toContain(',C172,n/a,0,');
    expect(lines[4]).toMatch(/^4,soon,,,,,,,,/);
    expect(lines).toHaveLength(6);
  });

  // Times are written as the service sent them.
  const members = Object.keys(flightSchema.shape).filter((name) => !['id', 'dateAt', 'createdAt'].includes(name));
  const texts = { date: 'later', aircraft: 'B738', icaoOut: 'LOWG', icaoIn: 'KLAX', createdAtText: 'later' };
  const flags = { moderatorChecked: true, automatedChecked: true, isArchived: true };
  it.each(members)('as CSV and as JSON has the member %s of the record', async (member) => {
    const all = async () => [await exported('csv', [9]), await exported('json', [9])] as const;
    world.put(9, { date: 'soon', dateAt: null });
    const [csv, json] = await all();
    world.put(9, { date: 'soon', dateAt: null, [member]: { ...texts, ...flags }[member] ?? 77 });
    const [changedCsv, changedJson] = await all();
    expect(changedCsv).not.toBe(csv);
    expect(changedJson).not.toBe(json);
  });

  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['+1', "'+1"],
    ['@x', "'@x"],
    ['-1 "x"', `"'-1 ""x"""`],
    [-4, '-4'],
    [null, ''],
    [false, 'false'],
  ] as const)('writes %j as the cell %s', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  it('as CSV with semicolons has decimal commas', async () => {
    const text = await exported('csv_semicolon');
    expect(text).toMatch(/^\uFEFFid;date;.*\r\n1;2025-10-03;EDDM;.*;A320;84;\d+(,\d)?;;;-4;100;/);
    expect([csvCell(1.5, ';'), csvCell('1.5', ';'), csvCell('a;b')]).toEqual(['1,5', '1.5', '"a;b"']);
  });

  it('as JSON has the records under the names of the service', async () => {
    const records = JSON.parse(await exported('json')) as Record<string, unknown>[];
    expect(records).toHaveLength(4);
    expect(records[1]).toMatchObject({ id: 2, icao_out: 'NZAA', en_route: '715.4', season_points: 100 });
    expect(JSON.parse(await exported('json', []))).toEqual([]);
    expect(JSON.parse(await exported('json', [3]))).toMatchObject([{ id: 3 }]);
  });

  type Feature = {
    type: string;
    geometry: { type: string; coordinates: unknown } | null;
    properties: Record<string, unknown>;
  };
  const featuresOf = async () => {
    const { type, features } = JSON.parse(await exported('geojson')) as { type: string; features: Feature[] };
    expect(type).toBe('FeatureCollection');
    expect(features.every((feature) => feature.type === 'Feature')).toBe(true);
    return features;
  };
  const drawn = (features: readonly Feature[], kind: string) =>
    features
      .filter(({ properties }) => properties['kind'] === kind)
      .map(({ geometry, properties }) => [
        geometry?.type ?? null,
        properties['code'] ?? `${String(properties['from'])}-${String(properties['to'])}`,
        properties['flights'],
      ]);

  it('as GeoJSON has a line for each route, in two parts across the date line, and a point for each airport', async () => {
    const features = await featuresOf();
    expect(drawn(features, 'route')).toEqual([
      ['LineString', 'EDDM-LOWG', 1],
      ['Point', 'LOWG-LOWG', 1],
      ['MultiLineString', 'NZAA-KLAX', 1],
      [null, 'null-null', 1],
    ]);
    expect(drawn(features, 'airport').map(([kind, code]) => [kind, code])).toEqual([
      ['Point', 'LOWG'],
      ['Point', 'EDDM'],
      ['Point', 'KLAX'],
      ['Point', 'NZAA'],
    ]);
  });

  it('as GeoJSON counts every flight once, and lists those without a place with no geometry', async () => {
    world.put(5, flownOn('2025-10-06', { icaoOut: 'LOWG', icaoIn: 'ZZ9Z' }));
    world.put(6, flownOn('2025-10-06', { icaoOut: 'ZZ9Z', icaoIn: 'LOWG' }));
    world.put(7, flownOn('2025-10-07', { icaoOut: 'EDDM', icaoIn: '' }));
    world.put(8, flownOn('2025-10-07', { icaoOut: 'LOWG', icaoIn: 'LOWG' }));
    const features = await featuresOf();
    const routes = drawn(features, 'route');
    expect(routes).toContainEqual([null, 'LOWG-ZZ9Z', 2]);
    expect(routes).toContainEqual([null, 'EDDM-null', 1]);
    expect(routes).toContainEqual(['Point', 'LOWG-LOWG', 2]);
    expect(drawn(features, 'airport')).toContainEqual([null, 'ZZ9Z', 2]);
    const { flights, leftOut, unplaced } = await written('geojson');
    expect(routes.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(flights);
    expect({ flights, leftOut, unplaced }).toEqual({ flights: 8, leftOut: 0, unplaced: 4 });
    expect(await written('csv')).toMatchObject({ flights: 8, unplaced: 0 });
  });

  it('as KML is XML with the same routes', async () => {
    world.put(5, flownOn('2025-10-06', { icaoOut: 'LOWG', icaoIn: 'Z<9Z' }));
    const { text, flights, unplaced } = await written('kml');
    expect({ flights, unplaced }).toEqual({ flights: 5, unplaced: 2 });
    expect(text.match(/<LineString>/g)).toHaveLength(3);
    expect(text.match(/<Point>/g)).toHaveLength(5);
    expect(text).toContain('<name>LOWG–LOWG</name><description>1 flight back to its departure</description>');
    expect(text).toContain('<name>LOWG–Z&#60;9Z</name><description>The position of an airport is not known.');
    expect(text).toContain('<name>?–?</name><description>The record has no departure or no arrival.</description>');
    const counts = [...text.matchAll(/<Data name="flights"><value>(\d+)</g)].map(([, count]) => Number(count));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(flights);
    const opened = [...text.matchAll(/<([a-zA-Z]+)(?: [^>]*)?>/g)].map(([, name]) => name);
    const closed = [...text.matchAll(/<\/([a-zA-Z]+)>/g)].map(([, name]) => name);
    expect(opened.length).toBe(closed.length);
    expect(await exported('kml', [1])).not.toContain('without a place');
  });

  it('is in the language of the window, but for the names of fields', async () => {
    const [head] = (await exported('csv')).split('\r\n');
    const german = seededLogbook('de');
    for (const id of [1, 2]) german.put(id, flownOn('2025-10-05', { icaoOut: 'LOWG', icaoIn: 'LOWG' }));
    world = german;
    const kml = await exported('kml');
    expect(kml).toContain('<description>2 Flüge zurück zum Startflughafen</description>');
    expect([...kml.matchAll(/<(?:Document|Folder)><name>(.*?)</g)].map(([, name]) => name)).toEqual([
      'Flüge',
      'Routen',
      'Flughäfen',
    ]);
    expect(await exported('logten')).toContain('Simulatorflug 2');
    expect((await exported('csv')).split('\r\n')[0]).toBe(head);
  });

  it('for ForeFlight counts simulator time only', async () => {
    const lines = (await exported('foreflight')).split('\r\n');
    expect(lines[0]).toMatch(/^ForeFlight Logbook Import,/);
    expect(lines).toContain('SIM-A320,A320,,,Airbus A320,,,atd');
    expect(lines).toContain('Date,AircraftID,From,To,SimulatedFlight,Distance,PilotComments');
    expect(lines.find((line) => line.startsWith('2025-10-03'))).toMatch(/^2025-10-03,SIM-A320,EDDM,LOWG,1\.40,/);
    expect(lines.join('')).not.toContain('TotalTime');
  });

  it('for LogTen has tabs and hours with minutes', async () => {
    const lines = (await exported('logten')).split('\r\n');
    expect(lines[0]?.split('\t')[0]).toBe('flight_flightDate');
    expect(lines[1]?.split('\t').slice(0, 6)).toEqual(['2025-10-03', 'EDDM', 'LOWG', 'SIM-A320', 'A320', '1:24']);
  });

  it.each(['foreflight', 'logten'] as const)(
    'for %s leaves out flights without a date, and reports it',
    async (format) => {
      const { text, flights, leftOut } = await written(format);
      expect(text).not.toContain('Simulator flight 4');
      expect({ flights, leftOut }).toEqual({ flights: 3, leftOut: 1 });
      expect(await written('csv')).toMatchObject({ flights: 4, leftOut: 0 });
    },
  );

  it('as CSV has every figure of a flight in its column, and the pilot where there are several', async () => {
    const full = { aircraft: ' A320 ', pax: 2, cargoKg: 2.5, delayMin: '3.6', ratingContribution: 0.5, totalFt: 3_000 };
    world.put(5, flownOn('2025-10-06', { icaoOut: 'EDDM', icaoIn: 'EDDM', enRoute: 61.6, ...full }));
    world.put(6, flownOn('2025-10-07', { aircraft: 'UNKNOWN', pax: 'many' as never }));
    world.reported(5, 'a.png');
    const lines = (await exportOf(world, 'csv', [5, 6], { pilots: 'all' })).text.split('\r\n');
    expect(lines[1]).toBe(
      '5,2025-10-06,EDDM,Munich Airport,EDDM,Munich Airport,A320,62,0,2,2.5,4,100,0.5,3000,completed,true,true,' +
        '2026-05-12T12:00:00,a.png,anna,,',
    );
    expect(lines[2]).toBe('6,2025-10-07,,,,,,,,many,,,100,,,completed,true,true,2026-05-12T12:00:00,,anna,,');
  });

  it('as GeoJSON counts the flights and minutes of each route, in either direction', async () => {
    world.put(5, flownOn('2025-10-06', { icaoOut: 'LOWG', icaoIn: 'EDDM', enRoute: '16' }));
    world.put(6, flownOn('2025-10-07', { icaoOut: 'LOWG', icaoIn: '' }));
    type Feature = { geometry: object; properties: Record<string, unknown> };
    const { features } = JSON.parse(await exported('geojson')) as { features: Feature[] };
    const [first] = features;
    expect(first!.properties).toMatchObject({ kind: 'route', flights: 2, minutes: 100 });
    expect(new Set([first!.properties['from'], first!.properties['to']])).toEqual(new Set(['EDDM', 'LOWG']));
    expect(first!.properties['distance_nm']).toBeCloseTo(168, -1);
    const graz = features.find(({ properties }) => properties['code'] === 'LOWG');
    expect(graz).toMatchObject({
      type: 'Feature',
      geometry: { type: 'Point' },
      properties: { kind: 'airport', name: 'Graz Airport', city: 'Graz', country: 'AT', departures: 2, arrivals: 2 },
    });
  });

  it('as KML escapes names', async () => {
    world.put(5, flownOn('2025-10-06', { icaoOut: 'KORD', icaoIn: 'EDDM' }));
    const text = await exported('kml');
    expect(text).toContain('<name>EDDM–LOWG</name>');
    expect(text).toContain('<Data name="minutes"><value>84</value></Data>');
    expect(text).toContain('<description>Chicago O&#39;Hare International Airport</description>');
    expect(text.match(/<MultiGeometry>/g)).toHaveLength(1);
  });

  it.each([
    [59.6, '1:00'],
    [0, '0:00'],
    [65, '1:05'],
    [-5, ''],
    ['n/a', ''],
  ])('for LogTen has %j minutes as %j', async (enRoute, cell) => {
    world.put(5, flownOn('2025-10-06', { icaoOut: 'EDDM', icaoIn: 'LOWG', aircraft: 'UNKNOWN', enRoute }));
    const [, line] = (await exported('logten', [5])).split('\r\n');
    expect(line?.split('\t')).toEqual([
      '2025-10-06',
      'EDDM',
      'LOWG',
      'SIM-UNKNOWN',
      '',
      cell,
      expect.anything(),
      'Simulator flight 5',
    ]);
  });

  it('for LogTen has no formulas and no line breaks in a cell', async () => {
    world.put(5, flownOn('2025-10-06', { aircraft: '=A\n1' }));
    expect((await exported('logten', [5])).split('\r\n')[1]?.split('\t').slice(3, 5)).toEqual(['SIM-=A 1', "'=A 1"]);
  });

  it.each(['n/a', -5, '-5'])('for ForeFlight leaves unknown times (%j) and distances empty', async (enRoute) => {
    world.put(5, flownOn('2025-10-06', { icaoOut: 'EDDM', icaoIn: 'ZZ9Z', aircraft: 'c172', enRoute }));
    const lines = (await exported('foreflight', [5])).split('\r\n');
    expect(lines.at(-2)).toBe('2025-10-06,SIM-C172,EDDM,ZZ9Z,,,Simulator flight 5');
  });

  it('is named after its day and format', () => {
    const now = Date.UTC(2026, 10, 22);
    expect(exportName('csv', now)).toBe('flights-2026-11-22.csv');
    expect(exportName('foreflight', now)).toBe('flights-2026-11-22-foreflight.csv');
  });
});
