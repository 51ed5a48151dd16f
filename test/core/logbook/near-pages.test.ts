// A page that is found near the beginning of an order has the flights that a search through all of them finds.
import { expect, test } from 'vitest';
import { logbookSorts } from '../../../main/contract/logbook.ts';
import { filterOf, flownOn, seededLogbook } from './seeded-logbook.ts';

const airports = ['LOWG', 'EDDM', 'LIRF', 'EGLL', 'KJFK'];

test.each(logbookSorts)('the first flights of a search by %s are the first of all that match', async (by) => {
  const world = seededLogbook();
  for (let id = 1; id <= 60; id += 1)
    world.put(
      id,
      flownOn(`2026-0${1 + (id % 9)}-1${id % 7}`, {
        icaoOut: airports[id % 5]!,
        icaoIn: airports[id % 3]!,
        enRoute: id % 11,
        pax: id % 4,
        isArchived: id % 7 === 0,
      }),
    );
  for (const descending of [true, false]) {
    const ids = async (limit: number) => {
      const page = await world.logbook.page({
        filter: filterOf({ q: 'L' }),
        order: { by, descending },
        offset: 0,
        limit,
      });
      return page.rows.map(({ id }) => id);
    };
    const all = await ids(100);
    expect(all.length).toBeGreaterThan(20);
    expect(all.length).toBeLessThan(50);
    expect(await ids(7)).toEqual(all.slice(0, 7));
  }
  await world.logbook.close();
});

test('a flight whose file matches is found near the beginning of an order as well', async () => {
  const world = seededLogbook();
  for (let id = 1; id <= 9; id += 1) world.put(id, flownOn(`2026-01-0${id}`, { icaoOut: 'EDDM', icaoIn: 'KJFK' }));
  world.reported(2, 'approach.png');
  world.reported(5, 'final Approach.png');
  world.reported(7, 'cruise.png');
  const ids = async (limit: number) => {
    const page = await world.logbook.page({
      filter: filterOf({ q: 'approach' }),
      order: { by: 'day', descending: true },
      offset: 0,
      limit,
    });
    return page.rows.map(({ id }) => id);
  };
  // A full page is found near the beginning; one that is not full is searched for among all.
  expect(await ids(2)).toEqual([5, 2]);
  expect(await ids(100)).toEqual([5, 2]);
  await world.logbook.close();
});
