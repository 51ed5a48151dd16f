// A dry run: what would become of files, and why, before anything is taken.
import * as z from 'zod/mini';
import { messageSchema } from '../messages/message.ts';

/**
 * `send`: would be taken and sent. `ask`: would be taken, and wait for the pilot's word. `hold`: would be taken, and held
 * for its size. `wait`: is not decided yet (still being written, say). `known`: its picture is a report already. `leave`:
 * is left alone.
 */
export const dryRunOutcomes = ['send', 'ask', 'hold', 'wait', 'known', 'leave'] as const;
export type DryRunOutcome = (typeof dryRunOutcomes)[number];

export const dryRunFileSchema = z.object({
  name: z.string(),
  path: z.string(),
  bytes: z.nullable(z.number()),
  outcome: z.enum(dryRunOutcomes),
  message: messageSchema,
  /** The strip of the report that it is already. */
  stripId: z.nullable(z.string()),
});
export type DryRunFile = z.infer<typeof dryRunFileSchema>;

export const dryRunSchema = z.object({
  files: z.array(dryRunFileSchema),
  counts: z.record(z.enum(dryRunOutcomes), z.number()),
});
export type DryRun = z.infer<typeof dryRunSchema>;
