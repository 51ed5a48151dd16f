// Who is let through to the flights, in the order of A8 as far as it can be told before the body: the first condition
// that holds answers. What comes after the body stands in upload.ts.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { accessOf, sendRefusal } from '../oauth/bearer.ts';
import type { Access } from '../oauth/grants.ts';
import type { Service } from '../service.ts';
import { pairKey } from '../world.ts';
import type { PairUsage } from '../world.ts';
import { freshUsage, mayUpload, readsWithoutSubscription, requestsWithSubscription, takeRequest } from './limits.ts';
import type { Decision } from './limits.ts';

export interface Admission {
  access: Access;
  usage: PairUsage;
}

/** The admission, or null where the reply has been sent. */
export function admit(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  kind: 'read' | 'upload',
): Admission | null {
  const access = accessOf(service, request);
  // A8, 1: unauthorized.
  if (access === null) {
    sendRefusal(service, request, reply, 'unauthorized');
    return null;
  }
  const usage = usageOf(service, access);
  const { application, token } = access;
  const scope = kind === 'upload' ? 'flights:write' : 'flights:read';
  // A11: everything that passed authentication counts, whatever is decided next. Without the subscription the
  // document limits read methods only, so that a refused upload takes nothing from them.
  const room: Decision =
    kind === 'upload' && !application.writeEnabled
      ? { allowed: true }
      : takeRequest(usage, service.clock.now(), {
          limit: application.writeEnabled ? requestsWithSubscription : readsWithoutSubscription,
          countRefused: service.settings.countRefused,
        });
  // A8, 2: insufficient_scope.
  if (!token.scopes.includes(scope)) {
    sendRefusal(service, request, reply, 'insufficient_scope', scope);
    return null;
  }
  // A8, 3: write_not_enabled.
  if (kind === 'upload' && !application.writeEnabled) {
    sendRefusal(service, request, reply, 'write_not_enabled');
    return null;
  }
  // A8, 4: rate_limit_exceeded.
  if (!room.allowed) {
    sendLimit(service, reply, 'rate_limit_exceeded', room.waitMs);
    return null;
  }
  // A8, 5: too_fast.
  return kind === 'upload' && !passesGap(service, reply, usage) ? null : { access, usage };
}

/** A10. False where the reply has been sent. Asked before the body and again after it: another one may have arrived. */
export function passesGap(service: Service, reply: FastifyReply, usage: PairUsage): boolean {
  const { minGapMs, tooFastRestarts } = service.settings;
  const gap: Decision = mayUpload(usage, service.clock.now(), { minGapMs, restarts: tooFastRestarts });
  if (!gap.allowed) sendLimit(service, reply, 'too_fast', gap.waitMs);
  return gap.allowed;
}

function sendLimit(
  { settings }: Service,
  reply: FastifyReply,
  detail: 'rate_limit_exceeded' | 'too_fast',
  waitMs: number,
): void {
  // A12.
  if (settings.retryAfter) reply.header('Retry-After', String(Math.max(1, Math.ceil(waitMs / 1000))));
  reply.code(429).send({ detail });
}

function usageOf({ world }: Service, { consent }: Access): PairUsage {
  const key = pairKey(consent.clientId, consent.pilotId);
  const known = world.usage.get(key);
  if (known !== undefined) return known;
  const usage = freshUsage();
  world.usage.set(key, usage);
  return usage;
}
