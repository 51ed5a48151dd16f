// Searches in every order.
import { expect, test } from 'vitest';
import { logbookSorts } from '../../../main/contract/logbook.ts';
import { filterOf, flownOn, seededLogbook } from './seeded-logbook.ts';

const airports = ['LOWG', 'EDDM', 'LIRF', 'EGLL', 'KJFK'];

test('in every order, a few flights that match are found among many', async () => {
  const world = seededLogbook();
  for (let id = 1; id <= 600; id += 1)
    world.put(
      id,
      flownOn(`20${10 + (id % 16)}-0${1 + (id % 9)}-1${id % 7}`, {
        icaoOut: id % 150 < 2 ? 'LOWG' : airports[1 + (id % 2)]!,
        icaoIn: airports[1 + (id % 3)]!,
        aircraft: ['A320', 'B738'][id % 2]!,
        enRoute: id % 97,
        totalFt: id % 101,
        pax: id % 89,
        cargoKg: id % 83,
        delayMin: id % 79,
        seasonPoints: id % 73,
        ratingContribution: id % 71,
      }),
    );
  for (const by of logbookSorts)
    for (const descending of [true, false]) {
      const page = async (q: string, limit: number) => {
        const asked = { filter: filterOf({ q }), order: { by, descending }, offset: 0, limit };
        return (await world.logbook.page(asked)).rows;
      };
      const all = await page('', 2_000);
      const matching = all.filter(({ from }) => from === 'LOWG').map(({ id }) => id);
      expect(matching).toHaveLength(8);
      const found = await page('lowg', 5);
      expect(
        found.map(({ id }) => id),
        `${by} ${descending ? 'descending' : 'ascending'}`,
      ).toEqual(matching.slice(0, 5));
    }
});

test.each([
  ['50%', [1]],
  ['0%f', [1]],
  ['_', [1, 2]],
  ['a_b', [2]],
  ['%', [1]],
  ['\\', [3]],
  ['FINAL', [1]],
  ['\0nothing', []],
])('a search for %s finds these characters in names of files', async (q, expected) => {
  const world = seededLogbook();
  for (let id = 1; id <= 4; id += 1) world.put(id, flownOn(`2026-01-0${id}`, { icaoOut: 'EDDM', icaoIn: 'KJFK' }));
  world.reported(1, '50%final_.png');
  world.reported(2, 'a_b.png');
  world.reported(3, 'a\\b.png');
  world.reported(4, 'axb 500.png');
  const page = await world.logbook.page({
    filter: filterOf({ q }),
    order: { by: 'id', descending: false },
    offset: 0,
    limit: 100,
  });
  expect(page.rows.map(({ id }) => id)).toEqual(expected);
});

test.each(logbookSorts)('without a pilot, the logbook by %s is empty', async (by) => {
  const world = seededLogbook();
  world.put(1, flownOn('2026-01-01'));
  world.use(null);
  for (const q of ['', 'L']) {
    const asked = { filter: filterOf({ q }), order: { by, descending: true }, offset: 0, limit: 10 };
    expect(await world.logbook.page(asked)).toEqual({ rows: [], total: 0 });
  }
});
