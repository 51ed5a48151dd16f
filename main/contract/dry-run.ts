// A dry run: what would become of files, and why, without adding any.
import * as z from 'zod/mini';
import { looksLikeSchema } from './strip.ts';
import { message, messageSchema, type Message } from '../messages/message.ts';

/**
 * `send`: would be added and uploaded. `ask`: would wait for approval, such as an edited copy. `hold`: would be held for
 * its size. `wait`: not decided yet (still being written, for example). `known`: already a report. `leave`: would be ignored.
 */
export const dryRunOutcomes = ['send', 'ask', 'hold', 'wait', 'known', 'leave'] as const;
export type DryRunOutcome = (typeof dryRunOutcomes)[number];

const dryRunFileSchema = z.object({
  name: z.string(),
  path: z.string(),
  bytes: z.nullable(z.number()),
  outcome: z.enum(dryRunOutcomes),
  message: messageSchema,
  /** Whether hardly any text was found on the image; null: not looked at, or unknown. */
  lacksText: z.nullable(z.boolean()),
  /** The route that the image looks like; null: none, or not read. */
  looksLike: z.nullable(looksLikeSchema),
  /** The strip of the report, if one. */
  stripId: z.nullable(z.string()),
});
export type DryRunFile = z.infer<typeof dryRunFileSchema>;

export const dryRunSchema = z.object({
  files: z.array(dryRunFileSchema),
  counts: z.record(z.enum(dryRunOutcomes), z.number()),
});
export type DryRun = z.infer<typeof dryRunSchema>;

/** What would become of the files, in one message for the window and the command line. */
export function dryRunSummary(counts: DryRun['counts']): Message {
  const found = dryRunOutcomes.filter((outcome) => counts[outcome] > 0);
  if (found.length === 0) return message('dryRun.nothing');
  return message('dryRun.summary', {
    counts: found.map((outcome) => message('dryRun.count', { outcome, n: counts[outcome] })),
  });
}
