// POST /oauth/token: exchanges a code, or refreshes a pair of tokens.

import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { digestOf, isSameText } from '../http/digest.ts';
import { concerns, rule, ruleUnlessRuled, withoutStop } from '../journal/journal.ts';
import type { Hint } from '../journal/journal.ts';
import { queryOf, parseForm, readBasic } from '../http/request.ts';
import type { EmulatorContext } from '../context.ts';
import type { Form } from '../http/request.ts';
import { redeemCode, rotateRefreshToken } from './grants.ts';
import type { GrantAnswer, GrantContext } from './grants.ts';
import { errorsIn, json, field } from '../http/route-schema.ts';
import { tokenResponse } from '../api-types.ts';
import type { TokenResponse } from '../api-types.ts';
import type { EmulatorSettings } from '../options/option-table.ts';
import type { Application, World } from '../world/world.ts';
import { nearClientId, nearSecret } from './near-misses.ts';
import { z } from 'zod';

/** RFC 6749 §5.2, and the rows of the document. */
type TokenError = {
  error: 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'invalid_scope' | 'unsupported_grant_type';
  error_description: string;
};

export type Answer = {
  status: 200 | 400 | 401;
  body: TokenResponse | TokenError;
  challenge?: boolean;
  /** For the journal; defaults to the message of the response. */
  rule?: string;
  hint?: Hint | undefined;
};

// What it accepts and returns. Descriptions quote the document of the service where it speaks
// (test/emulator/contract/document.test.ts).

export const credentials = {
  client_id: field('Identifier of the application.', 'yes'),
  client_secret: field('Application secret.', 'yes (or HTTP Basic instead)'),
};

export const tokenForm = z.object({
  grant_type: field('authorization_code or refresh_token.', 'yes'),
  ...credentials,
  code: field('Code taken from the redirect.', 'required for authorization_code'),
  redirect_uri: field('Must equal the redirect_uri used at authorization.', 'used with authorization_code'),
  code_verifier: field('PKCE verifier.', 'used with authorization_code'),
  refresh_token: field('The refresh token to renew.', 'required for refresh_token'),
});

const parameterNames = Object.keys(tokenForm.shape);

/** A24: without `refreshScope`, scope is an unknown parameter and ignored. */
const namesIn = ({ refreshScope }: EmulatorSettings): readonly string[] =>
  refreshScope ? [...parameterNames, 'scope'] : parameterNames;

/** A24: extended mode narrows the scope of the new access token. */
const extendedTokenForm = tokenForm.extend({
  scope: field('Fewer scopes for the new access token, never more.', 'optional with refresh_token'),
});

export const tokenPath = '/oauth/token';

/** By HTTP Basic, or with the secret as a form field. */
export const byApplication = [{ application: [] }, {}] as const;

export const badFormError = 'A parameter is missing, repeated or in the URL, or the body is not a form.';
export const wrongClientError = 'Wrong client_id or client_secret, or the application is disabled.';

const documentedErrors = errorsIn('error body', true, [
  [401, 'invalid_client', wrongClientError],
  [400, 'invalid_grant', 'Wrong or used code, PKCE failure, revoked grant, or reuse of a refresh token.'],
  [400, 'unsupported_grant_type', 'grant_type is neither authorization_code nor refresh_token.'],
  [400, 'invalid_client', 'The application was disabled after the code was issued.'],
]);
/** A20. */
const badRequests = errorsIn('error body', false, [[400, 'invalid_request', badFormError]]);
/** A24. */
const wideScopes = errorsIn('error body', false, [
  [400, 'invalid_scope', 'A refresh requests a scope that the pilot did not grant (RFC 6749 §6).'],
]);

export function registerTokenRoute(app: FastifyInstance, context: EmulatorContext): void {
  const isExtended = context.settings.mode === 'extended';
  const schema: FastifySchema = {
    operationId: 'issueTokens',
    summary: 'Exchanges a one-time code for tokens, or renews a token',
    security: byApplication,
    body: isExtended ? extendedTokenForm : tokenForm,
    response: { 200: json('A new pair of tokens.', tokenResponse) },
    errors: [...documentedErrors, ...badRequests, ...(isExtended ? wideScopes : [])],
  };
  app.post(tokenPath, { schema, config: { errorFormat: 'oauth' } }, (request, reply) =>
    sendAnswer(request, reply, answerTokenRequest(context, request)),
  );
}

