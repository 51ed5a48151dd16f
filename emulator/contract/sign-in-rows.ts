// The rows of the authorization endpoint, authentication, scopes, paths and methods.

import { choice, sentence } from './row.ts';
import type { Endpoint, ErrorRow, ParameterRow, Proof, Row } from './row.ts';

const browserGap =
  'The browser endpoint that shows the consent screen and redirects with the code: not shown (path, parameters and responses).';
const authorizeRules = 'oauth/authorization-rules';

const parameter = (name: string, text: string, required = 'yes'): ParameterRow => ({
  ...choice(`authorization request: ${name}`, ['A1'], text, [
    'contract/parameters',
    'an authorization request needs exactly the parameters described as required',
  ]),
  kind: 'parameter',
  at: 'GET /oauth/authorize',
  name,
  location: 'query',
  type: 'string',
  required,
});

/** The endpoints where an error occurs; by default the authorization request only, before any page is shown. */
const ends: Record<string, readonly Endpoint[]> = {
  page: ['GET /oauth/authorize', 'POST /oauth/authorize'],
  unauthorized_client: ['GET /oauth/authorize', 'POST /oauth/authorize'],
  access_denied: ['POST /oauth/authorize'],
};

const error = (code: ErrorRow['code'], text: string): ErrorRow => ({
  ...choice(`authorization: ${code ?? 'page'}`, ['A1'], text, [
    'contract/errors',
    '%s is provoked and answered as described',
  ]),
  kind: 'error',
  at: ends[code ?? 'page'] ?? ['GET /oauth/authorize'],
  status: code === null ? 400 : 303,
  code,
  carrier: code === null ? 'page' : 'redirect',
});

const authentication = (title: string): Proof => ['contract/authentication', title];
const numbered = {
  application: authentication('1: the token endpoint authenticates the application and accepts no user token'),
  bearer: authentication('2: the flight endpoint accepts a bearer token in the header only'),
  pkce: authentication('3: exchanges a code with PKCE, and rejects a failed check with invalid_grant'),
  scope: authentication('4: requires the scope flights:write for uploads'),
  rejected: authentication('5: rejects a missing, expired or revoked token with unauthorized'),
  subscription: authentication('6: rejects uploads without a subscription with write_not_enabled'),
};

