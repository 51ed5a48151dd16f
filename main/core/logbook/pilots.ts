// The pilots of a service, and the codes that are in their flights.
import type { LogbookChoices, LogbookFilter } from '../../contract/logbook.ts';
import { contentVersion, type Database } from '../storage/database/database.ts';
import type { Airports } from './airports.ts';
import type { Query } from './query-thread.ts';
import type { Condition } from './search/filter-sql.ts';

type Column = 'icao_out' | 'icao_in' | 'aircraft';

export function createPilots(database: Database, profile: string) {
  const accounts = database.prepare('SELECT id, name FROM accounts WHERE profile = ? ORDER BY id');
  // Skips from one value to the next in the index: a history of 100,000 flights has a few hundred codes.
  const distinct = (column: Column) => {
    const next = (from: string) =>
      `(SELECT MIN(${column}) FROM flight_facts WHERE account_id = :account AND ${column} > ${from})`;
    return database.prepare(`WITH RECURSIVE codes (code) AS (
        SELECT ${next("''")} UNION ALL SELECT ${next('codes.code')} FROM codes WHERE codes.code IS NOT NULL)
      SELECT code FROM codes WHERE code IS NOT NULL`);
  };
  const arrivals = distinct('icao_in');
  const departures = distinct('icao_out');
  const aircraft = distinct('aircraft');

  // Each letter of a search needs them, and reading them takes longer than finding the first flights.
  let last = { key: '', codes: { airports: [] as string[], types: [] as string[] } };

  const all = () => accounts.all(profile).map(({ id, name }) => ({ id: Number(id), name: name as string | null }));

  return {
    /** Every pilot who signed in with this service here, now or before. */
    all,
    /** The name of an account's pilot, where the flights of all are shown; null if there is one. */
    nameOf({ pilots }: Pick<LogbookFilter, 'pilots'>): (account: number) => string | null {
      const names = new Map(pilots === 'all' ? all().map(({ id, name }) => [id, name]) : []);
      return (account) => names.get(account) ?? null;
    },
    codesOf(of: readonly number[]): { airports: string[]; types: string[] } {
      const key = `${contentVersion(database)} ${of.join()}`;
      if (key === last.key) return last.codes;
      const codes = (statements: readonly (typeof aircraft)[]) => [
        ...new Set(
          of.flatMap((account) =>
            statements.flatMap((statement) => statement.all({ account }).map(({ code }) => String(code))),
          ),
        ),
      ];
      last = { key, codes: { airports: codes([departures, arrivals]), types: codes([aircraft]) } };
      return last.codes;
    },
    /** @param where the flights whose types, and those whose airports, can be chosen */
    async choices(
      query: Query,
      of: readonly number[],
      where: { readonly type: Condition; readonly airport: Condition },
      airports: Airports,
    ): Promise<LogbookChoices> {
      const every: Condition = { sql: `account_id IN (${of.map(() => '?').join(', ')})`, params: of };
      const grouped = async (value: string, { sql, params }: Condition) =>
        (await query(`SELECT ${value}, COUNT(*) FROM flight_facts WHERE ${sql} GROUP BY 1`, params)).flatMap(
          ([name, flights]): [string, number][] => (name === null ? [] : [[String(name), Number(flights)]]),
        );
      const both = await query(
        `SELECT icao_out, COUNT(*) FROM flight_facts WHERE ${where.airport.sql} AND icao_out IS icao_in GROUP BY 1`,
        where.airport.params,
      );
      const flightsAt = new Map<string, number>();
      const count = (code: string, flights: number) => flightsAt.set(code, (flightsAt.get(code) ?? 0) + flights);
      for (const column of ['icao_out', 'icao_in'])
        for (const [code, flights] of await grouped(column, where.airport)) count(code, flights);
      // A flight back to its departure is one flight.
      for (const [code, flights] of both) if (code !== null) count(String(code), -Number(flights));
      const mostFirst = (one: readonly [string, number], other: readonly [string, number]) =>
        other[1] - one[1] || (one[0] < other[0] ? -1 : 1);
      const ids = all().map(({ id }) => id);
      const [[pilots] = [0]] = await query(
        `SELECT COUNT(*) FROM accounts WHERE id IN (${ids.map(() => '?').join(', ')})
         AND EXISTS (SELECT 1 FROM flight_facts WHERE account_id = accounts.id)`,
        ids,
      );
      return {
        types: (await grouped('aircraft', where.type))
          .toSorted(mostFirst)
          .map(([type, flights]) => ({ type, flights })),
        airports: [...flightsAt].toSorted(mostFirst).map(([code, flights]) => ({
          code,
          name: airports.find(code)?.name ?? null,
          city: airports.find(code)?.city ?? null,
          flights,
        })),
        years: (await grouped('substr(day, 1, 4)', every))
          .toSorted((one, other) => (one[0] < other[0] ? 1 : -1))
          .map(([year, flights]) => ({ year, flights })),
        pilots: Number(pilots),
      };
    },
  };
}
