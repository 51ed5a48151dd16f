// Writes the distance of each flight and the names of its airports into its facts, so that the database can sum and
// sort. Some flights at a time, so that the event loop is not held after a migration.
import { setImmediate } from 'node:timers/promises';
import { inTransaction, type Database } from '../storage/database/database.ts';
import type { Airports } from './airports.ts';
import { searchText } from './search/search-text.ts';

/** In facts: the table lacks an airport. */
const NOT_IN_TABLE = -1;
/** Few enough to hold the event loop for a few milliseconds only. */
const FLIGHTS_AT_ONCE = 1_000;

const unmeasured = 'distance_nm IS NULL AND icao_out IS NOT NULL AND icao_in IS NOT NULL';

/** As the list shows it, in the form that is sorted; null if the departure is not known. */
function routeName(airports: Airports, from: string, to: string): string | null {
  const departure = airports.find(from);
  // A control character sorts before every letter: Graz before Graz-Thalerhof.
  return departure && searchText(`${departure.city}\u0001${airports.find(to)?.city ?? ''}`);
}

/** Returns a function that measures what is not measured yet, for all accounts. Throws disk errors. */
export function createDistances(database: Database, airports: () => Promise<Airports>) {
  const next = database.prepare(
    `SELECT account_id AS account, id, icao_out AS departure, icao_in AS arrival FROM flight_facts
     INDEXED BY flight_facts_unmeasured WHERE ${unmeasured} ORDER BY icao_out, icao_in LIMIT ?`,
  );
  const set = database.prepare('UPDATE flight_facts SET distance_nm = ?, route = ? WHERE account_id = ? AND id = ?');
  let running: Promise<void> | null = null;

  async function measure() {
    for (;;) {
      const flights = next.all(FLIGHTS_AT_ONCE);
      if (flights.length === 0) return;
      const table = await airports();
      inTransaction(database, () => {
        for (const { account, id, departure, arrival } of flights) {
          const [from, to] = [String(departure), String(arrival)];
          set.run(table.distanceNm(from, to) ?? NOT_IN_TABLE, routeName(table, from, to), account!, id!);
        }
      });
      await setImmediate();
    }
  }

  return (): Promise<void> => (running ??= measure().finally(() => (running = null)));
}
