// Extended mode only: revocation (A32, RFC 7009) and introspection (A33, RFC 7662). The application authenticates as at the
// token endpoint and learns about its own tokens only.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EmulatorContext } from '../../context.ts';
import { digestOf } from '../../http/digest.ts';
import { concerns, mention, rule } from '../../journal/ruling.ts';
import type { Consent } from '../../world/world.ts';
import { revokeConsent } from '../grants.ts';
import { answerHeaders, badRequest, disabled, readClientRequest, sendAnswer } from '../token.ts';

export const revocationPath = '/oauth/revoke';
export const introspectionPath = '/oauth/introspect';

const parameterNames = ['token', 'token_type_hint', 'client_id', 'client_secret'];

export function registerRevocationRoute(app: FastifyInstance, context: EmulatorContext): void {
  app.post(revocationPath, { config: { errorFormat: 'oauth' } }, (request, reply) => {
    const asked = readTokenRequest(context, request, reply);
    if (asked === null) return reply;
    const { token } = asked;
    if (token === null) {
      rule(request, 'answered: no valid token of this application');
    } else {
      // As with a reused refresh token: the consent ends, with every token of it.
      revokeConsent(token.consent, context.clock.now(), 'a token was revoked');
      context.changed('consents', 'tokens');
      rule(request, `revoked: the consent of ${token.consent.pilotId}`);
    }
    return reply.code(200).headers({ 'Cache-Control': 'no-store', Pragma: 'no-cache' }).send();
  });
}

export function registerIntrospectionRoute(app: FastifyInstance, context: EmulatorContext): void {
  app.post(introspectionPath, { config: { errorFormat: 'oauth' } }, (request, reply) => {
    const asked = readTokenRequest(context, request, reply);
    if (asked === null) return reply;
    const { token } = asked;
    rule(request, token === null ? 'answered: the token is not active' : 'answered: the token is active');
    const body = token === null ? { active: false } : describeToken(token, context);
    return reply.headers(answerHeaders).send(JSON.stringify(body));
  });
}

const describeToken = ({ consent, scopes, expiresAtMs, isAccess }: ValidToken, { url, world }: EmulatorContext) => ({
  active: true,
  scope: scopes.join(' '),
  client_id: consent.clientId,
  username: world.pilots.get(consent.pilotId)?.name,
  ...(isAccess && { token_type: 'Bearer' }),
  exp: Math.floor(expiresAtMs / 1000),
  sub: consent.pilotId,
  iss: url(),
});

/** Returns null if the request was rejected and the response has been sent. */
function readTokenRequest(context: EmulatorContext, request: FastifyRequest, reply: FastifyReply) {
  const asked = readClientRequest(context, request, parameterNames);
  if ('status' in asked) return refuse(request, reply, asked);
  const { form, application, byBasic } = asked;
  if (application.disabledAtMs !== null) return refuse(request, reply, disabled(byBasic));
  const secret = form.get('token');
  if (secret === undefined) return refuse(request, reply, badRequest('token is missing.'));
  const digest = digestOf(secret);
  mention(request, secret, digest);
  const token = findValid(context, digest, application.clientId);
  if (token !== null) concerns(request, { pilot: token.consent.pilotId });
  return { token };
}

function refuse(...sent: Parameters<typeof sendAnswer>): null {
  sendAnswer(...sent);
  return null;
}

type ValidToken = {
  consent: Consent;
  scopes: readonly string[];
  expiresAtMs: number;
  isAccess: boolean;
};

/** The hint is not needed: digests of all tokens differ. */
function findValid({ world, clock }: EmulatorContext, digest: string, clientId: string): ValidToken | null {
  const access = world.accessTokens.get(digest);
  const refresh = world.refreshTokens.get(digest);
  const token = access ?? refresh;
  const consent = token && world.consents.get(token.consentId);
  if (token === undefined || consent === undefined || consent.clientId !== clientId) return null;
  if (clock.now() >= token.expiresAtMs || consent.revokedAtMs !== null || refresh?.rotated === true) return null;
  const { expiresAtMs } = token;
  return { consent, scopes: access?.scopes ?? consent.scopes, expiresAtMs, isAccess: access !== undefined };
}
