// Why a file was, or was not, uploaded: the answer of `files.explain`, and the pages of the decision log.
import { z } from 'zod';
import { messageSchema } from '../messages/message.ts';

const historyLineSchema = z.object({
  /** Null: it holds now. */
  at: z.number().nullable(),
  message: messageSchema,
  /** Where it happened more than once in a row: how often, and when last. */
  times: z.number().optional(),
  until: z.number().optional(),
});
export type HistoryLine = z.infer<typeof historyLineSchema>;

/** What became of the file's report; `not-added`: there is none. */
export const fileStateSchema = z.enum(['waiting', 'needs-you', 'sent', 'not-added']);
export type FileState = z.infer<typeof fileStateSchema>;

export const explanationSchema = z.object({
  name: z.string(),
  /** Null for dropped bytes. */
  path: z.string().nullable(),
  state: fileStateSchema,
  /** The answer in one or two sentences. */
  headline: messageSchema,
  /** What can be done; null where nothing needs to be. */
  advice: messageSchema.nullable(),
  /** Its report, where there is one. */
  stripId: z.string().nullable(),
  lines: z.array(historyLineSchema),
});
export type Explanation = z.infer<typeof explanationSchema>;

/** One of these: a path on this computer; the SHA-256 of an image, with its name; a report. */
export const explainInputSchema = z.object({
  path: z.string().min(1).max(4096).optional(),
  name: z.string().min(1).max(1000).optional(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  stripId: z
    .string()
    .regex(/^job-\d+$/)
    .optional(),
});
export type ExplainInput = z.infer<typeof explainInputSchema>;

const fileDecisionSchema = z.object({
  name: z.string(),
  path: z.string(),
  state: fileStateSchema,
  /** Since when this is the last decision. */
  at: z.number(),
  rule: z.string(),
  message: messageSchema,
  stripId: z.string().nullable(),
});
export type FileDecisionLine = z.infer<typeof fileDecisionSchema>;

export const decisionsPageSchema = z.object({
  files: z.array(fileDecisionSchema),
  /** Pass it as `after` for the next page; null at the end. */
  next: z.string().nullable(),
  /** Counted up to 1,000. */
  total: z.number(),
});
export type DecisionsPage = z.infer<typeof decisionsPageSchema>;

export const decisionsInputSchema = z.object({
  /** Part of the name or path, case-insensitive. */
  text: z.string().max(500).optional(),
  rule: z.string().max(40).optional(),
  state: fileStateSchema.optional(),
  /** When the last decision was made, epoch ms; `to` is exclusive. */
  from: z.number().optional(),
  to: z.number().optional(),
  after: z.string().max(60).nullable(),
  limit: z.number().int().min(1).max(200),
});
