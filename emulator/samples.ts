// The sample screenshots: reports as flight simulators show them, drawn by the project (npm run samples), each with its
// figures inside the file. For demonstrations and tests; every airline, callsign and registration is invented.

import { fileURLToPath } from 'node:url';
import rows from './samples/samples.json' with { type: 'json' };

/** What a picture shows and carries, in the service's field names (A6). */
export interface SampleFigures {
  readonly aircraft: string;
  readonly icao_out: string;
  readonly icao_in: string;
  /** Minutes from block to block. */
  readonly total_ft: number;
  /** Minutes in the air. */
  readonly en_route: number;
  readonly pax: number;
  readonly cargo_kg: number;
  /** Negative where the flight arrived early. */
  readonly delay_min: number;
  /** Off blocks, UTC (A7), without an offset. */
  readonly date: string;
}

export interface Sample {
  /** File name. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly airline: string;
  readonly figures: SampleFigures;
}

export const samples: readonly Sample[] = rows.map(({ name, airline, figures }) => ({
  name,
  path: fileURLToPath(new URL(`samples/${name}`, import.meta.url)),
  mediaType: name.endsWith('.png') ? 'image/png' : 'image/jpeg',
  airline,
  figures,
}));
