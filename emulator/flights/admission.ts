// Authenticates a request to the API, evaluates its conditions, and responds to the first that applies.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { elapsed, remaining } from '../journal/message-text.ts';
import { errorsIn } from '../http/route-schema.ts';
import type { DescribedError } from '../http/route-schema.ts';
import { concerns, rule } from '../journal/journal.ts';
import { whyRevoked } from '../oauth/grants.ts';
import { nearToken } from '../oauth/near-misses.ts';
import { digestOf } from '../http/digest.ts';
import { bearerToken, queryOf } from '../http/request.ts';
import type { EmulatorContext } from '../context.ts';
import { pairKey } from '../world/world.ts';
import type { AccessToken, Consent, PairUsage, World } from '../world/world.ts';
import type { ImageKind } from './figures.ts';
import type { Scope } from '../oauth/parameters.ts';
import type { EmulatorSettings } from '../options/option-table.ts';

export type ReceivedFile = {
  fileName: string;
  sizeBytes: number;
  fingerprint: string;
  kind: ImageKind | null;
  embedded: unknown;
  /** Whether it ends as its type requires. */
  isComplete: boolean;
  /** The image itself, in memory of its own; null if it is none, or too large to keep. */
  kept: Buffer<ArrayBuffer> | null;
};

export type ReportBody =
  | { outcome: 'received'; file: ReceivedFile }
  /** No file named `report`; several files, or the body ended within the file; more than the maximum size. */
  | { outcome: 'missing' | 'unusable' | 'too-large'; why: string };

type Attempt = {
  kind: 'read' | 'upload';
  scope: Scope;
  access: Access | null;
  usage: PairUsage;
  /** By the rate limit, in which a request counts once. */
  slot: Refusal;
  /** Null until the body has been received. */
  body: ReportBody | null;
};

/** Returns null if the response has been sent. */
export function admit(
  context: EmulatorContext,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: Attempt['kind'],
): (Attempt & { access: Access }) | null {
  const access = accessOf(context, request);
  const usage = usageOf(context, access);
  const attempt: Attempt = {
    kind,
    scope: kind === 'upload' ? 'flights:write' : 'flights:read',
    access,
    usage,
    slot: access === null ? null : takeSlot(context, access, usage, kind),
    body: null,
  };
  return passes(context, request, reply, attempt) && access !== null ? { ...attempt, access } : null;
}

/** An upload once its body has arrived; the state may have been replaced in the meantime. */
export function withBody(
  context: EmulatorContext,
  request: FastifyRequest,
  attempt: Attempt & { access: Access },
  body: ReportBody,
): Attempt {
  const { consents, pilots, applications } = context.world;
  const { consent, pilot, application } = attempt.access;
  const isSameWorld =
    consents.get(consent.id) === consent &&
    pilots.get(pilot.id) === pilot &&
    applications.get(application.clientId) === application;
  const access = isSameWorld ? attempt.access : accessOf(context, request);
  return { ...attempt, access, usage: usageOf(context, access), body };
}

/** Returns false if a condition applied and the response has been sent. */
export function passes(
  context: EmulatorContext,
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: Attempt,
): boolean {
  for (const { detail, status, refusal } of conditions) {
    const refused = refusal(attempt, context);
    if (refused === null) continue;
    if (detail === 'unauthorized') ruleUnauthorized(context, request);
    else rule(request, `${detail}: ${refused.why}`);
    // A12.
    if (refused.waitMs !== undefined && context.settings.retryAfter)
      reply.header('Retry-After', String(Math.max(1, Math.ceil(refused.waitMs / 1000))));
    sendRefusal(request, reply, status, detail, attempt.scope);
    return false;
  }
  return true;
}

/** Rule 30: 401 and 403 have the challenge of RFC 6750 §3. A9: undocumented bodies have the same field. */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  status: Condition['status'],
  detail: string,
  scope: Scope,
): FastifyReply {
  const parts = ['realm="Pilot Flight Service"'];
  // §3.1: no error code if no token was sent.
  if (detail === 'unauthorized' && request.headers.authorization !== undefined) parts.push('error="invalid_token"');
  if (detail === 'insufficient_scope') parts.push('error="insufficient_scope"', `scope="${scope}"`);
  if (status === 401 || status === 403) reply.header('WWW-Authenticate', `Bearer ${parts.join(', ')}`);
  return reply.code(status).send({ detail });
}

/**
 * A11: every authenticated request counts, regardless of its outcome. Without the subscription only reads are limited,
 * so a rejected upload does not count.
 */
