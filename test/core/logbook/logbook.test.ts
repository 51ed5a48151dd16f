import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filterOf, flownOn, seededLogbook } from './seeded-logbook.ts';
import type { LogbookFilterInput, LogbookOrder } from '../../../main/contract/logbook.ts';

/** Flights of two years: two types between Graz and Munich, one without a time, one archived, one without a date. */
function withSixFlights() {
  const world = seededLogbook();
  world.put(1, flownOn('2025-10-03', { icaoOut: 'EDDM', icaoIn: 'LOWG', aircraft: 'A320', enRoute: 55, delayMin: 3 }));
  world.put(
    2,
    flownOn('2025-10-04', { icaoOut: 'LOWG', icaoIn: 'EDDM', aircraft: 'A320', enRoute: '60', delayMin: 40 }),
  );
  world.put(
    3,
    flownOn('2026-02-01', { icaoOut: 'EGLL', icaoIn: 'KJFK', aircraft: 'B77W', enRoute: 430, delayMin: -5 }),
  );
  world.put(4, flownOn('2026-10-12', { icaoOut: 'LOWG', icaoIn: 'LOWG', aircraft: 'C172', enRoute: 'n/a' }));
  world.put(5, flownOn('2026-10-13', { icaoOut: 'EDDM', icaoIn: 'ZZ9Z', aircraft: 'A320', isArchived: true }));
  world.put(6, { date: 'soon', dateAt: null });
  return world;
}

let world: ReturnType<typeof withSixFlights>;
beforeEach(() => void (world = withSixFlights()));
afterEach(() => world.database.close());

const newest: LogbookOrder = { by: 'day', descending: true };
const idsOf = async (filter: LogbookFilterInput, order = newest) =>
  (await world.logbook.page({ filter: filterOf(filter), order, offset: 0, limit: 50 })).rows.map(({ id }) => id);

