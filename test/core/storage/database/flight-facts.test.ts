import { describe, expect, it } from 'vitest';
import { asNumber } from '../../../../main/contract/flight.ts';
import { fc } from '../../../support/fast-check.ts';
import { flightOf } from '../../sample-flight.ts';
import { freshStores } from '../fresh-stores.ts';

const completed = { stage: 'completed', stageSince: 1, completedAt: 2, polledAt: 2 } as const;

function stored() {
  const stores = freshStores();
  const account = stores.accountOf('anna');
  const facts = (id: number) =>
    stores.database.prepare('SELECT * FROM flight_facts WHERE account_id = ? AND id = ?').get(account, id);
  return { ...stores, account, facts };
}

describe('the facts of a flight', () => {
  it('are written with its record, and follow it', () => {
    const { flights, account, facts, database } = stored();
    flights.put(account, flightOf({ id: 7 }), {
      stage: 'automatic-check',
      stageSince: 1,
      completedAt: null,
      polledAt: 1,
    });
    expect(facts(7)).toMatchObject({
      day: '2026-05-12',
      status: 0,
      aircraft: null,
      icao_out: null,
      icao_in: null,
      minutes: null,
      block_min: null,
      checks: 0,
    });
    const record = flightOf({
      id: 7,
      aircraft: 'a320',
      icaoOut: ' lowg ',
      icaoIn: 'EGLL',
      enRoute: '135',
      totalFt: 150,
      automatedChecked: true,
      moderatorChecked: true,
      delayMin: -4,
      pax: 'many',
      seasonPoints: 120,
      ratingContribution: '0.42',
    });
    flights.put(account, record, { stage: 'completed', stageSince: 1, completedAt: 2, polledAt: 2 });
    expect(facts(7)).toMatchObject({
      status: 1,
      aircraft: 'A320',
      icao_out: 'LOWG',
      icao_in: 'EGLL',
      minutes: 135,
      delay_min: -4,
      pax: null,
      points: 120,
      rating: 0.42,
      block_min: 150,
      checks: 2,
    });
    database.exec('DELETE FROM flights');
    expect(facts(7)).toBeUndefined();
  });

  it('have no day where the date cannot be read', () => {
    const { flights, account, facts } = stored();
    flights.put(account, flightOf({ id: 7, date: 'yesterday', dateAt: null }), completed);
    expect(facts(7)).toMatchObject({ day: null });
  });

  it.each([
    ['2026-10-12', '2026-10-12'],
    ['2026-10-12 09:40:00', '2026-10-12'],
    ['2026-02-31T10:00:00', null],
    ['9999-12-31T10:00:00', null],
    ['0100-01-01', null],
    ['12 Oct 2026', null],
  ])('have the day of the date %j: %j', (date, day) => {
    const { flights, account, facts } = stored();
    flights.put(account, flightOf({ id: 7, date }), { stage: 'completed', stageSince: 1, completedAt: 2, polledAt: 2 });
    expect(facts(7)).toMatchObject({ day });
  });

  it('leave out what no flight can have, so that sums stay sums', () => {
    const { flights, account, facts } = stored();
    flights.put(account, flightOf({ id: 7, enRoute: 1e308, pax: -3, seasonPoints: '1e400' }), completed);
    expect(facts(7)).toMatchObject({ minutes: null, pax: null, points: null });
    flights.put(account, flightOf({ id: 7, enRoute: '-95' }), completed);
    expect(facts(7)).toMatchObject({ minutes: null });
  });

  it('move to another account with their record', () => {
    const { flights, jobs, account, database, accountOf } = stored();
    const ben = accountOf('ben');
    flights.put(account, flightOf({ id: 7 }), { stage: 'completed', stageSince: 1, completedAt: 2, polledAt: 2 });
    database.exec(`UPDATE flights SET account_id = ${ben}`);
    expect(jobs.byFlight(account, 7)).toBeNull();
    expect(database.prepare('SELECT account_id AS account, id FROM flight_facts').all()).toEqual([
      { account: ben, id: 7 },
    ]);
  });

  it('parse the same text as a number as the window does', () => {
    const { flights, account, facts } = stored();
    const texts = fc.oneof(
      fc.stringMatching(/^[ +-]?\d{0,6}[.,]?\d{0,3}[ e]?\d?$/),
      fc.double().map(String),
      fc.constantFrom('', ' ', '+', '.5', '5.', '1.2.3', '0x10', '1e5', '--1', '+-1', 'n/a', '12 min'),
    );
    fc.assert(
      fc.property(texts, (text) => {
        flights.put(account, flightOf({ id: 7, seasonPoints: text }), completed);
        const value = asNumber(text);
        expect(facts(7)?.['points']).toBe(value !== null && Math.abs(value) <= 1e9 ? value : null);
      }),
    );
  });
});
