// What the logbook sums up.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LogbookFilterInput } from '../../../main/contract/logbook.ts';
import { filterOf, flownOn, seededLogbook } from './seeded-logbook.ts';

let world: ReturnType<typeof seededLogbook>;
beforeEach(() => {
  world = seededLogbook();
  const munichGraz = { icaoOut: 'EDDM', icaoIn: 'LOWG' };
  world.put(1, flownOn('2026-02-01', { ...munichGraz, pax: 100, cargoKg: 1.5, enRoute: 60 }));
  world.put(2, flownOn('2026-02-02', { icaoOut: 'EGLL', icaoIn: 'KJFK', pax: 20, cargoKg: 2, enRoute: 400 }));
  world.put(3, flownOn('2026-02-03', { icaoOut: 'EDDM', icaoIn: 'ZZ9Z', pax: null, cargoKg: null }));
  world.put(4, flownOn('2026-02-04', { ...munichGraz, isArchived: true }));
});
afterEach(() => world.database.close());
const totals = (filter: LogbookFilterInput = {}) => world.logbook.totals(filterOf(filter));
const ids = async (by: 'distance' | 'route') =>
  (await world.logbook.page({ filter: filterOf(), order: { by, descending: true }, offset: 0, limit: 9 })).rows.map(
    ({ id }) => id,
  );

describe('the totals of the logbook', () => {
  it('sum passengers, cargo and distances, and count what is unknown', async () => {
    const found = await totals();
    expect(found).toMatchObject({
      flights: 3,
      pax: { sum: 120, unknown: 1 },
      cargoKg: { sum: 3.5, unknown: 1 },
      distanceNm: { unknown: 1 },
      airports: 4,
      countries: 4,
    });
    expect(found.distanceNm.sum).toBeCloseTo(168 + 2_991, -1);
  });

  it.each<[LogbookFilterInput, number]>([
    [{}, 1],
    [{ airports: ['EGLL'] }, 0],
    [{ statuses: ['completed'] }, 0],
    [{ statuses: ['archived'] }, 0],
  ])('for the filter %j tell how many archived flights are left out: %i', async (filter, expected) => {
    expect((await totals(filter)).archivedLeftOut).toBe(expected);
  });
});

describe('distances', () => {
  it.each([
    ['distance', [2, 1, 3]],
    ['route', [1, 3, 2]],
  ] as const)('of flights that were just read sort them by %s', async (by, expected) => {
    expect(await ids(by)).toEqual(expected);
    const { keys } = await world.logbook.exported({ filter: filterOf(), order: { by, descending: true }, ids: null });
    expect(keys.map(({ id }) => id)).toEqual(expected);
  });

  it('follow a flight whose airport changes', async () => {
    world.put(2, flownOn('2026-02-02', { icaoOut: 'LOWG', icaoIn: 'LOWG' }));
    expect(await ids('distance')).toEqual([1, 2, 3]);
    expect((await totals()).distanceNm).toMatchObject({ unknown: 1 });
  });
});

describe('the records of the logbook', () => {
  it('are those of the filtered flights, with what each has most of', async () => {
    world.put(5, flownOn('2026-02-03', { seasonPoints: 300, aircraft: 'A320', enRoute: 5 }));
    const { records } = await world.logbook.statistics(filterOf());
    expect(records).toMatchObject({
      longestMinutes: { stripId: 'flight-2', value: 400, row: { id: 2 } },
      farthestNm: { stripId: 'flight-2', row: { id: 2 } },
      mostPoints: { stripId: 'flight-5', value: 300, row: { id: 5 } },
      mostInADay: { day: '2026-02-03', flights: 2 },
      longestStreak: { from: '2026-02-01', to: '2026-02-03', days: 3 },
    });
  });

  it('are none without flights, and the first day of several that are equal', async () => {
    const none = await world.logbook.statistics(filterOf({ airports: ['LFPG'] }));
    expect(none.records).toEqual({
      longestMinutes: null,
      farthestNm: null,
      mostPoints: null,
      mostInADay: null,
      longestStreak: null,
    });
    const { records } = await world.logbook.statistics(filterOf());
    expect(records?.mostInADay).toEqual({ day: '2026-02-01', flights: 1 });
  });
});