export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  rule(request, answer.rule ?? ruleOf(answer.body), answer.hint);
  if (answer.challenge) reply.header('WWW-Authenticate', 'Basic realm="Pilot Flight Service", charset="UTF-8"');
  return sendTokenResponse(reply, answer.status, answer.body);
}

/** For any method other than POST. */
export const sendPostOnly = (reply: FastifyReply): FastifyReply =>
  sendTokenResponse(reply, 405, problem('invalid_request', 'The token endpoint supports POST only.'));

export const answerHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  Pragma: 'no-cache',
};

/** Rule 19: no response of this endpoint may be cached. */
export function sendTokenResponse(reply: FastifyReply, status: number, body: TokenResponse | TokenError): FastifyReply {
  ruleUnlessRuled(reply.request, ruleOf(body));
  return reply.code(status).headers(answerHeaders).send(JSON.stringify(body));
}

const ruleOf = (body: TokenResponse | TokenError): string =>
  'error' in body ? `${body.error}: ${withoutStop(body.error_description)}` : 'answered';

export const problem = (error: TokenError['error'], message: string): TokenError => ({
  error,
  error_description: message,
});

function answerTokenRequest(context: EmulatorContext, request: FastifyRequest): Answer {
  const { world, settings } = context;
  const asked = readClientRequest(context, request, namesIn(settings));
  if ('status' in asked) return asked;
  const { form, application, byBasic } = asked;
  if (application.disabledAtMs !== null) {
    // A17: 400 if the code was issued before the application was disabled.
    const code = world.codes.get(digestOf(form.get('code') ?? ''));
    const isIts = code !== undefined && world.consents.get(code.consentId)?.clientId === application.clientId;
    const isOlder = isIts && code.issuedAtMs <= application.disabledAtMs;
    return isOlder
      ? { status: 400, body: problem('invalid_client', 'The application was disabled after the code was issued.') }
      : disabled(byBasic);
  }
  return answerGrant(context, request, form, application.clientId);
}

export const disabled = (byBasic: boolean): Answer => ({
  status: 401,
  body: problem('invalid_client', 'The application is disabled.'),
  challenge: byBasic,
});

/**
 * The form of an authenticated application, or the error response.
 * @param names the parameters, which may be in the body only, and once
 */
export function readClientRequest(
  { world, settings }: EmulatorContext,
  request: FastifyRequest,
  names: readonly string[],
): { form: Form; application: Application; byBasic: boolean } | Answer {
  const form = readForm(request, names);
  if (typeof form === 'string') return { ...badRequest(form), hint: nearForm(request) };
  concerns(request, { grantType: knownGrantType(form.get('grant_type')) });
  const repeated = form.repeated(names);
  if (repeated !== null) return badRequest(`${repeated} is given more than once.`);

  const byBasic = request.headers.authorization !== undefined;
  const client = authenticateClient(world, form, request.headers.authorization, settings);
  if ('status' in client) return client;
  const { application, refusal } = client;
  if (application !== undefined) concerns(request, { clientId: application.clientId });
  if (application !== undefined && refusal === undefined) return { form, application, byBasic };
  const { message = wrongCredentials, why = withoutStop(message), hint } = refusal ?? {};
  const body = problem('invalid_client', message);
  return { status: 401, body, challenge: byBasic, rule: `invalid_client: ${why}`, hint };
}

function answerGrant(context: EmulatorContext, request: FastifyRequest, form: Form, clientId: string): Answer {
  const grantContext: GrantContext = {
    world: context.world,
    settings: context.settings,
    nowMs: context.clock.now(),
  };
  const grantType = form.get('grant_type');
  switch (grantType) {
    case undefined:
      return badRequest('grant_type is missing.');
    case 'authorization_code': {
      const code = form.get('code');
      const redirectUri = form.get('redirect_uri');
      if (code === undefined) return badRequest('code is missing.');
      if (redirectUri === undefined) return badRequest('redirect_uri is missing.');
      // Rule 10: a missing verifier fails the check.
      const verifier = form.get('code_verifier') ?? '';
      return fromGrant(context, request, redeemCode(grantContext, clientId, { code, redirectUri, verifier }));
    }
    case 'refresh_token': {
      const refreshToken = form.get('refresh_token');
      if (refreshToken === undefined) return badRequest('refresh_token is missing.');
      return fromGrant(
        context,
        request,
        rotateRefreshToken(grantContext, clientId, {
          refreshToken,
          scope: context.settings.refreshScope ? form.get('scope') : undefined,
        }),
      );
    }
    default:
      return {
        status: 400,
        body: problem('unsupported_grant_type', 'grant_type is neither authorization_code nor refresh_token.'),
        hint:
          knownGrantType(grantType.trim().toLowerCase()) === undefined
            ? null
            : 'grant_type differs in case or whitespace',
      };
  }
}

