// Sample flight reports for demonstrations and tests, drawn by `node scripts/run.mjs scripts/draw/draw-samples.mjs`, each with embedded figures. All airlines,
// callsigns and registrations are invented. A bundle has to copy the images and their table, which are in this folder.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const rowsSchema = z.array(
  z.object({
    name: z.string(),
    airline: z.string(),
    figures: z
      .object({
        aircraft: z.string(),
        icao_out: z.string(),
        icao_in: z.string(),
        /** A6: minutes from block to block. */
        total_ft: z.number(),
        /** A6: minutes in the air. */
        en_route: z.number(),
        pax: z.number(),
        cargo_kg: z.number(),
        /** A6: minutes, negative where the flight arrived early. */
        delay_min: z.number(),
        /** Off blocks, UTC (A7), without an offset. */
      })
      .readonly(),
  }),
);

/** The figures shown by and embedded in an image, in the field names of the service. */
type SampleFigures = z.infer<typeof rowsSchema>[number]['figures'];

export type Sample = {
  /** File name. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly airline: string;
  readonly figures: SampleFigures;
};

const pathOf = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));
const rows = rowsSchema.parse(JSON.parse(readFileSync(pathOf('samples.json'), 'utf8')));

export const samples: readonly Sample[] = rows.map(({ name, airline, figures }) => ({
  name,
  path: pathOf(name),
  mediaType: name.endsWith('.png') ? 'image/png' : 'image/jpeg',
  airline,
  figures,
}));