function takeSlot(
  context: EmulatorContext,
  { application: { writeEnabled } }: Access,
  usage: PairUsage,
  kind: Attempt['kind'],
): Refusal {
  if (kind === 'upload' && !writeEnabled) return null;
  context.changed('limits');
  const limit = writeEnabled ? requestsWithSubscription : readsWithoutSubscription;
  const { countRefused } = context.settings;
  const waitMs = takeRequest(usage, context.clock.now(), { limit, countRefused });
  if (waitMs === 0) return null;
  const used = `${usage.requestsAtMs.length} of ${limit} in the last ${windowMs / 1000} s`;
  return { waitMs, why: `${used}, retry in ${remaining(waitMs)}` };
}

/** May restart the wait (A11). */
function tooFast({ usage }: Attempt, { world, clock, settings }: EmulatorContext): Refusal {
  const { waitFromMs, lastFlightId } = usage;
  const { minGapMs, tooFastRestarts: restarts } = settings;
  const waitMs = mayUpload(usage, clock.now(), { minGapMs, restarts });
  if (waitMs === 0) return null;
  const isSinceFlight = lastFlightId !== null && world.flights.get(lastFlightId)?.createdAtMs === waitFromMs;
  const since = isSinceFlight ? `flight ${lastFlightId}` : 'the last rejected upload';
  const passed = elapsed(clock.now() - (waitFromMs ?? clock.now()));
  return { waitMs, why: `${passed} after ${since}, minimum ${remaining(minGapMs)}` };
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

/** `why` goes to the journal. */
type Refusal = { why: string; waitMs?: number } | null;

type Condition = {
  detail: string;
  status: 400 | 401 | 403 | 413 | 429;
  /** The words of the document, or ours if it has none. */
  text: string;
  isDocumented?: false;
  /** Whether it applies to reading too. */
  isOfReading?: true;
  refusal(attempt: Attempt, context: EmulatorContext): Refusal;
};

const conditions: readonly Condition[] = [
  {
    detail: 'unauthorized',
    status: 401,
    text: 'No token, token expired, or consent revoked.',
    isOfReading: true,
    // The authentication explains it.
    refusal: ({ access }) => (access === null ? { why: '' } : null),
  },
  {
    detail: 'insufficient_scope',
    status: 403,
    text: 'Token lacks the needed scope.',
    isOfReading: true,
    refusal: ({ access, scope }) =>
      access?.token.scopes.includes(scope)
        ? null
        : { why: `${scope} is required, the token has ${access?.token.scopes.join(' ') || 'none'}` },
  },
  {
    detail: 'write_not_enabled',
    status: 403,
    text: 'The application has no write-access subscription.',
    refusal: ({ kind, access }) =>
      kind === 'upload' && !access?.application.writeEnabled
        ? { why: `${access?.application.clientId} has no write-access subscription` }
        : null,
  },
  {
    detail: 'rate_limit_exceeded',
    status: 429,
    text: 'Too many requests for the pair application plus pilot.',
    isOfReading: true,
    refusal: ({ slot }) => slot,
  },
  {
    detail: 'too_fast',
    status: 429,
    text: 'Upload too soon after a previous one; wait a few seconds.',
    refusal: (attempt, context) => (attempt.kind === 'upload' ? tooFast(attempt, context) : null),
  },
  {
    detail: 'missing_file',
    status: 400,
    text: 'The file report is not sent.',
    refusal: ({ body }) => (body?.outcome === 'missing' ? body : null),
  },
  {
    detail: 'invalid_file',
    status: 400,
    text: 'File is not png, jpg or jpeg.',
    refusal({ body }, { settings }) {
      if (body?.outcome === 'unusable') return body;
      const why = body?.outcome === 'received' ? whyNoImage(body.file, settings) : null;
      return why === null ? null : { why };
    },
  },
  // A13: not in the document; a file that is too large is dropped before anything else is checked.
  {
    detail: 'file_too_large',
    status: 413,
    text: 'The file exceeds the maximum size.',
    isDocumented: false,
    refusal: ({ body }) => (body?.outcome === 'too-large' ? body : null),
  },
];

/** For the descriptions of the routes. */
export const admissionErrors = (kind: Attempt['kind']): DescribedError[] =>
  conditions
    .filter(({ isOfReading }) => kind === 'upload' || isOfReading)
    .flatMap(({ status, detail, text, isDocumented = true }) =>
      errorsIn('detail body', isDocumented, [[status, detail, text]]),
    );

/** A14: the extension and the first bytes must both be PNG or JPEG, and agree. Returns null, or the reason. */
function whyNoImage(
  { fileName, kind, isComplete }: ReceivedFile,
  { requireCompleteImages }: EmulatorSettings,
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

export const freshUsage = (): PairUsage => ({ requestsAtMs: [], waitFromMs: null, lastFlightId: null });

/**
 * Returns how long until another request is allowed, 0 for now, and counts it. A11: only authenticated requests get here;
 * rejected ones count only with `countRefused`.
 */
export function takeRequest(
  usage: PairUsage,
  nowMs: number,
  { limit, countRefused }: { limit: number; countRefused: boolean },
): number {
  // The machine's clock may have been set back: nothing has happened later than now.
  if (usage.requestsAtMs.at(-1)! > nowMs) usage.requestsAtMs = usage.requestsAtMs.map((atMs) => Math.min(atMs, nowMs));
  const firstInside = usage.requestsAtMs.findIndex((atMs) => atMs > nowMs - windowMs);
  usage.requestsAtMs.splice(0, firstInside === -1 ? usage.requestsAtMs.length : firstInside);
  const inside = usage.requestsAtMs;
  const isFull = inside.length >= limit;
  if (!isFull || countRefused) inside.push(nowMs);
  // The request that has to leave the window first.
  const leaving = inside[inside.length - limit];
  return isFull && leaving !== undefined ? leaving + windowMs - nowMs : 0;
}

/** A10: returns what is left of the wait since the last accepted upload. A11: with `restarts`, a rejection restarts it. */
export function mayUpload(
  usage: PairUsage,
  nowMs: number,
  { minGapMs, restarts }: { minGapMs: number; restarts: boolean },
): number {
  if (usage.waitFromMs !== null) usage.waitFromMs = Math.min(usage.waitFromMs, nowMs);
  const waitMs = Math.max(0, (usage.waitFromMs ?? -Infinity) + minGapMs - nowMs);
  if (waitMs === 0 || !restarts) return waitMs;
  usage.waitFromMs = nowMs;
  return minGapMs;
}

// Authenticates requests by the bearer token in the header, and nothing else (rule 29, RFC 6750 §2.1).

export type Access = NonNullable<ReturnType<typeof findAccess>>;

export function accessOf(context: EmulatorContext, request: FastifyRequest): Access | null {
  const token = bearerToken(request);
  const access = token === null ? null : findAccess(context, token);
  if (access !== null) concerns(request, { clientId: access.application.clientId, pilot: access.pilot.id });
  return access;
}

/** Returns null if the token is unknown or expired, its consent revoked, or its application disabled (A16). */
function findAccess({ world, clock }: EmulatorContext, accessToken: string) {
  const token = world.accessTokens.get(digestOf(accessToken));
  const consent = token && world.consents.get(token.consentId);
  const application = consent && world.applications.get(consent.clientId);
  const pilot = consent && world.pilots.get(consent.pilotId);
  if (!token || !consent || !application || !pilot) return null;
  if (clock.now() >= token.expiresAtMs || consent.revokedAtMs !== null || application.disabledAtMs !== null)
    return null;
  return { token, consent, application, pilot };
}

/** Records the reason in the journal. */
export function ruleUnauthorized({ world, clock }: EmulatorContext, request: FastifyRequest): void {
  const sent = request.headers.authorization;
  const token = bearerToken(request);
  if (token !== null) {
    const known = world.accessTokens.get(digestOf(token));
    const consent = known && world.consents.get(known.consentId);
    concerns(request, { clientId: consent?.clientId, pilot: consent?.pilotId });
    return known && consent
      ? rule(request, `unauthorized: ${whyNoAccess(known, consent, world, clock.now())}`)
      : rule(request, 'unauthorized: unknown access token', () => nearToken('access_token', token, world, null));
  }
  if (sent === undefined) return rule(request, 'unauthorized: no Authorization header', nearQuery(request));
  rule(request, 'unauthorized: the Authorization header is not Bearer with a token', () => nearBearer(sent, world));
}

function whyNoAccess({ expiresAtMs }: AccessToken, consent: Consent, { applications }: World, nowMs: number): string {
  if (consent.revokedAtMs !== null) return whyRevoked(consent);
  if (nowMs >= expiresAtMs) return `the access token expired ${elapsed(nowMs - expiresAtMs)} ago`;
  return applications.get(consent.clientId)?.disabledAtMs == null
    ? 'its application or pilot no longer exists'
    : 'its application is disabled';
}

const nearQuery = (request: FastifyRequest): string | null =>
  queryOf(request).includes('access_token=') ? 'the token is in the URL; send it in the Authorization header' : null;

function nearBearer(sent: string, world: World): string | null {
  if (/^basic\b/i.test(sent)) return 'Basic is for the token endpoint; the API expects Bearer';
  const [, scheme, rest = ''] = /^(bearer\b:?|token\b)?\s*(.*)$/is.exec(sent.trim()) ?? [];
  if (rest === '') return 'the token is missing';
  const near = nearToken('access_token', rest, world, null);
  if (near !== null) return near;
  const isToken = world.accessTokens.has(digestOf(rest.trim()));
  return isToken && scheme?.toLowerCase() !== 'bearer' ? 'the header must begin with Bearer and a space' : null;
}
