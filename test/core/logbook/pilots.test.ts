import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filterOf, flownOn, seededLogbook } from './seeded-logbook.ts';

let world: ReturnType<typeof seededLogbook>;
let ben: number;
beforeEach(() => {
  world = seededLogbook();
  ben = world.accountOf('ben');
  world.accounts.signedIn('other', { subject: 'chris', name: 'Chris' }, 1);
  world.put(1, flownOn('2025-10-03', { icaoOut: 'LSZH', icaoIn: 'EDDF', aircraft: 'B738' }));
  world.put(2, flownOn('2026-10-04', { icaoOut: 'LSZH', icaoIn: 'LSZH', aircraft: 'A320' }));
  world.put(3, flownOn('2026-10-05', { icaoOut: 'LIRF', icaoIn: 'KJFK', aircraft: 'A320' }));
  world.put(4, { date: 'soon', dateAt: null });
});
afterEach(() => world.database.close());

describe('what can be chosen in the filter of the logbook', () => {
  it('has each code once, most flown first and then by its letters', async () => {
    const { airports, types, years } = await world.logbook.choices(filterOf());
    // The flight back to its departure counts once; a flight without a code counts for none.
    expect(airports.map(({ code, flights }) => [code, flights])).toEqual([
      ['LSZH', 2],
      ['EDDF', 1],
      ['KJFK', 1],
      ['LIRF', 1],
    ]);
    expect(types).toEqual([
      { type: 'A320', flights: 2 },
      { type: 'B738', flights: 1 },
    ]);
    expect(years).toEqual([
      { year: '2026', flights: 2 },
      { year: '2025', flights: 1 },
    ]);
  });

  it('has names of airports that the table has', async () => {
    world.put(5, flownOn('2026-10-06', { icaoOut: 'ZZ9Z', icaoIn: 'ZZ9Z' }));
    const { airports } = await world.logbook.choices(filterOf());
    expect(airports.find(({ code }) => code === 'ZZ9Z')).toEqual({ code: 'ZZ9Z', name: null, city: null, flights: 1 });
    expect(airports.find(({ code }) => code === 'KJFK')).toMatchObject({ city: 'New York' });
  });

  it('counts the pilots of this service who have flights', async () => {
    const count = async () => (await world.logbook.choices(filterOf())).pilots;
    expect(await count()).toBe(1);
    world.put(9, flownOn('2026-11-01'), ben);
    expect(await count()).toBe(2);
  });

  it('is of the active pilot, of all pilots if requested, and nothing without a pilot', async () => {
    world.put(9, flownOn('2024-11-01', { aircraft: 'C172', icaoOut: 'EGLL', icaoIn: 'EGLL' }), ben);
    const typesOf = async (which: 'all' | 'mine') =>
      (await world.logbook.choices(filterOf(which === 'all' ? { pilots: 'all' } : {}))).types.map(({ type }) => type);
    expect(await typesOf('mine')).toEqual(['A320', 'B738']);
    expect(await typesOf('all')).toEqual(['A320', 'B738', 'C172']);
    world.use(null);
    expect(await world.logbook.choices(filterOf())).toEqual({ types: [], airports: [], years: [], pilots: 2 });
  });
});

it('the pilots of a service are those who signed in with it, named where the flights of several are shown', async () => {
  world.put(9, flownOn('2026-11-01'), ben);
  const order = { by: 'day', descending: true } as const;
  const page = async (which: 'active' | 'shown' | 'all') =>
    (await world.logbook.page({ filter: filterOf({ pilots: which }), order, offset: 0, limit: 2 })).rows.map(
      ({ id, pilot }) => [id, pilot],
    );
  expect(await page('all')).toEqual([
    [9, 'ben'],
    [3, 'anna'],
  ]);
  expect(await page('active')).toEqual([
    [3, null],
    [2, null],
  ]);
  expect(await page('shown')).toEqual(await page('active'));
  world.show([world.anna, ben]);
  expect(await page('shown')).toEqual(await page('all'));
  expect(await page('active')).toEqual([
    [3, null],
    [2, null],
  ]);
});

it('a word means the codes of the flights that are searched', async () => {
  world.put(9, flownOn('2026-11-01', { icaoOut: 'EGLL', icaoIn: 'EGLL' }), ben);
  const found = async (pilots: 'active' | 'all') =>
    (await world.logbook.totals(filterOf({ pilots, q: 'heathrow' }))).flights;
  expect([await found('active'), await found('all')]).toEqual([0, 1]);
});
