// A1: GET /oauth/authorize shows the consent page, POST receives the decision. Rule 31: the page cannot be framed, sends
// no referrer, redirects with 303, and accepts a decision only from the form that was served to this browser.

import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { digestOf, isSameText, randomSecret } from '../http/digest.ts';
import { remaining } from '../journal/message-text.ts';
import { withoutStop, concerns, rule, ruleUnlessRuled } from '../journal/journal.ts';
import type { Hint } from '../journal/journal.ts';
import { maskOf } from '../journal/masking.ts';
import { queryOf, parseForm } from '../http/request.ts';
import { errorsIn, page, redirect as redirectTo, text } from '../http/route-schema.ts';
import type { EmulatorContext } from '../context.ts';
import { closedPage, consentPage, styleSource } from './page.ts';
import { grantConsent, issueCode } from './grants.ts';
import type { Application } from '../world/world.ts';
import { nearChallenge, nearClientId, nearRedirectUri, nearScope } from './near-misses.ts';
import { isChallenge, isRegistered, isScope, splitScopes } from './parameters.ts';
import type { Scope } from './parameters.ts';
import { z } from 'zod';

export const authorizePath = '/oauth/authorize';
const path = authorizePath;
const cookieName = 'pilot_flight_service_form';

export const authorizationQuery = z.object({
  response_type: text('code.'),
  client_id: text('Identifier of the application.'),
  redirect_uri: text('A redirect URI that the application has registered.'),
  scope: text('Space-separated list of scopes.'),
  state: text('Returned unchanged.').optional(),
  code_challenge: text('PKCE challenge.'),
  code_challenge_method: text('S256.'),
  login_hint: text('The pilot to preselect on the consent page.').optional(),
});

const askErrors = errorsIn('redirect', false, [
  [
    400,
    null,
    'The application or the redirect URI is unknown or repeated, or the form is not that of the consent page. No redirect.',
    'page',
  ],
  [303, 'invalid_request', 'A parameter is missing or repeated, or the challenge method is not S256.'],
  [303, 'invalid_scope', 'scope is missing or contains an unknown scope.'],
  [303, 'unsupported_response_type', 'response_type is not code.'],
  [303, 'unauthorized_client', 'The application is disabled.'],
]);
const decideErrors = [
  ...askErrors.filter(({ code }) => code === null || code === 'unauthorized_client'),
  ...errorsIn('redirect', false, [[303, 'access_denied', 'The pilot denies access or clears all scopes.']]),
];

export function registerAuthorizeRoutes(app: FastifyInstance, context: EmulatorContext): void {
  const { world, settings } = context;

  const closed = page('A page that says what is wrong: 421 for a host name that is not allowed.');
  const asking: FastifySchema = {
    operationId: 'askForConsent',
    summary: 'Shows the consent page (A1)',
    security: [{}],
    querystring: authorizationQuery,
    response: { 200: page('The consent page.'), default: closed },
    errors: askErrors,
  };
  app.get(path, { schema: asking, config: { errorFormat: 'page' } }, (request, reply) => {
    const hostError = context.checkHost(request);
    if (hostError !== null) return sendClosed(reply, hostError, 421);
    const query = queryOf(request);
    const asked = readAuthorizationRequest(context, reply, query);
    if (asked === null) return reply;
    // A30: HEAD grants nothing.
    if (settings.autoConsent && request.method !== 'HEAD') return approve(context, reply, asked, {});

    const cookie = cookieOf(request) ?? randomSecret();
    rule(request, `consent page: ${asked.application.name} requests ${asked.scopes.join(' ')}`);
    reply.header('Set-Cookie', `${cookieName}=${cookie}; Path=${publicPath(context)}; HttpOnly; SameSite=Lax`);
    return sendPage(
      reply,
      200,
      consentPage({
        request: asked,
        pilots: [...world.pilots.values()],
        action: `${publicPath(context)}?${query}`,
        formToken: formToken(context, cookie, query),
      }),
      asked.redirectUri,
    );
  });

  const deciding: FastifySchema = {
    operationId: 'decideOnConsent',
    summary: 'Receives the decision from the form of the consent page (A1)',
    security: [{}],
    response: { 303: redirectTo('Back to the application, with code, state and iss.'), default: closed },
    errors: decideErrors,
  };
  app.post(path, { schema: deciding, config: { errorFormat: 'page' } }, (request, reply) => {
    const hostError = context.checkHost(request);
    if (hostError !== null) return sendClosed(reply, hostError, 421);
    const query = queryOf(request);
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    const cookie = cookieOf(request);
    const site = request.headers['sec-fetch-site'];
    // Origin does not help: under `no-referrer` browsers send `null`, for our own form too.
    const isOurs =
      cookie !== null &&
      isSameText(form.get('form_token') ?? '', formToken(context, cookie, query)) &&
      (site === undefined || site === 'same-origin');
    if (!isOurs) {
      rule(request, `page: ${whyNotOurs(cookie, form.get('form_token'), site)}`);
      return sendClosed(reply, 'This page has expired or came from another site. Start again in the application.');
    }
    const asked = readAuthorizationRequest(context, reply, query);
    if (asked === null) return reply;
    const scopes = form.getAll('scope');
    const decision = form.get('decision');
    if (decision === 'approve') return approve(context, reply, asked, { pilotId: form.get('pilot'), scopes });
    if (decision !== 'refuse') return sendClosed(reply, 'The form has no decision.');
    return deny(context, reply, asked);
  });
}

