// The flight record as the service answers it: the sixteen documented fields, from a flight and its flags. A pure rule:
// what is known follows from the flags alone (A5).

import type { Flight } from '../world/world.ts';

/** What the checks find out about a flight, under the names of the record. */
export interface FlightFigures {
  aircraft: string;
  icao_out: string;
  icao_in: string;
  /** Total flight time from block to block, in minutes (A6). */
  total_ft: number;
  /** Minutes in the air (A6). */
  en_route: number;
  pax: number;
  cargo_kg: number;
  /** Minutes late at the gate; negative is early (A6). */
  delay_min: number;
  rating_contribution: number;
  season_points: number;
  /** The report's own time without an offset, in UTC (A7); null where the picture does not say. */
  date: string | null;
}

type Nullable = number | string | null;

export interface FlightRecord {
  id: number;
  date: string;
  aircraft: string;
  icao_out: string;
  icao_in: string;
  total_ft: Nullable;
  en_route: Nullable;
  pax: Nullable;
  cargo_kg: Nullable;
  delay_min: Nullable;
  moderator_checked: boolean;
  automated_checked: boolean;
  rating_contribution: Nullable;
  season_points: Nullable;
  is_archived: boolean;
  created_at: string;
}

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