describe('a page of the logbook', () => {
  it('has the newest flights first, those without a date last, and no archived ones', async () => {
    expect(await idsOf({})).toEqual([4, 3, 2, 1, 6]);
    expect(await idsOf({}, { by: 'day', descending: false })).toEqual([1, 2, 3, 4, 6]);
  });

  it.each<[LogbookFilterInput, number[]]>([
    [{ from: '2025-10-04', to: '2026-02-01' }, [3, 2]],
    [{ types: ['A320', 'B77W'] }, [3, 2, 1]],
    [{ airports: ['lowg'] }, [4, 2, 1]],
    [{ route: ['EDDM', 'LOWG'] }, [2, 1]],
    [{ statuses: ['archived'] }, [5]],
    [{ statuses: ['under-review'] }, [6]],
    [{ statuses: ['completed', 'archived'], airports: ['EDDM'] }, [5, 2, 1]],
  ])('shows what %j means', async (filter, expected) => {
    expect(await idsOf(filter)).toEqual(expected);
  });

  it('finds codes with other letters than A to Z, as they are in the record', async () => {
    world.put(7, flownOn('2026-01-01', { aircraft: 'ÄöÜ-1' }));
    expect(await idsOf({ types: ['ÄöÜ-1'] })).toEqual([7]);
  });

  it.each<[string, number[]]>([
    ['LOWG', [4, 2, 1]],
    ['lowg eddm', [2, 1]],
    ['graz', [4, 2, 1]],
    ['united kingdom', [3]],
    ['new york', [3]],
    ['A320', [2, 1]],
    ['airbus', [2, 1]],
    ['October', [4, 2, 1]],
    ['Oct 4', [2]],
    ['10/2025 from graz', [2]],
    ['EDDM → Graz', [1]],
    ['to LOWG', [4, 1]],
    ['2025', [2, 1]],
    ['2025-10-03', [1]],
    ['#3', [3]],
    ['nothing like it', []],
    ["%' OR 1=1 --", []],
  ])('finds "%s"', async (q, expected) => {
    expect(await idsOf({ q })).toEqual(expected);
  });

  it('finds a flight by the name of its file, and shows its report', async () => {
    const job = world.reported(3, 'Across the pond.PNG');
    expect(await idsOf({ q: 'pond' })).toEqual([3]);
    const { rows } = await world.logbook.page({ filter: filterOf({ q: '#3' }), order: newest, offset: 0, limit: 1 });
    expect(rows).toMatchObject([{ stripId: `job-${job}`, file: 'Across the pond.PNG', hasImage: true }]);
  });

  it('leads to the report that is probably its own, and says nothing of it', async () => {
    const job = world.reported(2, 'shot.png');
    world.jobs.change(job, 3, { evidence: 'inferred' });
    const { rows } = await world.logbook.page({ filter: filterOf({ q: '#2' }), order: newest, offset: 0, limit: 1 });
    expect(rows).toMatchObject([{ stripId: `job-${job}`, file: null, hasImage: false }]);
  });

  it.each(['day', 'from', 'to', 'route', 'aircraft', 'minutes', 'distance', 'delay', 'points'] as const)(
    'has flights without a known %s last in both directions',
    async (by) => {
      expect((await idsOf({}, { by, descending: false })).at(-1)).toBe(6);
      expect((await idsOf({}, { by, descending: true })).at(-1)).toBe(6);
    },
  );

  it('has the flights of each status newest first, on every page', async () => {
    world.put(7, flownOn('2026-10-14', { automatedChecked: false, moderatorChecked: false, seasonPoints: null }));
    const filter = filterOf({ statuses: ['archived', 'completed', 'under-review'] });
    const page = async (descending: boolean, offset: number) =>
      (await world.logbook.page({ filter, order: { by: 'status', descending }, offset, limit: 3 })).rows.map(
        ({ id }) => id,
      );
    expect([await page(false, 0), await page(false, 3), await page(false, 6)]).toEqual([[7, 6, 4], [3, 2, 1], [5]]);
    expect([await page(true, 0), await page(true, 3), await page(true, 6)]).toEqual([[5, 4, 3], [2, 1, 7], [6]]);
    expect(await idsOf({ airports: ['LOWG'] }, { by: 'status', descending: true })).toEqual([4, 2, 1]);
  });

  it('sorts by the cities of a route, from departure to arrival', async () => {
    // Graz – Graz, Graz – Munich, London – New York, Munich – Graz.
    expect(await idsOf({}, { by: 'route', descending: false })).toEqual([4, 2, 3, 1, 6]);
    expect(await idsOf({}, { by: 'route', descending: true })).toEqual([1, 3, 2, 4, 6]);
    world.put(3, flownOn('2026-02-01', { icaoOut: 'LIRF', icaoIn: 'KJFK' }));
    expect(await idsOf({}, { by: 'route', descending: true })).toEqual([3, 1, 2, 4, 6]);
  });

  it('sorts by block time', async () => {
    world.put(7, flownOn('2024-01-01', { totalFt: '95' }));
    world.put(8, flownOn('2024-01-02', { totalFt: 80 }));
    expect((await idsOf({}, { by: 'block', descending: true })).slice(0, 2)).toEqual([7, 8]);
    expect((await idsOf({}, { by: 'block', descending: false })).slice(0, 2)).toEqual([8, 7]);
  });

  it('sorts by checks, those with the same checks newest first', async () => {
    world.put(7, flownOn('2024-01-01', { moderatorChecked: false }));
    expect(await idsOf({}, { by: 'checks', descending: false })).toEqual([6, 7, 4, 3, 2, 1]);
    expect(await idsOf({}, { by: 'checks', descending: true })).toEqual([4, 3, 2, 1, 7, 6]);
    expect(await idsOf({ q: 'A320' }, { by: 'checks', descending: true })).toEqual([2, 1]);
  });

  it('sorts by file regardless of case, flights without one last and newest first', async () => {
    world.reported(2, 'b.png');
    world.reported(1, 'Across.png');
    world.reported(5, 'archived.png');
    expect(await idsOf({}, { by: 'file', descending: false })).toEqual([1, 2, 4, 3, 6]);
    expect(await idsOf({}, { by: 'file', descending: true })).toEqual([2, 1, 4, 3, 6]);
    expect(await idsOf({ airports: ['LOWG'] }, { by: 'file', descending: true })).toEqual([2, 1, 4]);
    expect(await idsOf({ pilots: 'all' }, { by: 'file', descending: false })).toEqual([1, 2, 4, 3, 6]);
    const { keys } = await world.logbook.exported({
      filter: filterOf(),
      order: { by: 'file', descending: false },
      ids: null,
    });
    expect(keys.map(({ id }) => id)).toEqual([1, 2, 4, 3, 6]);
  });

  it('draws a value as the service sent it', async () => {
    const { rows } = await world.logbook.page({ filter: filterOf(), order: newest, offset: 0, limit: 3 });
    expect(rows).toMatchObject([
      { id: 4, enRoute: 'n/a', distanceNm: 0, fromName: 'Graz Airport', status: 'completed' },
      { id: 3, day: '2026-02-01', from: 'EGLL', to: 'KJFK', stripId: 'flight-3' },
      { id: 2, enRoute: '60' },
    ]);
    expect(rows[1]?.distanceNm).toBeCloseTo(2_991, -1);
  });

  it('continues behind an offset, and returns the total on the last page', async () => {
    const page = (offset: number) => world.logbook.page({ filter: filterOf(), order: newest, offset, limit: 2 });
    expect((await page(2)).rows.map(({ id }) => id)).toEqual([2, 1]);
    expect((await page(9)).rows).toEqual([]);
    expect((await Promise.all([0, 2, 4, 9].map(page))).map(({ total }) => total)).toEqual([null, null, 5, null]);
    expect(
      (await world.logbook.page({ filter: filterOf({ q: 'graz' }), order: newest, offset: 0, limit: 9 })).total,
    ).toBe(3);
    expect(
      (await world.logbook.page({ filter: filterOf({ q: 'zzz' }), order: newest, offset: 0, limit: 9 })).total,
    ).toBe(0);
  });
});

