// Evaluates the conditions of a request to the flights endpoints and responds to the first that applies.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { elapsed, remaining, formatBytes } from '../journal/amounts.ts';
import { errorsIn } from '../http/route-schema.ts';
import type { DescribedError } from '../http/route-schema.ts';
import { rule } from '../journal/ruling.ts';
import { accessOf, challengeBearer, ruleUnauthorized } from '../oauth/bearer.ts';
import type { Access } from '../oauth/bearer.ts';
import type { EmulatorContext } from '../context.ts';
import { pairKey } from '../world/world.ts';
import type { PairUsage } from '../world/world.ts';
import type { ReportBody, ReceivedFile } from './report-body.ts';
import type { Scope } from '../oauth/parameters.ts';
import type { EmulatorSettings } from '../options/option-table.ts';

type Admission = {
  access: Access;
  attempt: Attempt;
};

/** Returns null if the response has been sent. */
export function admit(
  context: EmulatorContext,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: 'read' | 'upload',
): Admission | null {
  const access = accessOf(context, request);
  const usage = usageOf(context, access);
  const attempt: Attempt = {
    kind,
    scope: kind === 'upload' ? 'flights:write' : 'flights:read',
    access,
    slot: access === null ? { allowed: true } : acquireSlot(context, access, usage, kind),
    gap: gapFor(context, usage),
    body: null,
    rules: context.settings,
  };
  return passes(context, request, reply, attempt) && access !== null ? { access, attempt } : null;
}

/** Evaluates an upload again once its body has arrived; the state may have been replaced in the meantime. */
export function readmit(
  context: EmulatorContext,
  request: FastifyRequest,
  { access, attempt }: Admission,
  body: ReportBody,
): { access: Access | null; usage: PairUsage; attempt: Attempt } {
  const { consents, pilots, applications } = context.world;
  const isSameWorld =
    consents.get(access.consent.id) === access.consent &&
    pilots.get(access.pilot.id) === access.pilot &&
    applications.get(access.application.clientId) === access.application;
  const present = isSameWorld ? access : accessOf(context, request);
  const usage = usageOf(context, present);
  return { access: present, usage, attempt: { ...attempt, access: present, gap: gapFor(context, usage), body } };
}

const gapFor =
  ({ world, clock, settings }: EmulatorContext, usage: PairUsage) =>
  (): Wait => {
    const { waitFromMs, lastFlightId } = usage;
    const { minGapMs, tooFastRestarts: restarts } = settings;
    const decision = mayUpload(usage, clock.now(), { minGapMs, restarts });
    if (decision.allowed) return decision;
    const isSinceFlight = lastFlightId !== null && world.flights.get(lastFlightId)?.createdAtMs === waitFromMs;
    const since = isSinceFlight ? `flight ${lastFlightId}` : 'the last rejected upload';
    const passed = elapsed(clock.now() - (waitFromMs ?? clock.now()));
    return { ...decision, why: `${passed} after ${since}, minimum ${remaining(minGapMs)}` };
  };

/** Returns false if a condition applied and the response has been sent. */
export function passes(
  context: EmulatorContext,
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: Attempt,
): boolean {
  const holding = firstThatHolds(attempt);
  if (holding === null) return true;
  const { condition, waitMs, why } = holding;
  if (why === null) ruleUnauthorized(context, request);
  else rule(request, `${condition.detail}: ${why}`);
  // A12.
  if (waitMs !== null && context.settings.retryAfter)
    reply.header('Retry-After', String(Math.max(1, Math.ceil(waitMs / 1000))));
  // Rule 30.
  if (condition.status === 401 || condition.status === 403) {
    challengeBearer(request, reply, condition.detail, attempt.scope);
  }
  // A9: undocumented bodies have the same field.
  void reply.code(condition.status).send({ detail: condition.detail });
  return false;
}

/**
 * A11: every authenticated request counts, regardless of its outcome. Without the subscription only reads are limited,
 * so a rejected upload does not count.
 */
function acquireSlot(
  context: EmulatorContext,
  { application }: Access,
  usage: PairUsage,
  kind: 'read' | 'upload',
): Wait {
  const { writeEnabled } = application;
  if (kind === 'upload' && !writeEnabled) return { allowed: true };
  context.changed('limits');
  const limit = writeEnabled ? requestsWithSubscription : readsWithoutSubscription;
  const { countRefused } = context.settings;
  const decision = takeRequest(usage, context.clock.now(), { limit, countRefused });
  if (decision.allowed) return decision;
  const used = `${usage.requestsAtMs.length} of ${limit} in the last ${windowMs / 1000} s`;
  return { ...decision, why: `${used}, retry in ${remaining(decision.waitMs)}` };
}

