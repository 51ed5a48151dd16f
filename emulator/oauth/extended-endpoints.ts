// Extended mode only: revocation (A32, RFC 7009) and introspection (A33, RFC 7662). The application authenticates as at the
// token endpoint and learns about its own tokens only.

import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { EmulatorContext } from '../context.ts';
import { digestOf } from '../http/digest.ts';
import { concerns, rule } from '../journal/journal.ts';
import { revokeConsent } from './grants.ts';
import {
  answerHeaders,
  badFormError,
  badRequest,
  byApplication,
  disabled,
  readClientRequest,
  sendAnswer,
  credentials,
  wrongClientError,
} from './token.ts';
import { errorsIn, json, field, text } from '../http/route-schema.ts';
import { scopeTexts } from './parameters.ts';
import { z } from 'zod';

const tokenStatus = z
  .strictObject({
    active: z.boolean().describe('Whether the token is valid; if not, the only member.'),
    scope: text('Space-separated list of scopes.').optional(),
    client_id: text('Identifier of the application.').optional(),
    username: text('The pilot’s name.').optional(),
    token_type: z.literal('Bearer').describe('Bearer; not with a refresh token.').optional(),
    exp: z.int().describe('When the token expires, in seconds since 1970.').optional(),
    sub: text('The pilot’s ID.').optional(),
    iss: text('The base URL.').optional(),
  })
  .meta({ id: 'TokenStatus' });

const tokenStatusForm = z.object({
  token: field('An access token or a refresh token.', 'yes'),
  token_type_hint: field('Ignored: the token is recognized without it.', 'optional'),
  client_id: field('Identifier of the application.', 'yes (or HTTP Basic instead)'),
  client_secret: credentials.client_secret,
});

const parameterNames = Object.keys(tokenStatusForm.shape);

const errors = errorsIn('error body', false, [
  [400, 'invalid_request', badFormError],
  [401, 'invalid_client', wrongClientError],
]);

export function registerTokenStatusRoutes(app: FastifyInstance, context: EmulatorContext): void {
  const shared: FastifySchema = { security: byApplication, body: tokenStatusForm, errors };
  const config = { errorFormat: 'oauth' } as const;
  const revoking: FastifySchema = {
    ...shared,
    operationId: 'revokeToken',
    summary: 'Ends a sign-in by one of its tokens (A32, RFC 7009)',
    response: { 200: { description: 'The token is not valid, or no longer.' } },
  };
  app.post('/oauth/revoke', { schema: revoking, config }, (request, reply) => {
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

  const introspecting: FastifySchema = {
    ...shared,
    operationId: 'introspectToken',
    summary: 'Says whether a token is valid (A33, RFC 7662)',
    response: { 200: json('The state of the token.', tokenStatus) },
  };
  app.post('/oauth/introspect', { schema: introspecting, config }, (request, reply) => {
    const asked = readTokenRequest(context, request, reply);
    if (asked === null) return reply;
    const { token } = asked;
    rule(request, token === null ? 'answered: the token is not active' : 'answered: the token is active');
    const body = token === null ? { active: false } : describeToken(token, context);
    return reply.headers(answerHeaders).send(JSON.stringify(body));
  });
}

const describeToken = (
  { consent, scopes, expiresAtMs, isAccess }: NonNullable<ReturnType<typeof findValid>>,
  { url, world }: EmulatorContext,
) => ({
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
  const token = findValid(context, digestOf(secret), application.clientId);
  if (token !== null) concerns(request, { pilot: token.consent.pilotId });
  return { token };
}

function refuse(...sent: Parameters<typeof sendAnswer>): null {
  sendAnswer(...sent);
  return null;
}

/** The hint is not needed: digests of all tokens differ. */
function findValid({ world, clock }: EmulatorContext, digest: string, clientId: string) {
  const access = world.accessTokens.get(digest);
  const refresh = world.refreshTokens.get(digest);
  const token = access ?? refresh;
  const consent = token && world.consents.get(token.consentId);
  if (token === undefined || consent === undefined || consent.clientId !== clientId) return null;
  if (clock.now() >= token.expiresAtMs || consent.revokedAtMs !== null || refresh?.rotated === true) return null;
  const { expiresAtMs } = token;
  return { consent, scopes: access?.scopes ?? consent.scopes, expiresAtMs, isAccess: access !== undefined };
}

// A31, extended mode only: the metadata of the authorization server (RFC 8414). There is no OpenID configuration, because
// the service issues no id_token.

const texts = (description: string) => z.array(z.string()).describe(description);

const likeTokens = texts('Like that of the token endpoint.');

const serverMetadata = z
  .strictObject({
    issuer: text('The base URL.'),
    authorization_endpoint: text('Where the pilot signs in.'),
    token_endpoint: text('Exchanges codes and refreshes tokens.'),
    userinfo_endpoint: text('The profile of the pilot.'),
    revocation_endpoint: text('Ends a sign-in.'),
    revocation_endpoint_auth_methods_supported: likeTokens,
    introspection_endpoint: text('Says whether a token is valid.'),
    introspection_endpoint_auth_methods_supported: likeTokens,
    scopes_supported: texts('All scopes. openid brings no id_token, only sub in the profile.'),
    response_types_supported: texts('code.'),
    response_modes_supported: texts('query.'),
    grant_types_supported: texts('authorization_code and refresh_token.'),
    code_challenge_methods_supported: texts('S256.'),
    token_endpoint_auth_methods_supported: texts(
      'client_secret_post, and client_secret_basic unless Basic needs client_id in the form (A22).',
    ),
    authorization_response_iss_parameter_supported: z.boolean().describe('true (RFC 9207).'),
  })
  .meta({ id: 'ServerMetadata' });

export const metadataPath = '/.well-known/oauth-authorization-server';

export function registerMetadataRoute(app: FastifyInstance, context: EmulatorContext): void {
  const schema: FastifySchema = {
    operationId: 'describeServer',
    summary: 'Describes the authorization server to clients (A31, RFC 8414)',
    security: [{}],
    response: { 200: json('The metadata.', serverMetadata) },
  };
  app.get(metadataPath, { schema }, (request) => {
    rule(request, 'served: the metadata of the authorization server');
    return describeServer(context);
  });
}

function describeServer({ url, settings }: EmulatorContext) {
  const issuer = url();
  // A22: clients that use Basic seldom send client_id in the form.
  const methods = ['client_secret_post', ...(settings.basicWithoutClientId ? ['client_secret_basic'] : [])];
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: methods,
    introspection_endpoint: `${issuer}/oauth/introspect`,
    introspection_endpoint_auth_methods_supported: methods,
    scopes_supported: Object.keys(scopeTexts),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: methods,
    authorization_response_iss_parameter_supported: true,
  };
}
