// The flight record with its sixteen documented fields. Which of them are filled depends on the flags alone (A5).

import type { Flight } from '../world/world.ts';
import type { FlightRecord } from '../api-types.ts';

/** A5: points are set only once the last required check has passed. */
const hasPassedAllChecks = (flight: Flight): boolean =>
  flight.automatedChecked && (flight.moderatorChecked || !flight.needsModerator);

export function recordOf(flight: Flight, { nullableAsStrings }: { nullableAsStrings: boolean }): FlightRecord {
  const { figures } = flight;
  const isRead = flight.automatedChecked;
  // A6: numbers, or strings with `nullableAsStrings`.
  const shown = (isKnown: boolean, value: number): number | string | null =>
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
