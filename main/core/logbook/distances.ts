// Writes the distance of each flight and the names of its airports into its facts, so that the database can sum and
// sort. Some flights at a time, so that the event loop is not held after a migration.
import { setImmediate } from 'node:timers/promises';
import { inTransaction, type Database } from '../storage/database/database.ts';
import type { Airports } from './airports.ts';
import { searchText } from '../../messages/search-text.ts';

/** In facts: the table lacks an airport. */
const NOT_IN_TABLE = -1;
/** Few enough to hold the event loop for a few milliseconds only. */
const FLIGHTS_AT_ONCE = 250;

const unmeasured = 'distance_nm IS NULL AND icao_out IS NOT NULL AND icao_in IS NOT NULL';

/** As the list shows it, in the form that is sorted; null if the departure is not known. */
function routeName(airports: Airports, from: string, to: string): string | null {
  const departure = airports.find(from);
  // A control character sorts before every letter: Graz before Graz-Thalerhof.
  return departure && searchText(`${departure.city}\u0001${airports.find(to)?.city ?? ''}`);
}

/** Returns a function that measures what is not measured yet, for all accounts. Throws disk errors. */
export function createDistances(database: Database, airports: () => Promise<Airports>) {
  const accounts = database.prepare(
    `SELECT account_id AS account, MIN(id) AS first FROM flight_facts INDEXED BY flight_facts_unmeasured
     WHERE ${unmeasured} GROUP BY account_id`,
  );
  // In the order in which they are stored, so that a transaction changes few pages of the file.
  const next = database.prepare(
    `SELECT id, icao_out AS departure, icao_in AS arrival FROM flight_facts
     WHERE account_id = ? AND id >= ? AND +distance_nm IS NULL AND +icao_out IS NOT NULL AND +icao_in IS NOT NULL
     ORDER BY id LIMIT ?`,
  );
  const set = database.prepare('UPDATE flight_facts SET distance_nm = ?, route = ? WHERE account_id = ? AND id = ?');
  let running: Promise<void> | null = null;

  async function measureFrom(account: number, first: number) {
    let from = first;
    for (;;) {
      const flights = next.all(account, from, FLIGHTS_AT_ONCE);
      if (flights.length === 0) return;
      const table = await airports();
      inTransaction(database, () => {
        for (const { id, departure, arrival } of flights) {
          const [out, into] = [String(departure), String(arrival)];
          set.run(table.distanceNm(out, into) ?? NOT_IN_TABLE, routeName(table, out, into), account, id!);
        }
      });
      from = Number(flights.at(-1)?.['id']) + 1;
      await setImmediate();
    }
  }

  async function measure() {
    // Again, as older flights may have been loaded meanwhile.
    for (let [found] = accounts.all(); found; [found] = accounts.all())
      await measureFrom(Number(found['account']), Number(found['first']));
  }

  return (): Promise<void> => (running ??= measure().finally(() => (running = null)));
}
