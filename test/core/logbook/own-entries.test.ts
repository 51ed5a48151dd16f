// What the pilot enters for a flight counts where the service tells nothing, and is told apart.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyEntry, ownEntrySchema, type OwnEntry } from '../../../main/contract/own-entry.ts';
import { emptyFlight } from '../../../main/contract/flight.ts';
import type { Job } from '../../../main/core/storage/tables/job.ts';
import { exportOf, filterOf, flownOn, seededLogbook } from './seeded-logbook.ts';

const entered: OwnEntry = {
  icaoOut: 'EDHK',
  icaoIn: 'LEMD',
  aircraft: 'A20N',
  day: '2026-10-12',
  minutes: 165,
  block: 190,
  note: 'Cargo to Madrid,\nÖPNV strike',
};

let world: ReturnType<typeof seededLogbook>;
beforeEach(() => {
  world = seededLogbook();
});
afterEach(() => world.database.close());

/** A record that tells all of it. */
const figures = { icaoOut: 'EDDH', icaoIn: 'LEBL', aircraft: 'B738', enRoute: 170, totalFt: 185 };
const told = flownOn('2026-10-11', figures);
/** The answer to an upload, whose date is its time. */
const uploaded = { date: '2026-11-02T09:30:00', dateAt: Date.UTC(2026, 10, 2, 9, 30) };
const bare = (id: number) => world.put(id, { ...emptyFlight, ...uploaded, createdAt: uploaded.dateAt + 9_000, id });
const enter = (id: number, more: Partial<OwnEntry>) => world.flights.setOwn(world.anna, id, { ...emptyEntry, ...more });
const byNumber = { by: 'id', descending: false } as const;
const rows = async (q = '') =>
  (await world.logbook.page({ filter: filterOf({ q }), order: byNumber, offset: 0, limit: 10 })).rows;

