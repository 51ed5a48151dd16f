// POST /oauth/token: exchanges a code or renews a pair of tokens. The steps read in the order in which they are checked.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { digestOf } from '../digest.ts';
import { queryOf } from '../request-address.ts';
import type { Service } from '../service.ts';
import { authenticateClient } from './client-authentication.ts';
import { parseForm } from './form.ts';
import type { Form } from './form.ts';
import { redeemCode, rotateRefreshToken } from './grants.ts';
import type { GrantAnswer, TokenResponse } from './grants.ts';

/** RFC 6749 §5.2, and the rows of the document. */
export interface TokenError {
  error: 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'invalid_scope' | 'unsupported_grant_type';
  error_description: string;
}

interface Answer {
  status: 200 | 400 | 401;
  body: TokenResponse | TokenError;
  challenge?: boolean;
}

const parameterNames = [
  'grant_type',
  'client_id',
  'client_secret',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'scope',
] as const;

export const tokenPath = '/oauth/token';

export function registerTokenRoute(app: FastifyInstance, service: Service): void {
  app.post(tokenPath, { config: { speaks: 'oauth' } }, (request, reply) => {
    const answer = answerTokenRequest(service, request);
    if (answer.challenge) reply.header('WWW-Authenticate', 'Basic realm="Pilot Flight Service", charset="UTF-8"');
    return sendTokenAnswer(reply, answer.status, answer.body);
  });
}

/** For any method that is not POST. */
export function sendPostOnly(reply: FastifyReply): FastifyReply {
  return sendTokenAnswer(
    reply.header('Allow', 'POST'),
    405,
    problem('invalid_request', 'The token endpoint takes POST.'),
  );
}

/** Rule 19: no answer of this endpoint may be kept by anybody on the way. */
export function sendTokenAnswer(reply: FastifyReply, status: number, body: TokenResponse | TokenError): FastifyReply {
  return reply.code(status).headers({ 'Cache-Control': 'no-store', Pragma: 'no-cache' }).send(body);
}

export const problem = (error: TokenError['error'], words: string): TokenError => ({ error, error_description: words });

function answerTokenRequest(service: Service, request: FastifyRequest): Answer {
  const { world } = service;
  const form = readForm(request);
  if (typeof form === 'string') return badRequest(form);
  const repeated = form.repeated(parameterNames);
  if (repeated !== null) return badRequest(`${repeated} is given more than once.`);

  const client = authenticateClient(world, form, request.headers.authorization);
  if (client.outcome === 'malformed') return badRequest(client.words);
  if (client.outcome === 'unknown') {
    return { status: 401, body: problem('invalid_client', client.words), challenge: client.byBasic };
  }
  const { application } = client;
  if (application.disabledAtMs !== null) {
    // A17: 400 where the code is older than the disabling, as the document's second row says.
    const code = world.codes.get(digestOf(form.get('code') ?? ''));
    const isIts = code !== undefined && world.consents.get(code.consentId)?.clientId === application.clientId;
    const isOlder = isIts && code.issuedAtMs <= application.disabledAtMs;
    return isOlder
      ? { status: 400, body: problem('invalid_client', 'The application was disabled after the code was issued.') }
      : { status: 401, body: problem('invalid_client', 'The application is disabled.'), challenge: client.byBasic };
  }
  return answerGrant(service, form, application.clientId);
}

function answerGrant(service: Service, form: Form, clientId: string): Answer {
  const context = { world: service.world, settings: service.settings, nowMs: service.clock.now() };
  const grantType = form.get('grant_type');
  switch (grantType) {
    case undefined:
      return badRequest('grant_type is missing.');
    case 'authorization_code': {
      const code = form.get('code');
      const redirectUri = form.get('redirect_uri');
      if (code === undefined) return badRequest('code is missing.');
      if (redirectUri === undefined) return badRequest('redirect_uri is missing.');
      // A missing verifier is a check that does not pass, not a way around it (rule 10).
      const verifier = form.get('code_verifier') ?? '';
      return fromGrant(service, redeemCode(context, clientId, { code, redirectUri, verifier }));
    }
    case 'refresh_token': {
      const refreshToken = form.get('refresh_token');
      if (refreshToken === undefined) return badRequest('refresh_token is missing.');
      return fromGrant(service, rotateRefreshToken(context, clientId, { refreshToken, scope: form.get('scope') }));
    }
    default:
      return {
        status: 400,
        body: problem('unsupported_grant_type', 'grant_type is neither authorization_code nor refresh_token.'),
      };
  }
}

/** A20 and rule 12: a form in the body and nothing in the address. The form, or what is wrong with it. */
function readForm(request: FastifyRequest): Form | string {
  const query = parseForm(queryOf(request));
  const inAddress = parameterNames.find((name) => query.get(name) !== undefined);
  if (inAddress !== undefined) return `${inAddress} belongs in the body, not in the address.`;
  return typeof request.body === 'string'
    ? parseForm(request.body)
    : 'The body has to be application/x-www-form-urlencoded.';
}

function fromGrant({ changed }: Service, answer: GrantAnswer): Answer {
  if (answer.ok || answer.revokes) changed('consents', 'tokens');
  return answer.ok ? { status: 200, body: answer.tokens } : { status: 400, body: problem(answer.error, answer.words) };
}

/** A20. */
const badRequest = (words: string): Answer => ({ status: 400, body: problem('invalid_request', words) });