function usageOf({ world }: EmulatorContext, access: Access | null): PairUsage {
  if (access === null) return freshUsage();
  const key = pairKey(access.consent.clientId, access.consent.pilotId);
  const known = world.usage.get(key);
  if (known !== undefined) return known;
  const usage = freshUsage();
  world.usage.set(key, usage);
  return usage;
}

// A8: the conditions of a request to the flights endpoints, in the order in which they are checked; the first that applies
// decides. For an upload they are checked before its body and again after it, because another upload may have arrived.

type ImageRules = Pick<EmulatorSettings, 'requireCompleteImages'>;

type Attempt = {
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
  /** The words of the document, or ours if it has none. */
  text: string;
  isDocumented?: false;
  /** Whether it applies to reading too. */
  isOfReading?: true;
  /** Returns true, or the remaining wait and the reason. */
  holds(attempt: Attempt): boolean | { waitMs: number; why: string };
  /** For the journal, with figures. */
  why?(attempt: Attempt): string;
};

const conditions: readonly Condition[] = [
  {
    detail: 'unauthorized',
    status: 401,
    text: 'No token, token expired, or consent revoked.',
    isOfReading: true,
    holds: ({ access }) => access === null,
  },
  {
    detail: 'insufficient_scope',
    status: 403,
    text: 'Token lacks the needed scope.',
    isOfReading: true,
    holds: ({ access, scope }) => !access?.token.scopes.includes(scope),
    why: ({ access, scope }) => `${scope} is required, the token has ${access?.token.scopes.join(' ') || 'none'}`,
  },
  {
    detail: 'write_not_enabled',
    status: 403,
    text: 'The application has no write-access subscription.',
    holds: ({ kind, access }) => kind === 'upload' && !access?.application.writeEnabled,
    why: ({ access }) => `${access?.application.clientId} has no write-access subscription`,
  },
  {
    detail: 'rate_limit_exceeded',
    status: 429,
    text: 'Too many requests for the pair application plus pilot.',
    isOfReading: true,
    holds: ({ slot }) => waitOf(slot),
  },
  {
    detail: 'too_fast',
    status: 429,
    text: 'Upload too soon after a previous one; wait a few seconds.',
    holds: ({ kind, gap }) => kind === 'upload' && waitOf(gap()),
  },
  {
    detail: 'missing_file',
    status: 400,
    text: 'The file report is not sent.',
    holds: ({ body }) => body?.outcome === 'missing' || body?.outcome === 'gone',
    why: ({ body }) => (body?.outcome === 'missing' ? body.why : 'the client disconnected'),
  },
  {
    detail: 'invalid_file',
    status: 400,
    text: 'File is not png, jpg or jpeg.',
    holds: (attempt) => whyInvalid(attempt) !== null,
    why: (attempt) => whyInvalid(attempt) ?? '',
  },
  // A13: not in the document; a file that is too large is dropped before anything else is checked.
  {
    detail: 'file_too_large',
    status: 413,
    text: 'The file exceeds the maximum size.',
    isDocumented: false,
    holds: ({ body }) => body?.outcome === 'too-large',
    why: ({ body }) => (body?.outcome === 'too-large' ? `more than ${formatBytes(body.maxFileBytes)}` : ''),
  },
];

/** For the descriptions of the routes. */
export const admissionErrors = (kind: Attempt['kind']): DescribedError[] =>
  conditions
    .filter(({ isOfReading }) => kind === 'upload' || isOfReading)
    .flatMap(({ status, detail, text, isDocumented = true }) =>
      errorsIn('detail body', isDocumented, [[status, detail, text]]),
    );

type Holding = {
  condition: Condition;
  waitMs: number | null;
  /** For the journal; null for `unauthorized`, which the authentication explains. */
  why: string | null;
};

function firstThatHolds(attempt: Attempt): Holding | null {
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
  // Anything longer is not an extension.
  const extension = /\.([A-Za-z0-9]{1,5})$/.exec(fileName)?.[1]?.toLowerCase();
  if (kind !== null && (extension === 'jpg' ? 'jpeg' : extension) === kind) {
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