export const signInRows: readonly Row[] = [
  sentence(
    'consent: first',
    'Third-party applications act on behalf of a pilot after the pilot has given consent.',
    [authorizeRules, 'grants nothing when displayed'],
    { assumptions: ['A1'] },
  ),
  sentence(
    'consent: code',
    'An application receives a one-time code after the pilot consents, in a browser redirect.',
    [authorizeRules, 'redirects an approval with 303 and the scopes left selected'],
    { assumptions: ['A1'] },
  ),
  choice(
    'authorization: endpoint',
    ['A1'],
    'GET /oauth/authorize shows the consent page; its form is posted to the same URL, and the response redirects with code and state.',
    [authorizeRules, 'redirects an approval with 303 and the scopes left selected'],
    { gap: browserGap },
  ),
  parameter('response_type', 'code.'),
  parameter('client_id', 'Identifier of the application.'),
  parameter('redirect_uri', 'A redirect URI that the application has registered.'),
  parameter('scope', 'Space-separated list of scopes.'),
  parameter('state', 'Returned unchanged.', 'optional'),
  parameter('code_challenge', 'PKCE challenge.'),
  parameter('code_challenge_method', 'S256.'),
  parameter('login_hint', 'The pilot to preselect on the consent page.', 'optional'),
  error(
    null,
    'The application or the redirect URI is unknown or repeated, or the form is not that of the consent page. No redirect.',
  ),
  error('invalid_request', 'A parameter is missing or repeated, or the challenge method is not S256.'),
  error('invalid_scope', 'scope is missing or contains an unknown scope.'),
  error('unsupported_response_type', 'response_type is not code.'),
  error('unauthorized_client', 'The application is disabled.'),
  error('access_denied', 'The pilot denies access or clears all scopes.'),
  choice(
    'authorization: registered address',
    ['A2'],
    'The redirect URI must equal a registered one; a loopback URI may have any port.',
    [authorizeRules, 'rule 4: the redirect URI equals the registered one, except for a loopback port'],
    { gap: browserGap },
  ),
  choice('authorization: localhost', ['A2'], 'localhost is rejected, or treated as 127.0.0.1 with --allow-localhost.', [
    authorizeRules,
    'accepts localhost for 127.0.0.1 only when configured (A2)',
  ]),
  choice('authorization: issuer', ['A21'], 'Responses carry iss (RFC 9207), the base URL.', [
    authorizeRules,
    'rule 28: the response contains the issuer, on errors too',
  ]),

  sentence(
    'authentication 1',
    'The token endpoint authenticates the application by client_id plus the application secret (form field or HTTP Basic).',
    numbered.application,
  ),
  sentence('authentication 1: no user token', 'No user token is used there.', numbered.application),
  sentence(
    'authentication 2',
    'The flight endpoint authenticates the pilot with the header Authorization: Bearer <ACCESS_TOKEN>.',
    numbered.bearer,
  ),
  sentence(
    'authentication 3',
    'Codes are exchanged with PKCE: the code_verifier is checked, and a failed check gives invalid_grant.',
    numbered.pkce,
  ),
  sentence('authentication 4', 'The scope flights:write is required for uploading.', numbered.scope),
  sentence(
    'authentication 4: scopes seen',
    'Scopes seen in a token response: openid, profile, flights:read.',
    ['contract/authentication', 'A15: supports four scopes, and returns the granted ones'],
    { assumptions: ['A15'] },
  ),
  sentence(
    'authentication 5',
    'A token is rejected with unauthorized when it is absent, expired, or its consent is revoked.',
    numbered.rejected,
  ),
  sentence(
    'authentication 6',
    'Changing data also requires the write-access subscription of the application; without it the error is write_not_enabled.',
    numbered.subscription,
  ),
  choice(
    'scopes',
    ['A15'],
    'openid, profile, flights:read, flights:write.',
    ['contract/authentication', 'A15: supports four scopes, and returns the granted ones'],
    { gap: 'The complete list of scopes: not shown.' },
  ),

  sentence(
    'whole of the interface',
    'This document covers the whole of the interface that is shown: the token endpoint of the authorization flow and the flight report upload endpoint.',
    ['contract/edges', 'strict mode serves only the documented endpoints and the consent page'],
    { mode: 'strict' },
  ),
  sentence('base address', 'All addresses are relative to {base_url}.', [
    'contract/edges',
    'serves the documented paths under the base URL, with or without their prefix',
  ]),
  sentence('prefix of flights', 'The flight endpoint lives under the path prefix /api/v1.', [
    'contract/edges',
    'serves the documented paths under the base URL, with or without their prefix',
  ]),
  sentence('prefix of tokens', 'The token endpoint has no version prefix.', [
    'contract/edges',
    'serves the documented paths under the base URL, with or without their prefix',
  ]),
  choice(
    'versions',
    ['A19'],
    'One version; any other prefix is 404.',
    ['contract/edges', 'A19: has one version and answers any other prefix with 404'],
    { gap: 'Policy for new versions, deprecation and compatibility: not shown.' },
  ),
  choice('other methods', ['A30'], 'An unsupported method is 405 with Allow; at the API of strict mode, 404.', [
    'contract/edges',
    'A30: answers an unsupported method with 405 and Allow',
  ]),
  choice(
    'other methods: switched off',
    ['A30'],
    'With --no-method-not-allowed it is 404, except at the token endpoint.',
    ['contract/edges', 'answers an unsupported method with 404 when so configured, except at the token endpoint'],
  ),
  choice('HEAD', ['A30'], 'HEAD is answered wherever GET is.', [
    'contract/edges',
    'answers HEAD like GET, without a body',
  ]),
  choice('HEAD: safe', ['A30'], 'HEAD grants nothing.', [
    'contract/edges',
    'HEAD grants no consent, even with auto-consent',
  ]),
  choice(
    'events',
    [],
    'None: the service sends no requests.',
    ['contract/edges', 'strict mode serves only the documented endpoints and the consent page'],
    { gap: 'Events, webhooks or notifications: not shown.' },
  ),
];
