// Who calls the API: the bearer token of the header, and nothing else (rule 29, RFC 6750 §2.1). Refusals carry the
// documented body always, and the challenge in extended mode (rule 30).

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Service } from '../service.ts';
import { findAccess } from './grants.ts';
import type { Access } from './grants.ts';
import type { Scope } from './scopes.ts';

export function accessOf(service: Service, request: FastifyRequest): Access | null {
  const token = bearerToken(request);
  return token === null ? null : findAccess(service.world, token, service.clock.now());
}

export const bearerToken = (request: FastifyRequest): string | null =>
  /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

/** RFC 6750 §3, for a refusal of 401 or 403. */
export function challengeBearer(request: FastifyRequest, reply: FastifyReply, detail: string, scope: Scope): void {
  const parts = ['realm="Pilot Flight Service"'];
  // §3.1: no error code where no token was given.
  if (detail === 'unauthorized' && request.headers.authorization !== undefined) parts.push('error="invalid_token"');
  if (detail === 'insufficient_scope') parts.push('error="insufficient_scope"', `scope="${scope}"`);
  reply.header('WWW-Authenticate', `Bearer ${parts.join(', ')}`);
}
