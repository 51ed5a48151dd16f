// The flight record as the service answers it: the sixteen documented fields, from a flight and its flags. A pure rule:
// what is known follows from the flags alone (A5).

import type { Flight } from '../world/world.ts';
import type { Nullable, FlightRecord } from '../api-types.ts';

/** A5: settled once the last check that it needs has passed; only then it counts for the rating and the season. */
const hasPassedAllChecks = (flight: Flight): boolean =>
  flight.automatedChecked && (flight.moderatorChecked || !flight.needsModerator);

export function recordOf(flight: Flight, { nullableAsStrings }: { nullableAsStrings: boolean }): FlightRecord {
  const { figures } = flight;
  const isRead = flight.automatedChecked;
  // A6: numbers by default, the same numbers as strings where the option says so.
  const shown = (isKnown: boolean, value: number): Nullable =>
    isKnown ? (nullableAsStrings ? String(value) : value) : null;
  const createdAt = timestamp(flight.createdAtMs);
  const isSettled = hasPassedAllChecks(flight);
  return {
    id: flight.id,
    date: (isRead ? figures.date : null) ?? createdAt,
    aircraft: isRead ? figures.aircraft : 'UNKNOWN',
    icao_out: isRead ? figures.icao_out : '',
    icao_in: isRead ? figures.icao_in : '',
    total_ft: shown(isRead, figures.total_ft),
    en_route: shown(isRead, figures.en_route),
    pax: shown(isRead, figures.pax),
    cargo_kg: shown(isRead, figures.cargo_kg),
    delay_min: shown(isRead, figures.delay_min),
    moderator_checked: flight.moderatorChecked,
    automated_checked: flight.automatedChecked,
    rating_contribution: shown(isSettled, figures.rating_contribution),
    season_points: shown(isSettled, figures.season_points),
    is_archived: flight.isArchived,
    created_at: createdAt,
  };
}

/** A7: UTC, to the second, without an offset. */
export const timestamp = (atMs: number): string => new Date(atMs).toISOString().slice(0, 19);
