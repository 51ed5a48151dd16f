// The diagnostics file: one redacted JSON document that a pilot may send to somebody. Its version grows with every change
// of what a reader relies on. What only people read (settings, state, decisions) is any value here, so that a file of an
// older or newer companion can still be read.
import { z } from 'zod';

export const diagnosticsFormat = 'pilot-companion-diagnostics';

/** What a call was for. `who`: who has signed in (A18). */
const callPurposes = ['exchange', 'refresh', 'who', 'upload', 'list', 'read', 'other'] as const;
export type CallPurpose = (typeof callPurposes)[number];

/**
 * `answered`: whole. `cut`: the answer broke off. `lost`: something left, no answer came. `not-sent`: the connection was
 * never made. `given-up`: the companion ended it, by its own time limit or because it was stopped.
 */
const callEnds = ['answered', 'cut', 'lost', 'not-sent', 'given-up'] as const;

/** One call to the service, without what it carried. */
export const callSchema = z.object({
  /** When it began, epoch milliseconds. */
  at: z.number(),
  durationMs: z.number().min(0),
  purpose: z.enum(callPurposes),
  method: z.string().max(10),
  /** Below the service's address, with its query. */
  path: z.string().max(300),
  ended: z.enum(callEnds),
  /** Null where none came. */
  status: z.number().int().nullable(),
  /** A documented code of the answer, or the connection's own word. */
  code: z.string().max(60).nullable(),
  /** `Retry-After` as it came. */
  retryAfter: z.string().max(40).nullable(),
  /** How much of the answer's body came. */
  answerBytes: z.number().int().min(0),
  /** What an answer was that is no JSON: its media type, or `unreadable`. */
  otherThanJson: z.string().max(60).nullable(),
});
export type Call = z.infer<typeof callSchema>;

export const diagnosticsSchema = z.object({
  format: z.literal(diagnosticsFormat),
  version: z.literal(1),
  madeAt: z.string(),
  /** Of the companion and of what it runs on, by name. */
  versions: z.record(z.string(), z.string()),
  machine: z.record(z.string(), z.unknown()),
  settings: z.unknown(),
  /** Null before the pilot has begun. */
  profile: z.unknown(),
  state: z.unknown(),
  decisions: z.object({ files: z.array(z.unknown()), isCut: z.boolean() }),
  /** Oldest first; `isCut`: there were more before. */
  calls: z.object({ entries: z.array(callSchema), isCut: z.boolean() }),
  /** The last lines of the log, oldest first. */
  log: z.array(z.unknown()),
});
export type Diagnostics = z.infer<typeof diagnosticsSchema>;

/** What the file is called, wherever it is kept. */
export const diagnosticsName = ({ madeAt }: Pick<Diagnostics, 'madeAt'>): string =>
  `pilot-companion-diagnostics-${madeAt.slice(0, 19).replaceAll(':', '-')}Z.json`;
