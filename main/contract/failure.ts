// Expected failures are values: a closed set of kinds, a message for the pilot, and what can be done.
// Bugs are exceptions and never take this shape, except as the one kind 'unexpected' that a host's last handler makes.
import * as z from 'zod/mini';
import { messageSchema } from '../messages/message.ts';

export const failureKinds = [
  // the way to the service
  'offline',
  'service-unreachable',
  'name-not-found',
  'connection-not-trusted',
  'captive-portal',
  'proxy-error',
  'service-error',
  'answer-not-understood',
  // limits
  'too-fast',
  'rate-limited',
  // who we are
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
  'file-refused-by-service',
  'approval-needed',
  'not-approved',
  'file-changed',
  // this machine
  'disk',
  'folder-unavailable',
  'data-unreadable',
  // the call itself
  'not-found',
  'not-now',
  'wrong-input',
  'not-configured',
  'not-supported-here',
  'cancelled',
  'unexpected',
] as const;
export type FailureKind = (typeof failureKinds)[number];

/** What the pilot has to do before it can go on. */
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
export type RequiredAction = (typeof requiredAction)[number];

export const failureSchema = z.object({
  kind: z.enum(failureKinds),
  /** What happened, and what the pilot can do. */
  message: messageSchema,
  /** The service's own code or text, for the small print. */
  code: z.optional(z.string()),
  requiredAction: z.optional(z.enum(requiredAction)),
  /** Milliseconds since 1970: when the companion tries again by itself. */
  retryAt: z.optional(z.number()),
});
export type Failure = z.infer<typeof failureSchema>;

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const failed = (failure: Failure): { readonly ok: false; readonly failure: Failure } => ({ ok: false, failure });

/** `no-answer`: the service, or whatever stands for it, is silent or refuses. */
export type ConnectionErrorKind = 'no-answer' | 'name-not-found' | 'not-trusted' | 'proxy';