function approve(
  context: EmulatorContext,
  reply: FastifyReply,
  request: AuthorizationRequest,
  decision: { pilotId?: string | null; scopes?: readonly string[] },
): FastifyReply {
  const { world, settings, clock } = context;
  const wanted = decision.pilotId ?? request.loginHint ?? '';
  // Auto-consent falls back to the first pilot; a pilot named by a form must exist.
  const isChosen = decision.pilotId !== undefined;
  const pilot = world.pilots.get(wanted) ?? (isChosen ? undefined : [...world.pilots.values()][0]);
  if (pilot === undefined) return sendClosed(reply, 'This pilot does not exist.');
  const scopes = request.scopes.filter((scope) => decision.scopes?.includes(scope) ?? true);
  if (scopes.length === 0) return deny(context, reply, request);
  const grants = { world, settings, nowMs: clock.now() };
  const consent = grantConsent(grants, { clientId: request.application.clientId, pilotId: pilot.id, scopes });
  const code = issueCode(grants, consent, request);
  const by = isChosen ? pilot.id : `auto-consent for ${pilot.id}`;
  concerns(reply.request, { pilot: pilot.id });
  rule(
    reply.request,
    `approved: by ${by}, ${maskOf(code, digestOf(code))} lives ${remaining(settings.codeLifetimeMs)}`,
  );
  context.changed('consents', 'tokens');
  return redirect(context, reply, request, { code });
}

function deny(context: EmulatorContext, reply: FastifyReply, asked: AuthorizationRequest): FastifyReply {
  return redirectError(context, reply, asked, 'access_denied', 'The pilot denied access.');
}

/** Binds the form to this browser and this request. */
const formToken = (context: EmulatorContext, cookie: string, query: string): string =>
  createHmac('sha256', context.world.pageKey).update(`${cookie}\n${query}`).digest('base64url');

/** The public URL may have a path. */
const publicPath = (context: EmulatorContext): string => `${new URL(context.url()).pathname.replace(/\/$/, '')}${path}`;