describe('figures of the logbook', () => {
  it('sums the filtered flights, and reports what is unknown', async () => {
    const totals = await world.logbook.totals(filterOf());
    expect(totals).toMatchObject({
      flights: 5,
      minutes: { sum: 545, unknown: 2 },
      points: { sum: 400, unknown: 1 },
      delay: { known: 3, onTime: 2, medianMin: 3 },
      airports: 4,
      countries: 4,
      archivedLeftOut: 1,
      firstDay: '2025-10-03',
      lastDay: '2026-10-12',
      withoutDate: 1,
    });
    expect(totals.distanceNm.unknown).toBe(1);
    expect(await world.logbook.totals(filterOf({ q: 'graz', airports: ['EGLL'] }))).toMatchObject({
      flights: 0,
      delay: { known: 0, medianMin: null },
      firstDay: null,
    });
  });

  it('counts types and airports among the flights that match all else', async () => {
    const choices = await world.logbook.choices(
      filterOf({ types: ['C172'], airports: ['LOWG'], from: '2025-01-01', statuses: ['completed', 'archived'] }),
    );
    expect(choices.types).toEqual([
      { type: 'A320', flights: 2 },
      { type: 'C172', flights: 1 },
    ]);
    expect(choices.airports).toMatchObject([{ code: 'LOWG', flights: 1 }]);
    expect(choices.years.map(({ year }) => year)).toEqual(['2026', '2025']);
  });

  it('has statistics of the filtered flights', async () => {
    const found = await world.logbook.statistics(filterOf());
    expect(found.months.map(({ month }) => month)).toHaveLength(13);
    expect(found.aircraft.top[0]).toEqual({ type: 'B77W', name: 'Boeing 777-300ER', flights: 1, minutes: 430 });
    expect(found.routes[0]).toMatchObject({ flights: 2 });
    expect(found.delays).toHaveLength(31);
    expect(found.delays.filter(({ flights }) => flights > 0)).toEqual([
      { fromMin: -5, flights: 1 },
      { fromMin: 0, flights: 1 },
      { fromMin: 40, flights: 1 },
    ]);
    expect(found.records).toMatchObject({
      longestMinutes: { stripId: 'flight-3', value: 430 },
      farthestNm: { stripId: 'flight-3' },
      mostInADay: { flights: 1 },
      longestStreak: { from: '2025-10-03', to: '2025-10-04', days: 2 },
    });
  });
});