/** A20 and rule 12: parameters are in the body only. Returns the form, or an error message. */
function readForm(request: FastifyRequest, names: readonly string[]): Form | string {
  const query = parseForm(queryOf(request));
  const inUrl = names.find((name) => query.get(name) !== undefined);
  if (inUrl !== undefined) return `${inUrl} must be in the body, not in the URL.`;
  return typeof request.body === 'string'
    ? parseForm(request.body)
    : 'The body must be application/x-www-form-urlencoded.';
}

function fromGrant({ changed }: EmulatorContext, request: FastifyRequest, answer: GrantAnswer): Answer {
  if (answer.ok || answer.revokes) changed('consents', 'tokens');
  const { rule, pilotId } = answer;
  concerns(request, { pilot: pilotId });
  return answer.ok
    ? { status: 200, body: answer.tokens, rule }
    : { status: 400, body: problem(answer.error, answer.message), rule, hint: answer.hint };
}

/** Other values were made up by the client and are not recorded. */
const knownGrantType = (grantType: string | undefined): string | undefined =>
  grantType === 'authorization_code' || grantType === 'refresh_token' ? grantType : undefined;

const nearForm = ({ headers }: FastifyRequest): string | null =>
  /^\s*application\/(?:[\w.-]+\+)?json\b/i.test(headers['content-type'] ?? '')
    ? 'the body is JSON; a form is expected'
    : null;

/** A20. */
export const badRequest = (message: string): Answer => ({ status: 400, body: problem('invalid_request', message) });

// Authenticates the application at the token endpoint, by form fields or by Basic, never both (rules 14, 15, 17).

const wrongCredentials = 'Wrong client ID or client secret.';

/** `why` and `hint` go to the journal only. */
type Refusal = { message?: string; why?: string; hint?: Hint };

/**
 * The application; with a refusal, the one that is named, if there is such one, or undefined. A request that is invalid in
 * itself gets its answer.
 */
function authenticateClient(
  world: World,
  form: Form,
  authorization: string | undefined,
  { basicWithoutClientId }: Pick<EmulatorSettings, 'basicWithoutClientId'>,
): { application: Application | undefined; refusal?: Refusal } | Answer {
  const clientId = form.get('client_id');
  const secret = form.get('client_secret');
  if (authorization === undefined) {
    const application = world.applications.get(clientId ?? '');
    if (clientId === undefined) return { application, refusal: { message: 'client_id is missing.' } };
    if (secret === undefined) return { application, refusal: { message: 'client_secret is missing.' } };
    return findApplication(world, [[clientId, secret]]);
  }
  if (secret !== undefined) {
    return badRequest('Both client_secret and an Authorization header are present; send only one of them.');
  }
  const pairs = readBasic(authorization);
  if (pairs.length === 0) {
    const hint = /^bearer\b/i.test(authorization)
      ? 'Bearer is for the API; this endpoint expects Basic or form fields'
      : null;
    const message = 'The Authorization header is not Basic with a client ID and secret.';
    return { application: undefined, refusal: { message, hint } };
  }
  const found = findApplication(world, pairs);
  if (found.refusal !== undefined) return found;
  if (clientId !== undefined && clientId !== found.application?.clientId) {
    return badRequest('client_id and the Authorization header name different applications.');
  }
  // A22: the document requires client_id in the form, with Basic too.
  return clientId === undefined && !basicWithoutClientId
    ? { ...found, refusal: { message: 'client_id is missing from the form.' } }
    : found;
}

function findApplication(world: World, pairs: readonly (readonly [string, string])[]) {
  // All pairs are compared, so that the timing does not reveal whether an ID exists.
  const [matching] = pairs.filter(([clientId, secret]) =>
    isSameText(digestOf(secret), world.applications.get(clientId)?.secretDigest ?? ''),
  );
  if (matching !== undefined) return { application: world.applications.get(matching[0]) };
  const [named, secret = ''] = pairs.find(([clientId]) => world.applications.has(clientId)) ?? [];
  const application = world.applications.get(named ?? '');
  const refusal: Refusal =
    application === undefined
      ? { why: 'no such application', hint: () => nearClientId(pairs[0]?.[0] ?? '', world) }
      : {
          why: `the secret is not that of ${application.clientId}`,
          hint: () => nearSecret(secret, application, world),
        };
  return { application, refusal };
}
