// Expected errors are values: a closed set of kinds, a message, and what the pilot can do. Bugs are exceptions; only a
// host's last handler makes one of kind 'unexpected'.
import * as z from 'zod/mini';
import { hasId, type Message, messageSchema } from '../messages/message.ts';

/** Failures of the connection. They end automatically, or as their message describes. */
export const connectivityFailureKinds = [
  'offline',
  'service-unreachable',
  'name-not-found',
  'connection-not-trusted',
  'captive-portal',
  'proxy-error',
] as const;
/** Failures of the service itself. They end automatically. */
export const serviceFailureKinds = ['service-error', 'answer-not-understood'] as const;

export const failureKinds = [
  ...connectivityFailureKinds,
  ...serviceFailureKinds,
  // limits
  'too-fast',
  'rate-limited',
  // sign-in and permissions
  'sign-in-needed',
  'sign-in-refused',
  'consent-refused',
  'sign-in-cancelled',
  'sign-in-expired',
  'sign-in-superseded',
  'other-pilot',
  'sign-in-broken',
  'scope-missing',
  'write-not-enabled',
  'application-refused',
  'not-permitted',
  'keychain-unavailable',
  'vault-locked',
  // files
  'file-not-a-report',
  'file-incomplete',
  'file-too-large',
  'file-unreadable',
  'file-gone',
  'file-rejected-by-service',
  'approval-needed',
  'not-approved',
  'file-changed',
  // this computer
  'disk',
  'folder-unavailable',
  'data-unreadable',
  // the command itself
  'not-found',
  'not-now',
  'wrong-input',
  'not-configured',
  'not-supported-here',
  'cancelled',
  'unexpected',
] as const;
export type FailureKind = (typeof failureKinds)[number];

/** What the pilot has to do before it can continue. */
export const requiredAction = [
  'sign-in',
  'settings',
  'other-file',
  'decision',
  'subscription',
  'new-consent',
  'free-space',
  'passphrase',
] as const;

export const failureSchema = z.object({
  kind: z.enum(failureKinds),
  /** What happened, and what the pilot can do. */
  message: messageSchema,
  /** A code: documented by the service, of the system, or ours. Never a text of the service (decision 0021). */
  code: z.optional(z.string()),
  requiredAction: z.optional(z.enum(requiredAction)),
  /** Epoch milliseconds: when the companion retries automatically. */
  retryAt: z.optional(z.number()),
  /** The job of another report that it is about. */
  otherJob: z.optional(z.number()),
});
export type Failure = z.infer<typeof failureSchema>;

/** Whether a sign-in would help: a new one, or one with more permissions. */
export const needsSignIn = (
  of: { readonly requiredAction?: (typeof requiredAction)[number] | null | undefined } | null,
) => of?.requiredAction === 'sign-in' || of?.requiredAction === 'new-consent';

/** The pilot's own choice on the service's page: not shown as a failure, and its code adds nothing. */
export const isDeclined = (of: Pick<Failure, 'kind'> | null) => of?.kind === 'consent-refused';

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const failed = (failure: Failure): { readonly ok: false; readonly failure: Failure } => ({ ok: false, failure });

/** `no-answer`: the service, or what answers at its address, is silent or refuses the connection. */
export type ConnectionErrorKind = 'no-answer' | 'name-not-found' | 'not-trusted' | 'proxy';

// Who defines the code of a failure, so that a window can show it. Codes that only this program uses are in the
// diagnostics and in JSON only.

const ownMarks: ReadonlySet<string> = new Set([
  'rescued',
  'damaged',
  'busy',
  'works_for_other',
  'newer_version',
  'embedded_service',
  'no byte for a minute',
  'no answer',
  'stopped',
  'older_version_open',
  'full',
  'read-only',
  'disk',
  'gone',
  'open-to-others',
  'restart',
  'CONNECTION_BROKE',
  'NOT_SENT',
  'NO_ANSWER_IN_TIME',
  'STOPPED_WAITING',
  'PAUSE',
  'DATA_FOLDER_GONE',
  'PARTS_MISSING',
  'READ_BACK_DIFFERS',
  'ANSWER_TOO_LONG',
  'PROXY_UNUSABLE',
  'FILE_DAMAGED',
]);

type CodeOwner = 'service' | 'computer' | 'proxy';

/** Null: a code that means nothing to a person. Codes of the system, of TLS and of the database are in capitals. */
export function codeOwner(code: string): CodeOwner | null {
  if (ownMarks.has(code) || code.startsWith('UND_ERR_')) return null;
  if (code.startsWith('proxy: ')) return 'proxy';
  return /^[A-Z][A-Z0-9_]{2,}\b/.test(code) && !code.startsWith('HTTP') ? 'computer' : 'service';
}

/** Whether an image is of a format that the service doesn't take, and that the window may convert. */
export const isOtherImage = (why: Message): boolean =>
  hasId(why, 'failure.notAReport') && why.params.reason === 'otherFormat' && why.params.format !== 'PDF';
