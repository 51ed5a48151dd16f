// The events that the companion sends. Names are in the past tense; each event carries everything that is needed to
// show the change.
import * as z from 'zod/mini';
import { appStateSchema } from './state.ts';
import { stripSchema } from './strip.ts';

export const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('state.changed'), state: appStateSchema }),
  /** New and changed strips, and the ids of removed ones. A strip that moved to another bay counts as changed. */
  z.object({ type: z.literal('strips.changed'), strips: z.array(stripSchema), removed: z.array(z.string()) }),
  /** Bytes sent, at most a few times a second. */
  z.object({ type: z.literal('upload.progressed'), id: z.string(), sentBytes: z.number(), totalBytes: z.number() }),
  z.object({ type: z.literal('settings.changed') }),
  /** During an export, a few times a second. */
  z.object({ type: z.literal('export.progressed'), written: z.number(), total: z.number() }),
]);
export type CompanionEvent = z.infer<typeof eventSchema>;
