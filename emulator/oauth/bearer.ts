// Authenticates API requests by the bearer token in the header, and nothing else (rule 29, RFC 6750 §2.1). Errors always
// have the documented body and the challenge (rule 30).

import type { FastifyReply, FastifyRequest } from 'fastify';
import { digestOf } from '../http/digest.ts';
import { elapsed } from '../journal/amounts.ts';
import { concerns, rule } from '../journal/ruling.ts';
import { queryOf } from '../http/request-url.ts';
import type { EmulatorContext } from '../context.ts';
import type { AccessToken, Consent, World } from '../world/world.ts';
import { whyRevoked } from './grants.ts';
import { nearToken } from './near-misses.ts';
import type { Scope } from './parameters.ts';

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

export const bearerToken = (request: FastifyRequest): string | null =>
  /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

/** RFC 6750 §3, for 401 and 403. */
export function challengeBearer(request: FastifyRequest, reply: FastifyReply, detail: string, scope: Scope): void {
  const parts = ['realm="Pilot Flight Service"'];
  // §3.1: no error code if no token was sent.
  if (detail === 'unauthorized' && request.headers.authorization !== undefined) parts.push('error="invalid_token"');
  if (detail === 'insufficient_scope') parts.push('error="insufficient_scope"', `scope="${scope}"`);
  reply.header('WWW-Authenticate', `Bearer ${parts.join(', ')}`);
}
