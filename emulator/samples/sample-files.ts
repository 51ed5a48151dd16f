// Sample flight reports for demonstrations and tests, drawn by `node scripts/run.mjs scripts/draw/draw-samples.mjs`, each with embedded figures. All airlines,
// callsigns and registrations are invented. A bundle has to copy the images and their table, which are in this folder.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The figures shown by and embedded in an image, in the field names of the service. */
type SampleFigures = Readonly<{
  aircraft: string;
  icao_out: string;
  icao_in: string;
  /** A6: minutes from block to block. */
  total_ft: number;
  /** A6: minutes in the air. */
  en_route: number;
  pax: number;
  cargo_kg: number;
  /** A6: minutes, negative where the flight arrived early. */
  delay_min: number;
  /** A7: off blocks, a time of day. */
  date: string;
}>;

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
type Row = Pick<Sample, 'name' | 'airline' | 'figures'>;
const rows = JSON.parse(readFileSync(pathOf('samples.json'), 'utf8')) as Row[];

export const samples: readonly Sample[] = rows.map(({ name, airline, figures }) => ({
  name,
  path: pathOf(name),
  mediaType: name.endsWith('.png') ? 'image/png' : 'image/jpeg',
  airline,
  figures,
}));
