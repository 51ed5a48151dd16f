import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filterOf, withSixFlights } from './seeded-logbook.ts';

let world: ReturnType<typeof withSixFlights>;
beforeEach(() => {
  world = withSixFlights();
});
afterEach(() => world.database.close());

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
