// What the companion says by itself. Events are in the past; each carries all that is needed to draw the change.
import * as z from 'zod/mini';
import { appStateSchema } from './state.ts';
import { stripSchema } from './strip.ts';

export const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('state.changed'), state: appStateSchema }),
  /** Strips that are new or different, whole; and ids that are gone. A strip that changed its bay comes as changed. */
  z.object({ type: z.literal('strips.changed'), strips: z.array(stripSchema), removed: z.array(z.string()) }),
  /** Bytes on the way, at most a few times a second. */
  z.object({ type: z.literal('upload.progressed'), id: z.string(), sentBytes: z.number(), totalBytes: z.number() }),
  z.object({ type: z.literal('settings.changed') }),
]);
export type CompanionEvent = z.infer<typeof eventSchema>;
