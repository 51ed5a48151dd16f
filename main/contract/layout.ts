// A taught layout: where pictures of one look have their figures, and the words by which such a picture is recognised.
// It has no values.
import * as z from 'zod/mini';
import { placeSchema } from './strip.ts';

/** Codes. */
export const layoutFigures = ['from', 'to', 'aircraft'] as const;
export type LayoutFigure = (typeof layoutFigures)[number];
/** Durations, by their names in an own entry. */
export const layoutTimes = ['minutes', 'block'] as const;
/** Everything that a layout has a place of. */
const placed = [...layoutFigures, ...layoutTimes] as const;
export type Placed = (typeof placed)[number];

/** The most words that are kept of a picture. */
export const mostMarks = 20;

/** A word in small letters, and where it stands. */
const markSchema = z.object({ ...placeSchema.shape, text: z.string() });
export type Mark = z.infer<typeof markSchema>;

export const layoutSchema = z.object({
  /** Width by height. */
  aspect: z.number(),
  places: z.object({
    from: placeSchema,
    to: placeSchema,
    aircraft: z.optional(placeSchema),
    minutes: z.optional(placeSchema),
    block: z.optional(placeSchema),
  }),
  /** Such as "departure" and "block time": where one doesn't stand, its figure isn't read, and no route without its. */
  labels: z.array(z.object({ ...markSchema.shape, of: z.enum(placed) })),
  marks: z.array(markSchema),
  /** How many airports there are beside the two, such as an alternate. A page with more is of several flights. */
  others: z.number(),
});
export type Layout = z.infer<typeof layoutSchema>;

/** Of one service. A new one takes the place of the oldest. */
export const mostLayouts = 20;
