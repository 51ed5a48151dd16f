// What the flights endpoints accept and return. Descriptions quote the document of the service where it speaks
// (test/emulator/contract/document.test.ts).

import { z } from 'zod';
import { text } from '../http/route-schema.ts';

/** A7: UTC, without an offset. */
const timestamp = z
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
    date: timestamp,
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
    created_at: timestamp,
  })
  .meta({ id: 'FlightRecord' });

export const pageOfFlights = z
  .strictObject({
    items: z.array(flightRecord).describe('The pilot’s records, newest first.'),
    next_before_id: z.int().nullable().describe('The before_id of the next page, or null at the end.'),
  })
  .meta({ id: 'PageOfFlights' });

export const uploadForm = z.object({
  report: z
    .unknown()
    .meta({ contentMediaType: 'application/octet-stream' })
    .describe('PNG or JPG image of the report. Allowed extensions: png, jpg, jpeg.'),
});

const whole = ({ least, most }: { least: number; most: number }) => z.int().min(least).max(most);

export const defaultLimit = 50;

/** A29. */
export const pagingBounds = {
  limit: { least: 1, most: 100 },
  before_id: { least: 1, most: 999_999_999_999_999 },
} as const;

export const listQuery = z.object({
  limit: whole(pagingBounds.limit)
    .default(defaultLimit)
    .describe('Maximum number of records: 1 to 100, 50 by default.'),
  before_id: whole(pagingBounds.before_id).describe('Only records with a smaller ID.').optional(),
});

export const flightPath = z.object({
  id: whole(pagingBounds.before_id).describe('Identifier of the flight record.'),
});
