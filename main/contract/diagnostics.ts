// The diagnostics file: one redacted JSON document. Its version grows with every change that a reader relies on. Parts
// that only people read (settings, state, decisions) can be any value, so that files of other versions can be read.
import * as z from 'zod/mini';
import { messageSchema } from '../messages/message.ts';
import { requiredAction } from './failure.ts';

export const diagnosticsFormat = 'pilot-companion-diagnostics';

/** The purpose of a request. `who`: the pilot's identity (A18). */
const callPurposes = ['exchange', 'refresh', 'who', 'upload', 'list', 'read', 'other'] as const;
export type CallPurpose = (typeof callPurposes)[number];

/**
 * `answered`: complete. `cut`: the answer broke off. `lost`: sent, no answer. `not-sent`: no connection was made.
 * `given-up`: ended by the companion, by a time limit or because it stopped.
 */
const callEnds = ['answered', 'cut', 'lost', 'not-sent', 'given-up'] as const;

/** One request to the service, without its content. */
export const callSchema = z.object({
  /** When it began, epoch milliseconds. */
  at: z.number(),
  durationMs: z.number().check(z.minimum(0)),
  purpose: z.enum(callPurposes),
  method: z.string().check(z.maxLength(10)),
  /** Relative to the service's address, with its query. */
  path: z.string().check(z.maxLength(300)),
  ended: z.enum(callEnds),
  /** Null if no answer came. */
  status: z.nullable(z.int()),
  /** A documented code of the answer, or the code of the connection error. */
  code: z.nullable(z.string().check(z.maxLength(60))),
  /** `Retry-After` as received. */
  retryAfter: z.nullable(z.string().check(z.maxLength(40))),
  /** How many bytes of the answer's body arrived. */
  answerBytes: z.int().check(z.minimum(0)),
  /** For an answer that is not JSON: its media type, or `unreadable`. */
  otherThanJson: z.nullable(z.string().check(z.maxLength(60))),
});
export type Call = z.infer<typeof callSchema>;

export const diagnosticsSchema = z.object({
  format: z.literal(diagnosticsFormat),
  version: z.literal(1),
  madeAt: z.string(),
  /** Versions of the companion and of what it runs on, by name. */
  versions: z.record(z.string(), z.string()),
  machine: z.record(z.string(), z.unknown()),
  settings: z.unknown(),
  /** Null before the first start is complete. */
  profile: z.unknown(),
  state: z.unknown(),
  decisions: z.object({ files: z.array(z.unknown()), isCut: z.boolean() }),
  /** Oldest first; `isCut`: older ones are left out. */
  calls: z.object({ entries: z.array(callSchema), isCut: z.boolean() }),
  /** The last lines of the log, oldest first. */
  log: z.array(z.unknown()),
});
export type Diagnostics = z.infer<typeof diagnosticsSchema>;

/** The file's name. */
export const diagnosticsName = ({ madeAt }: Pick<Diagnostics, 'madeAt'>): string =>
  `pilot-companion-diagnostics-${madeAt.slice(0, 19).replaceAll(':', '-')}Z.json`;

/** One line of the pre-flight check. `note`: neither good nor wrong, such as that no folder is watched. */
export const checkSchema = z.object({
  about: z.enum([
    'version',
    'disk',
    'secrets',
    'service',
    'clock',
    'account',
    'worker',
    'folder',
    'launch',
    'notifications',
  ]),
  verdict: z.enum(['good', 'problem', 'note']),
  message: messageSchema,
  requiredAction: z.nullable(z.enum(requiredAction)),
});
export type Check = z.infer<typeof checkSchema>;
