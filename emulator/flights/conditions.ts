// A8: the conditions of a request to the flights endpoints, in the order in which they are checked; the first that applies
// decides. For an upload they are checked before its body and again after it, because another upload may have arrived.

import { formatBytes } from '../journal/ruling.ts';
import type { Access } from '../oauth/grants.ts';
import type { Scope } from '../oauth/parameters.ts';
import type { EmulatorSettings } from '../options/option-table.ts';
import type { ReceivedFile, ReportBody } from './report-body.ts';
import type { PairUsage } from '../world/world.ts';

type ImageRules = Pick<EmulatorSettings, 'requireCompleteImages'>;

export type Attempt = {
  kind: 'read' | 'upload';
  scope: Scope;
  access: Access | null;
  /** The rate limit; counted once. */
  slot: Wait;
  /** The wait between uploads. Evaluated only if no earlier condition applies, because it may restart the wait (A11). */
  gap: () => Wait;
  /** Null until the body has been received. */
  body: ReportBody | null;
  /** What counts as an image. */
  rules: ImageRules;
};

/** `why` goes to the journal. */
export type Wait = { allowed: true } | { allowed: false; waitMs: number; why: string };

type Condition = {
  detail:
    | 'unauthorized'
    | 'insufficient_scope'
    | 'write_not_enabled'
    | 'rate_limit_exceeded'
    | 'too_fast'
    | 'missing_file'
    | 'invalid_file'
    | 'file_too_large';
  status: 400 | 401 | 403 | 413 | 429;
  /** Returns true, or the remaining wait and the reason. */
  holds(attempt: Attempt): boolean | { waitMs: number; why: string };
  /** For the journal, with figures. */
  why?(attempt: Attempt): string;
};

export const conditions: readonly Condition[] = [
  { detail: 'unauthorized', status: 401, holds: ({ access }) => access === null },
  {
    detail: 'insufficient_scope',
    status: 403,
    holds: ({ access, scope }) => !access?.token.scopes.includes(scope),
    why: ({ access, scope }) => `${scope} is required, the token has ${access?.token.scopes.join(' ') || 'none'}`,
  },
  {
    detail: 'write_not_enabled',
    status: 403,
    holds: ({ kind, access }) => kind === 'upload' && !access?.application.writeEnabled,
    why: ({ access }) => `${access?.application.clientId} has no write-access subscription`,
  },
  { detail: 'rate_limit_exceeded', status: 429, holds: ({ slot }) => waitOf(slot) },
  { detail: 'too_fast', status: 429, holds: ({ kind, gap }) => kind === 'upload' && waitOf(gap()) },
  {
    detail: 'missing_file',
    status: 400,
    holds: ({ body }) => body?.outcome === 'missing' || body?.outcome === 'gone',
    why: ({ body }) => (body?.outcome === 'missing' ? body.why : 'the client disconnected'),
  },
  {
    detail: 'invalid_file',
    status: 400,
    holds: (attempt) => whyInvalid(attempt) !== null,
    why: (attempt) => whyInvalid(attempt) ?? '',
  },
  // A13: not in the document; a file that is too large is dropped before anything else is checked.
  {
    detail: 'file_too_large',
    status: 413,
    holds: ({ body }) => body?.outcome === 'too-large',
    why: ({ body }) => (body?.outcome === 'too-large' ? `more than ${formatBytes(body.maxFileBytes)}` : ''),
  },
];

type Holding = {
  condition: Condition;
  waitMs: number | null;
  /** For the journal; null for `unauthorized`, which the authentication explains. */
  why: string | null;
};

export function firstThatHolds(attempt: Attempt): Holding | null {
  for (const condition of conditions) {
    const holds = condition.holds(attempt);
    if (holds === true) return { condition, waitMs: null, why: condition.why?.(attempt) ?? null };
    if (holds !== false) return { condition, ...holds };
  }
  return null;
}

const waitOf = (wait: Wait) => !wait.allowed && { waitMs: wait.waitMs, why: wait.why };

function whyInvalid({ body, rules }: Attempt): string | null {
  if (body?.outcome === 'unusable') return body.why;
  return body?.outcome === 'received' ? whyNoImage(body.file, rules) : null;
}

/** A14: the extension and the first bytes must both be PNG or JPEG, and agree. Returns null, or the reason. */
function whyNoImage(
  { fileName, kind, isComplete }: ReceivedFile,
  { requireCompleteImages }: ImageRules,
): string | null {
  // A28: programs in C would end the name there.
  if (fileName.includes('\0')) return 'the file name contains NUL';
  // A27: JPEG-LS is none.
  const isJpeg = kind === 'jpeg';
  // Anything longer is not an extension.
  const extension = /\.([A-Za-z0-9]{1,5})$/.exec(fileName)?.[1]?.toLowerCase();
  if (extension === 'png' ? kind === 'png' : (extension === 'jpg' || extension === 'jpeg') && isJpeg) {
    return requireCompleteImages && !isComplete ? 'the image breaks off' : null;
  }
  const name = extension === undefined ? 'has no extension' : `ends in ${extension}`;
  return `the name ${name}, the first bytes are ${kind === null ? 'neither PNG nor JPEG' : kind.toUpperCase()}`;
}

// The two limits of the service as pure functions: requests in a sliding window, and the wait between uploads.

/** A11: the length of the sliding window. */
export const windowMs = 60_000;

/** Documented: 60 requests a minute with the subscription, 10 reads without. */
export const requestsWithSubscription = 60;
export const readsWithoutSubscription = 10;

export type Decision = { allowed: true } | { allowed: false; waitMs: number };

export const freshUsage = (): PairUsage => ({ requestsAtMs: [], waitFromMs: null, lastFlightId: null });

/**
 * Decides whether another request is allowed, and counts it. A11: only authenticated requests get here; rejected ones
 * count only with `countRefused`.
 */
export function takeRequest(
  usage: PairUsage,
  nowMs: number,
  { limit, countRefused }: { limit: number; countRefused: boolean },
): Decision {
  // The machine's clock may have been set back: nothing has happened later than now.
  if (usage.requestsAtMs.at(-1)! > nowMs) usage.requestsAtMs = usage.requestsAtMs.map((atMs) => Math.min(atMs, nowMs));
  const firstInside = usage.requestsAtMs.findIndex((atMs) => atMs > nowMs - windowMs);
  usage.requestsAtMs.splice(0, firstInside === -1 ? usage.requestsAtMs.length : firstInside);
  const inside = usage.requestsAtMs;
  const isFull = inside.length >= limit;
  if (!isFull || countRefused) inside.push(nowMs);
  // The request that has to leave the window first.
  const leaving = inside[inside.length - limit];
  return isFull && leaving !== undefined ? { allowed: false, waitMs: leaving + windowMs - nowMs } : { allowed: true };
}

/** A10: whether the wait since the last accepted upload is over. A11: with `restarts`, a rejection restarts it. */
export function mayUpload(
  usage: PairUsage,
  nowMs: number,
  { minGapMs, restarts }: { minGapMs: number; restarts: boolean },
): Decision {
  if (usage.waitFromMs !== null) usage.waitFromMs = Math.min(usage.waitFromMs, nowMs);
  const readyAtMs = usage.waitFromMs === null ? nowMs : usage.waitFromMs + minGapMs;
  if (nowMs >= readyAtMs) return { allowed: true };
  if (!restarts) return { allowed: false, waitMs: readyAtMs - nowMs };
  usage.waitFromMs = nowMs;
  return { allowed: false, waitMs: minGapMs };
}
