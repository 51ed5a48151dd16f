// The events that the companion sends. Names are in the past tense; each event carries everything that is needed to
// show the change.
import * as z from 'zod/mini';
import { intakeAnswerSchema } from './command-outputs.ts';
import { presetSchema } from './settings.ts';
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
  /** The pilot opened a place in the window from the host: by its menu, the tray or a notification. */
  z.object({
    type: z.literal('place.opened'),
    view: z.enum(['board', 'files', 'settings']),
    /** The report to show, on the board only. */
    stripId: z.nullable(z.string()),
  }),
  /** A preset that the pilot opened. Nothing is connected before the pilot has confirmed it. */
  z.object({ type: z.literal('preset.offered'), preset: presetSchema }),
  /** A folder that was passed to the host instead of an image: it can be watched. */
  z.object({ type: z.literal('folder.offered'), path: z.string() }),
  /** The results for files that were passed to the host instead of the window. */
  z.object({ type: z.literal('files.given'), answers: z.array(intakeAnswerSchema) }),
]);
export type CompanionEvent = z.infer<typeof eventSchema>;
