// A picture on its way to a window, which draws it: its bytes as the pilot gave them. Whoever decodes bounds both.
import { z } from 'zod';

const drawnMediaTypes = ['image/png', 'image/jpeg'] as const;

/** The most that a window takes in to draw. Screenshots have a few megabytes. */
export const mostDrawnBytes = 64 * 1024 * 1024;

export const imageBytesSchema = z.object({
  mediaType: z.enum(drawnMediaTypes),
  bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.byteLength <= mostDrawnBytes),
});
export type ImageBytes = z.infer<typeof imageBytesSchema>;
