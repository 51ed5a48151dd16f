// The flight record with its sixteen documented fields. Which of them are filled depends on the flags alone (A5). The schema quotes
// the document of the service where it speaks (test/emulator/contract/document.test.ts).

import type { Flight } from '../world/world.ts';
import type { Nullable, FlightRecord } from '../api-types.ts';
import { z } from 'zod';
import { text } from '../http/route-schema.ts';

/** A7: UTC, without an offset. */
const timestampSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)
  .describe('Timestamp in ISO 8601 form without a zone offset.');
/** A6: numbers, or strings with --nullable-as-strings. */
const nullAtFirst = z.union([z.number(), z.string()]).nullable().describe('null right after upload.');
const falseAtFirst = z.boolean().describe('false right after upload.');
const emptyAtFirst = text('Empty string right after upload.');

/** In the words of the document of the service. */
export const flightRecord = z
  .strictObject({
    id: z.int().describe('Identifier of the flight record.'),
    date: timestampSchema,
    aircraft: text('Holds the text UNKNOWN right after upload.'),
    icao_out: emptyAtFirst,
    icao_in: emptyAtFirst,
    total_ft: nullAtFirst,
    en_route: nullAtFirst,
    pax: nullAtFirst,
    cargo_kg: nullAtFirst,
    delay_min: nullAtFirst,
    moderator_checked: falseAtFirst,
    automated_checked: falseAtFirst,
    rating_contribution: nullAtFirst,
    season_points: nullAtFirst,
    is_archived: falseAtFirst,
    created_at: timestampSchema,
  })
  .meta({ id: 'FlightRecord' });

/** A5: points are set only once the last required check has passed. */
const hasPassedAllChecks = (flight: Flight): boolean =>
  flight.automatedChecked && (flight.moderatorChecked || !flight.needsModerator);

export function recordOf(flight: Flight, { nullableAsStrings }: { nullableAsStrings: boolean }): FlightRecord {
  const { figures } = flight;
  const isRead = flight.automatedChecked;
  // A6: numbers, or strings with `nullableAsStrings`.
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
