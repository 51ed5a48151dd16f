// The schema of the figures of a flight, for documents and corrections. The messages complete “expected …”.

import { z } from 'zod';

const text = z.string({ error: 'a text' });
const number = z.number({ error: 'a number' });

export const figuresSchema = z.strictObject({
  aircraft: text,
  icao_out: text,
  icao_in: text,
  total_ft: number,
  en_route: number,
  pax: number,
  cargo_kg: number,
  delay_min: number,
  rating_contribution: number,
  season_points: number,
  date: z.string({ error: 'a text or null' }).nullable(),
});
