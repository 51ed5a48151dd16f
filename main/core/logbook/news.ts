// What came of the pilot's flights since a window was last looked at.
import { asNumber } from '../../contract/flight.ts';
import type { LogbookNews } from '../../contract/logbook.ts';
import { accountSubject, type LearnedFacts } from '../storage/tables/learned-facts.ts';
import type { Flights } from '../storage/tables/flights.ts';
import { loadAirports } from './airports.ts';

/** A shorter absence is no news: the board shows what happened today. */
const leastAwayMs = 3_600_000;
const mostArchived = 5;

/**
 * Notes that the pilot looks now, and returns what was completed since the last look; null if that was less than an hour
 * ago, never, or if nothing was.
 */
export async function newsOf(
  stores: { readonly facts: LearnedFacts; readonly flights: Flights },
  accountId: number,
  now: number,
): Promise<LogbookNews | null> {
  const since = stores.facts.read(accountSubject(accountId), 'seen-at');
  stores.facts.write(accountSubject(accountId), 'seen-at', now, now);
  if (since === null || now - since < leastAwayMs) return null;
  const flights = stores.flights.completedSince(accountId, since);
  if (flights.length === 0) return null;
  const airports = await loadAirports();
  const completed = flights.filter(({ stage }) => stage === 'completed').map(({ record }) => record);
  const archived = flights.filter(({ stage }) => stage === 'archived').map(({ record }) => record);
  const legs = completed
    .map(({ icaoOut, icaoIn }) => ({
      from: icaoOut,
      to: icaoIn,
      distanceNm: airports.distanceNm(icaoOut, icaoIn) ?? 0,
    }))
    .toSorted((one, other) => other.distanceNm - one.distanceNm);
  const [longest] = legs;
  return {
    since,
    completed: completed.length,
    points: completed.reduce((sum, { seasonPoints }) => sum + (asNumber(seasonPoints) ?? 0), 0),
    longest: longest && longest.distanceNm > 0 ? longest : null,
    archived: archived.length,
    archivedFlights: archived
      .slice(0, mostArchived)
      .map(({ id, icaoOut, icaoIn }) => ({ id, from: icaoOut, to: icaoIn })),
  };
}
