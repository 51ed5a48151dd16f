// Evaluates the conditions of a request to the flights endpoints and responds to the first that applies.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { rule, elapsed, remaining } from '../journal/ruling.ts';
import { accessOf, challengeBearer, ruleUnauthorized } from '../oauth/bearer.ts';
import type { Access } from '../oauth/grants.ts';
import type { EmulatorContext } from '../context.ts';
import { pairKey } from '../world/world.ts';
import type { PairUsage } from '../world/world.ts';
import {
  firstThatHolds,
  freshUsage,
  mayUpload,
  readsWithoutSubscription,
  requestsWithSubscription,
  takeRequest,
  windowMs,
} from './conditions.ts';
import type { Attempt, Wait } from './conditions.ts';
import type { ReportBody } from './report-body.ts';

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
