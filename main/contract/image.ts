// An image for a window, as the pilot's file has it. The window decodes it, and limits its bytes and pixels.
import * as z from 'zod/mini';

const drawnMediaTypes = ['image/png', 'image/jpeg'] as const;

/** The largest image that a window draws. Screenshots have a few megabytes. */
export const mostDrawnBytes = 64 * 1024 * 1024;

export const imageBytesSchema = z.object({
  mediaType: z.enum(drawnMediaTypes),
  bytes: z.instanceof(Uint8Array).check(z.refine((bytes) => bytes.byteLength <= mostDrawnBytes)),
});
export type ImageBytes = z.infer<typeof imageBytesSchema>;
