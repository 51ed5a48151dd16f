// Why a file was, or was not, uploaded: the answer of `files.explain`, and the pages of the decision log.
import * as z from 'zod/mini';
import { messageSchema, nameSchema } from '../messages/message.ts';
import { looksLikeSchema } from './strip.ts';

const historyLineSchema = z.object({
  /** Null: it holds now. */
  at: z.nullable(z.number()),
  message: messageSchema,
  /** If it happened several times in a row: how often, and when last. */
  times: z.optional(z.number()),
  until: z.optional(z.number()),
});
export type HistoryLine = z.infer<typeof historyLineSchema>;

/** The state of the file's report; `not-added`: there is none. */
export const fileStates = ['not-added', 'waiting', 'needs-attention', 'approval', 'inferred', 'uploaded'] as const;
export const fileStateSchema = z.enum(fileStates);
export type FileState = z.infer<typeof fileStateSchema>;

export const explanationSchema = z.object({
  name: z.string(),
  /** Null for dropped bytes. */
  path: z.nullable(z.string()),
  state: fileStateSchema,
  /** The answer in one or two sentences. */
  headline: messageSchema,
  /** What can be done; null if nothing needs to be. */
  advice: z.nullable(messageSchema),
  /** Whether hardly any text was found on its image; null: not looked at, or unknown. */
  lacksText: z.nullable(z.boolean()),
  /** The route that its image looks like; null: none, not read, told by the pilot, or as the service tells. */
  looksLike: z.nullable(looksLikeSchema),
  /** Its report, if one. */
  stripId: z.nullable(z.string()),
  lines: z.array(historyLineSchema),
});
export type Explanation = z.infer<typeof explanationSchema>;

/** One of these: a path on this computer; the SHA-256 of an image, with its name; a report. */
export const explainInputSchema = z.object({
  path: z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
  name: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
  sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
  stripId: z.optional(z.string().check(z.regex(/^job-\d+$/))),
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
  stripId: z.nullable(z.string()),
  /** Whose report it is; null where there is only one pilot, or no report. */
  pilot: z.nullable(nameSchema),
});
export type FileDecisionLine = z.infer<typeof fileDecisionSchema>;

export const decisionsPageSchema = z.object({
  files: z.array(fileDecisionSchema),
  /** Pass it as `after` for the next page; null at the end. */
  next: z.nullable(z.string()),
  /** Counted up to 1,000. */
  total: z.number(),
});
export type DecisionsPage = z.infer<typeof decisionsPageSchema>;

export const decisionsInputSchema = z.object({
  /** Part of the name or path, case-insensitive. */
  text: z.optional(z.string().check(z.maxLength(500))),
  rule: z.optional(z.string().check(z.maxLength(40))),
  state: z.optional(fileStateSchema),
  /** When the last decision was made, epoch ms; `to` is exclusive. */
  from: z.optional(z.number()),
  to: z.optional(z.number()),
  after: z.nullable(z.string().check(z.maxLength(60))),
  limit: z.int().check(z.minimum(1), z.maximum(1_000)),
});
