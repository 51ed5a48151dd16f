// Brings together what the conditions of a request to the flights ask about, and answers where one of them holds.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { accessOf, challengeBearer } from '../oauth/bearer.ts';
import type { Access } from '../oauth/grants.ts';
import type { Service } from '../service.ts';
import { pairKey } from '../world.ts';
import type { PairUsage } from '../world.ts';
import { firstThatHolds } from './conditions.ts';
import type { Attempt } from './conditions.ts';
import { freshUsage, mayUpload, readsWithoutSubscription, requestsWithSubscription, takeRequest } from './limits.ts';
import type { Decision } from './limits.ts';

export interface Admission {
  access: Access;
  usage: PairUsage;
  attempt: Attempt;
}

/** The admission, or null where the reply has been sent. */
export function admit(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: 'read' | 'upload',
): Admission | null {
  const { settings, clock } = service;
  const access = accessOf(service, request);
  const usage = access === null ? freshUsage() : usageOf(service, access);
  const attempt: Attempt = {
    kind,
    scope: kind === 'upload' ? 'flights:write' : 'flights:read',
    access,
    room: access === null ? { allowed: true } : takeRoom(service, access, usage, kind),
    gap: () => mayUpload(usage, clock.now(), { minGapMs: settings.minGapMs, restarts: settings.tooFastRestarts }),
    body: null,
  };
  return passes(service, request, reply, attempt) && access !== null ? { access, usage, attempt } : null;
}

/** False where the reply has been sent: a condition holds. */
export function passes(service: Service, request: FastifyRequest, reply: FastifyReply, attempt: Attempt): boolean {
  const holding = firstThatHolds(attempt);
  if (holding === null) return true;
  const { condition, waitMs } = holding;
  const { mode, retryAfter } = service.settings;
  // A12.
  if (waitMs !== null && retryAfter) reply.header('Retry-After', String(Math.max(1, Math.ceil(waitMs / 1000))));
  // Rule 30.
  if (mode === 'extended' && (condition.status === 401 || condition.status === 403)) {
    challengeBearer(request, reply, condition.detail, attempt.scope);
  }
  // A9: the bodies that the document does not show carry the same field.
  void reply.code(condition.status).send({ detail: condition.detail });
  return false;
}

/**
 * A11: everything that passed authentication counts, whatever is decided next. Without the subscription the document
 * limits read methods only, so that a refused upload takes nothing from them.
 */
function takeRoom(service: Service, { application }: Access, usage: PairUsage, kind: 'read' | 'upload'): Decision {
  const { writeEnabled } = application;
  if (kind === 'upload' && !writeEnabled) return { allowed: true };
  return takeRequest(usage, service.clock.now(), {
    limit: writeEnabled ? requestsWithSubscription : readsWithoutSubscription,
    countRefused: service.settings.countRefused,
  });
}

function usageOf({ world }: Service, { consent }: Access): PairUsage {
  const key = pairKey(consent.clientId, consent.pilotId);
  const known = world.usage.get(key);
  if (known !== undefined) return known;
  const usage = freshUsage();
  world.usage.set(key, usage);
  return usage;
}