describe('an own entry', () => {
  it('gives a flight that the service tells nothing of a place in list, sums, map and statistics', async () => {
    bare(1);
    enter(1, entered);
    const [row] = await rows();
    expect(row).toMatchObject({
      day: '2026-10-12',
      from: 'EDHK',
      to: 'LEMD',
      aircraft: 'A20N',
      enRoute: 165,
      totalFt: 190,
    });
    expect(row).toMatchObject({ fromCity: 'Kiel', own: entered });
    expect(row!.ownCounted).toEqual(['day', 'icaoOut', 'icaoIn', 'aircraft', 'minutes', 'block']);
    const totals = await world.logbook.totals(filterOf());
    expect(totals).toMatchObject({ flights: 1, withOwn: 1, airports: 2, withoutDate: 0, minutes: { sum: 165 } });
    expect((await world.logbook.map(filterOf())).routes).toMatchObject([{ flights: 1, minutes: 165 }]);
    expect((await world.logbook.statistics(filterOf())).aircraft.top).toMatchObject([{ type: 'A20N', flights: 1 }]);
  });

  it('counts no more where a record tells it, and stays beside it', async () => {
    bare(1);
    enter(1, entered);
    world.put(1, { ...told, icaoIn: 'UNKNOWN' });
    const [row] = await rows();
    expect(row).toMatchObject({ day: '2026-10-11', from: 'EDDH', to: 'LEMD', aircraft: 'B738', enRoute: 170 });
    expect(row).toMatchObject({ ownCounted: ['icaoIn'], own: entered });
    world.put(1, told);
    expect((await rows())[0]).toMatchObject({ to: 'LEBL', ownCounted: [], own: entered });
    expect(await world.logbook.totals(filterOf())).toMatchObject({ withOwn: 0 });
  });

  it.each([
    ['a date that is none', { date: 'soon', dateAt: null }, 'day'],
    ['a time that is none', { enRoute: 'n/a' }, 'minutes'],
    ['a block time that is none', { totalFt: '' }, 'block'],
    ['an impossible time', { enRoute: -5 }, 'minutes'],
    ['a blank airport', { icaoOut: ' unknown ' }, 'icaoOut'],
  ] as const)('fills in %s, alike in rows and in sums', async (_, value, figure) => {
    world.put(1, { ...told, ...value });
    enter(1, entered);
    expect((await rows())[0]!.ownCounted).toEqual([figure]);
    const filled = { withOwn: 1, withoutDate: 0, minutes: { unknown: 0 } };
    expect(await world.logbook.totals(filterOf())).toMatchObject(filled);
  });

  it('is found by its route, its date and its note', async () => {
    bare(1);
    bare(2);
    enter(1, entered);
    enter(2, { note: '100 % fog_' });
    for (const q of ['EDHK-LEMD', 'Madrid', 'öpnv', 'Oct 12 2026', 'A20N'])
      expect((await rows(q)).map(({ id }) => id)).toEqual([1]);
    expect((await rows('fog_')).map(({ id }) => id)).toEqual([2]);
    expect(await rows('nothing')).toEqual([]);
  });

  it('is in files with where it is from', async () => {
    bare(1);
    enter(1, { ...entered, aircraft: null });
    bare(2);
    const lines = (await exportOf(world, 'csv')).text.split('\r\n');
    const [header, first] = lines.map((line) => line.split(','));
    const cell = (name: string) => first![header!.indexOf(name)];
    expect(cell('departure')).toBe('EDHK');
    expect(cell('own_entry')).toBe('date departure arrival en_route_min total_ft');
    expect(JSON.parse((await exportOf(world, 'json')).text)).toMatchObject([
      { id: 1, icao_out: '', own_entry: { icao_out: 'EDHK', date: '2026-10-12', en_route: 165, note: entered.note } },
      { id: 2, icao_out: '' },
    ]);
    const logten = (await exportOf(world, 'logten')).text;
    expect(logten).toContain('EDHK\tLEMD');
    expect(logten).toContain(' – partly entered by the pilot – Cargo to Madrid, ÖPNV strike');
    expect((await exportOf(world, 'foreflight')).text).toContain('partly entered by the pilot');
    expect((await exportOf(world, 'geojson')).text).toContain('"with_own_entry":1');
    expect((await exportOf(world, 'kml')).text).toContain('<Data name="with_own_entry"><value>1</value></Data>');
  });

  it('survives a new record of its flight, and goes with an empty one', async () => {
    bare(1);
    enter(1, entered);
    bare(1);
    expect((await rows())[0]!.own).toEqual(entered);
    world.flights.setOwn(world.anna, 1, null);
    expect((await rows())[0]).toMatchObject({ own: null, ownCounted: [], from: '' });
  });

  it('of an earlier version lacks nothing', async () => {
    bare(1);
    world.database.exec(`UPDATE flights SET own = '{"icaoOut":"EDHK","mood":"good"}'`);
    expect((await rows())[0]).toMatchObject({ own: { ...emptyEntry, icaoOut: 'EDHK' }, from: 'EDHK' });
  });

  it('has a note without spaces at its ends and without control characters', () => {
    expect(ownEntrySchema.parse({ ...emptyEntry, note: ' De-icing\0at EDHK\r\nRunway 21\n' }).note).toBe(
      'De-icing at EDHK\nRunway 21',
    );
  });

  it.each([
    { icaoOut: 'edhk' },
    { icaoIn: 'EDHKX' },
    { aircraft: 'A' },
    { day: '2026-02-29' },
    { day: '1899-12-31' },
    { minutes: 0 },
    { minutes: 1.5 },
    { aircraft: '---' },
    { note: 'x'.repeat(1_001) },
    { note: '- \0 -' },
  ])('cannot be %j', (more) => {
    expect(ownEntrySchema.safeParse({ ...emptyEntry, ...more }).success).toBe(false);
  });
});

describe('the route on the image', () => {
  it('finds the flights of which the service tells another one, and is in their rows and in that of one of which nothing is told', async () => {
    const place = { x: 0, y: 0, width: 1, height: 1 };
    const looksLike: Job['looksLike'] = { from: 'EDDM', to: 'LOWG', places: [place, place], by: 'labels' };
    for (const [id, icaoIn] of [
      [1, 'LOWG'],
      [2, 'LOWW'],
      [3, ''],
    ] as const) {
      world.put(id, flownOn('2026-10-11', { icaoOut: 'EDDM', icaoIn }));
      world.jobs.change(world.reported(id, `${id}.png`), 3, { looksLike });
    }
    const filter = filterOf({ differs: true });
    const { rows: found } = await world.logbook.page({ filter, order: byNumber, offset: 0, limit: 10 });
    expect(found.map(({ id }) => id)).toEqual([2]);
    const { rows: all } = await world.logbook.page({ filter: filterOf({}), order: byNumber, offset: 0, limit: 10 });
    expect(Object.fromEntries(all.map((row) => [row.id, row.looksLike]))).toEqual({
      1: null,
      2: looksLike,
      3: looksLike,
    });
  });
});
