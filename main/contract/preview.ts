// A dry run: what would become of files, and why, before anything is taken.
import { z } from 'zod';

/**
 * `send`: would be taken and sent. `ask`: would be taken, and wait for the pilot's word. `hold`: would be taken, and held
 * for its size. `wait`: is not decided yet (still being written, say). `known`: its picture is a report already. `leave`:
 * is left alone.
 */
export const previewOutcomes = ['send', 'ask', 'hold', 'wait', 'known', 'leave'] as const;
export type PreviewOutcome = (typeof previewOutcomes)[number];

export const previewedFileSchema = z.object({
  name: z.string(),
  path: z.string(),
  bytes: z.number().nullable(),
  outcome: z.enum(previewOutcomes),
  words: z.string(),
  /** The strip of the report that it is already. */
  stripId: z.string().nullable(),
});
export type PreviewedFile = z.infer<typeof previewedFileSchema>;

export const previewSchema = z.object({
  files: z.array(previewedFileSchema),
  counts: z.record(z.enum(previewOutcomes), z.number()),
});
export type Preview = z.infer<typeof previewSchema>;