const cookieOf = (request: FastifyRequest): string | null =>
  new RegExp(`(?:^|; *)${cookieName}=([A-Za-z0-9_-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1] ?? null;

/**
 * Rule 28: `iss` identifies the service that responds (RFC 9207). Rule 31: 303, so that the browser does not post the form
 * to the application.
 */
function redirect(
  { url }: EmulatorContext,
  reply: FastifyReply,
  { redirectUri, rawState }: Pick<AuthorizationRequest, 'redirectUri' | 'rawState'>,
  parameters: Record<string, string>,
): FastifyReply {
  const state = rawState === null ? '' : `&state=${rawState}`;
  const [query, iss] = [parameters, { iss: url() }].map((given) => new URLSearchParams(given).toString());
  const address = `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}${state}&${iss}`;
  return protect(reply, null).code(303).header('Location', address).send();
}

/** The message is for the client; the hint goes to the journal only. */
function redirectError(
  context: EmulatorContext,
  reply: FastifyReply,
  asked: Pick<AuthorizationRequest, 'redirectUri' | 'rawState'>,
  error: 'invalid_request' | 'invalid_scope' | 'unsupported_response_type' | 'unauthorized_client' | 'access_denied',
  message: string,
  hint: Hint = null,
): FastifyReply {
  rule(reply.request, `${error}: ${withoutStop(message)}`, hint);
  return redirect(context, reply, asked, { error, error_description: message });
}

export function sendClosed(reply: FastifyReply, message: string, status: 400 | 405 | 421 = 400): FastifyReply {
  ruleUnlessRuled(reply.request, `page: ${withoutStop(message)}`);
  return sendPage(reply, status, closedPage(message), null);
}

function whyNotOurs(cookie: string | null, formToken: string | null, site: string | string[] | undefined): string {
  if (site !== undefined && site !== 'same-origin') return 'the form was submitted from another site';
  if (cookie === null) return 'the cookie of the consent page is missing';
  return formToken === null ? 'form_token is missing' : 'form_token belongs to another request or another browser';
}

/** @param redirectUri where the form of the page leads to, or null */
export function sendPage(reply: FastifyReply, status: number, text: string, redirectUri: string | null): FastifyReply {
  return protect(reply, redirectUri).code(status).type('text/html; charset=utf-8').send(text);
}

function protect(reply: FastifyReply, redirectUri: string | null): FastifyReply {
  // Chromium applies form-action to the redirect after the form too, so the application's origin must be allowed.
  const formTargets = redirectUri === null ? "'none'" : `'self' ${new URL(redirectUri).origin}`;
  return reply.headers({
    'Content-Security-Policy': `default-src 'none'; style-src ${styleSource}; img-src data:; form-action ${formTargets}; frame-ancestors 'none'; base-uri 'none'`,
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  });
}

// A1: parses an authorization request. The application and the redirect URI come first, because nothing is redirected
// until both are valid (rule 5, RFC 6749 §4.1.2.1). Later errors are returned to the application.

export type AuthorizationRequest = {
  application: Application;
  redirectUri: string;
  scopes: Scope[];
  challenge: string;
  /** The pilot that the application suggests, or null. */
  loginHint: string | null;
  /** Still encoded as in the URL: it is returned byte for byte (rule 7). */
  rawState: string | null;
};

const parameterNames = ['response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method', 'login_hint'];

/** Returns null if the request was rejected and the response has been sent. */
function readAuthorizationRequest(
  context: EmulatorContext,
  reply: FastifyReply,
  query: string,
): AuthorizationRequest | null {
  const { world, settings } = context;
  const form = parseForm(query);
  /** The rule omits a redirect URI, because the client made it up. */
  const onPage = (message: string, hint: Hint = null) => {
    rule(reply.request, `page: ${withoutStop(message).replace(/: .*$/s, '')}`, hint);
    sendClosed(reply, message);
    return null;
  };
  const clientId = form.get('client_id') ?? '';
  const application = world.applications.get(clientId);
  if (application !== undefined) concerns(reply.request, { clientId });
  const ambiguous = form.repeated(['client_id', 'redirect_uri']);
  if (ambiguous !== null) return onPage(`${ambiguous} is given more than once.`);
  if (application === undefined) {
    return onPage('This application is not registered.', () =>
      clientId === '' ? 'client_id is missing' : nearClientId(clientId, world),
    );
  }
  const redirectUri = form.get('redirect_uri');
  if (redirectUri === undefined) return onPage('The request has no redirect_uri.');
  if (!isRegistered(redirectUri, application.redirectUris, settings)) {
    return onPage(`${application.name} has not registered this redirect URI: ${redirectUri}`, () =>
      nearRedirectUri(redirectUri, application.redirectUris, true),
    );
  }

  const repeated = form.repeated(parameterNames);
  const rawState = form.repeated(['state']) === null ? rawParameter(query, 'state') : null;
  const refuse = (error: Parameters<typeof redirectError>[3], message: string, hint: Hint = null) => {
    redirectError(context, reply, { redirectUri, rawState }, error, message, hint);
    return null;
  };
  if (repeated !== null) return refuse('invalid_request', `${repeated} is given more than once.`);
  if (application.disabledAtMs !== null) return refuse('unauthorized_client', 'The application is disabled.');
  const responseType = form.get('response_type');
  if (responseType === undefined) return refuse('invalid_request', 'response_type is missing.');
  if (responseType !== 'code') return refuse('unsupported_response_type', 'response_type must be code.');

  // Rule 8: a missing method means plain (RFC 7636 §4.3), which is rejected.
  const challenge = form.get('code_challenge');
  if (challenge === undefined) return refuse('invalid_request', 'code_challenge is missing.');
  const method = form.get('code_challenge_method');
  const near = () => nearChallenge(challenge, method);
  if (method !== 'S256') return refuse('invalid_request', 'code_challenge_method must be S256.', near);
  if (!isChallenge(challenge)) return refuse('invalid_request', 'code_challenge is not an S256 challenge.', near);

  const scope = form.get('scope') ?? '';
  const scopes = splitScopes(scope);
  if (scopes.length === 0) return refuse('invalid_scope', 'scope is missing.');
  if (!scopes.every(isScope)) {
    return refuse('invalid_scope', 'scope contains an unknown scope.', () => nearScope(scope));
  }
  return { application, redirectUri, scopes, challenge, loginHint: form.get('login_hint') ?? null, rawState };
}

/**
 * Returns the raw value of a parameter, null if missing or empty. Node's parser accepts only visible ASCII in a URL, so
 * the value is safe in a header.
 */
function rawParameter(query: string, name: string): string | null {
  const pair = query.split('&').find((part) => {
    // A name may be encoded too. The ampersand protects a leading question mark, which URLSearchParams would drop.
    const [only] = new URLSearchParams(`&${part}`);
    return only?.[0] === name && only[1] !== '';
  });
  return pair === undefined ? null : pair.slice(pair.indexOf('=') + 1);
}
