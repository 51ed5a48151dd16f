// A dry run: what would become of files, and why, before anything is taken.
import { z } from 'zod';

/**
 * `send`: would be taken and sent. `ask`: would be taken, and wait for the pilot's word. `hold`: would be taken, and held
 * for its size. `wait`: is not decided yet (still being written, say). `known`: its picture is a report already. `leave`:
 * is left alone.
 */
export const dryRunOutcomes = ['send', 'ask', 'hold', 'wait', 'known', 'leave'] as const;
export type DryRunOutcome = (typeof dryRunOutcomes)[number];

const dryRunFileSchema = z.object({
  name: z.string(),
  path: z.string(),
  bytes: z.number().nullable(),
  outcome: z.enum(dryRunOutcomes),
  message: z.string(),
  /** The strip of the report that it is already. */
  stripId: z.string().nullable(),
});
export type DryRunFile = z.infer<typeof dryRunFileSchema>;

export const dryRunSchema = z.object({
  files: z.array(dryRunFileSchema),
  counts: z.record(z.enum(dryRunOutcomes), z.number()),
});
export type DryRun = z.infer<typeof dryRunSchema>;
