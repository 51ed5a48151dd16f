// The logbook while older flights are being read, and the points of archived flights.
import { beforeEach, describe, expect, it } from 'vitest';
import { filterOf, flownOn, seededLogbook } from './seeded-logbook.ts';

let world: ReturnType<typeof seededLogbook>;
beforeEach(() => {
  world = seededLogbook();
  world.put(1, flownOn('2026-01-05', { enRoute: 60 }));
  world.put(2, flownOn('2026-04-05', { enRoute: 60 }));
  world.put(3, flownOn('2026-05-05', { enRoute: 60 }));
});

describe('while older flights are being read', () => {
  beforeEach(() => world.readUpTo({ status: 'loading', flights: 3, readAfter: '2026-03-20' }));

  it('no record is told, and every answer says how much has been read', async () => {
    const { totals, records } = await world.logbook.statistics(filterOf());
    expect(records).toBeNull();
    expect(totals).toMatchObject({ isFinal: false, completeness: { status: 'loading', readAfter: '2026-03-20' } });
    expect(
      await world.logbook.exported({ filter: filterOf(), order: { by: 'day', descending: true }, ids: null }),
    ).toMatchObject({ isFinal: false, completeness: { status: 'loading' } });
  });

  it('a month without flights is final only if it has been read', async () => {
    const { months } = await world.logbook.statistics(filterOf());
    expect(months.map(({ month, flights, isFinal }) => [month, flights, isFinal])).toEqual([
      ['2026-01', 1, false],
      ['2026-02', 0, false],
      ['2026-03', 0, false],
      ['2026-04', 1, true],
      ['2026-05', 1, true],
    ]);
  });

  it('figures of days that have been read are final', async () => {
    const { totals, records } = await world.logbook.statistics(filterOf({ from: '2026-03-21' }));
    expect(totals).toMatchObject({ flights: 2, isFinal: true });
    expect(records?.longestStreak).toMatchObject({ days: 1 });
    expect(await world.logbook.totals(filterOf({ from: '2026-03-20' }))).toMatchObject({ isFinal: false });
    expect(await world.logbook.totals(filterOf({ to: '2026-12-31' }))).toMatchObject({ isFinal: false });
  });
});

it('once all flights have been read, everything is final', async () => {
  const { totals, records, months } = await world.logbook.statistics(filterOf());
  expect([totals.isFinal, records !== null, months.every(({ isFinal }) => isFinal)]).toEqual([true, true, true]);
});

it('points of archived flights do not count', async () => {
  world.put(4, flownOn('2026-05-06', { isArchived: true, seasonPoints: 5_000, enRoute: 60 }));
  const all = filterOf({ statuses: ['completed', 'archived'] });
  const { totals, months, records } = await world.logbook.statistics(all);
  expect(totals).toMatchObject({ flights: 4, points: { sum: 300, unknown: 0 } });
  expect(months.at(-1)).toMatchObject({ flights: 2, points: 100 });
  expect(records?.mostPoints).toMatchObject({ value: 100 });
});

it('a flight that cannot be followed has a status of its own', async () => {
  world.flights.put(world.anna, world.flights.byId(world.anna, 3)!.record, {
    stage: 'received',
    stageSince: 1,
    completedAt: 1,
    polledAt: 1,
  });
  const ofStatus = async (status: 'uploaded' | 'completed') =>
    (await world.logbook.totals(filterOf({ statuses: [status] }))).flights;
  expect([await ofStatus('uploaded'), await ofStatus('completed')]).toEqual([1, 2]);
  expect((await world.logbook.totals(filterOf())).flights).toBe(3);
});
