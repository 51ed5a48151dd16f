// Pages that take long are found in the query thread. Here it has no database to open, so that these pages fail.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LogbookFilterInput, LogbookSort } from '../../../main/contract/logbook.ts';
import { isNarrow, orderSql } from '../../../main/core/logbook/search/page-sql.ts';
import { filterOf, flownOn, seededLogbook } from './seeded-logbook.ts';

const DEEP = 1_000;

describe('a page of the logbook', () => {
  let world: ReturnType<typeof seededLogbook>;
  beforeEach(() => {
    world = seededLogbook('/missing/companion.db');
    for (let id = 1; id <= 3; id += 1) world.put(id, flownOn(`2025-10-0${id}`, { icaoOut: 'LOWG', icaoIn: 'EDDM' }));
    world.put(4, flownOn('2025-10-04', { icaoOut: 'EGLL', icaoIn: 'KJFK' }));
  });
  afterEach(async () => {
    await world.logbook.close();
    world.database.close();
  });

  const page = (filter: LogbookFilterInput, by: LogbookSort, offset: number, limit = 2) =>
    world.logbook.page({ filter: filterOf(filter), order: { by, descending: true }, offset, limit });

  it.each<[LogbookFilterInput, LogbookSort, number]>([
    [{}, 'day', 0],
    [{}, 'day', DEEP + 1],
    [{}, 'id', DEEP + 1],
    [{}, 'minutes', 0],
    [{}, 'minutes', DEEP],
    [{ airports: ['LOWG'] }, 'day', 0],
    [{ airports: ['LOWG'] }, 'day', DEEP],
    [{ airports: ['LOWG'] }, 'id', 2],
    // Near the beginning of the list, a whole page is found at once.
    [{ airports: ['LOWG'] }, 'minutes', 0],
    [{ airports: ['LOWG'] }, 'status', 0],
    [{ airports: ['LOWG'] }, 'checks', 0],
    [{ airports: ['LOWG'] }, 'created', 0],
  ])('with the filter %j by %s from %i on is found in the process', async (filter, by, offset) => {
    expect((await page(filter, by, offset)).rows).toHaveLength(offset === 0 ? 2 : offset === 2 ? 1 : 0);
  });

  it.each<[LogbookFilterInput, LogbookSort, number]>([
    [{}, 'minutes', DEEP + 1],
    [{}, 'distance', DEEP + 1],
    [{ airports: ['LOWG'] }, 'day', DEEP + 1],
    [{ airports: ['LOWG'] }, 'id', DEEP + 1],
    [{ airports: ['LOWG'] }, 'minutes', 2],
    [{ airports: ['LOWG'] }, 'file', 0],
    [{ airports: ['LOWG'], pilots: 'all' }, 'minutes', 2],
  ])('with the filter %j by %s from %i on is found in the query thread', async (filter, by, offset) => {
    await expect(page(filter, by, offset)).rejects.toThrow('unable to open database file');
  });

  it('has its total only where it ends', async () => {
    const totals = [0, 2, 4, 6].map(async (offset) => (await page({}, 'day', offset, 3)).total);
    expect(await Promise.all(totals)).toEqual([null, 4, null, null]);
    world.use(null);
    expect((await page({}, 'day', 0)).total).toBe(0);
  });
});

describe('the order of the logbook', () => {
  it.each<[LogbookFilterInput, boolean]>([
    [{}, false],
    [{ q: '  ' }, false],
    [{ from: '2025-01-01', to: '2025-12-31', statuses: ['completed'] }, false],
    [{ types: ['A320'] }, true],
    [{ airports: ['LOWG'] }, true],
    [{ route: ['LOWG', 'EDDM'] }, true],
    [{ q: 'graz' }, true],
  ])('follows an index by codes or words for the filter %j: %s', (filter, expected) => {
    expect(isNarrow(filterOf(filter))).toBe(expected);
  });

  it.each<[LogbookSort, boolean, boolean, string]>([
    ['id', true, false, 'id DESC'],
    ['id', false, true, '+id ASC'],
    ['day', true, false, 'day DESC, id DESC'],
    ['day', false, true, '+day ASC NULLS LAST, id ASC'],
    ['minutes', true, true, '+minutes DESC, day DESC, id DESC'],
    ['minutes', false, false, 'minutes ASC NULLS LAST, day DESC, id DESC'],
  ])('by %s, descending %s, narrow %s, is %s', (by, descending, narrow, sql) => {
    expect(orderSql({ by, descending }, narrow)).toBe(sql);
  });
});
