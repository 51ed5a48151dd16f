// The rows of the token endpoint: parameters, responses, errors, and the transitions of codes, tokens and consents.

import { choice, sentence } from './row.ts';
import type { ErrorRow, FieldRow, ParameterRow, Proof, Row, RowFacts, TransitionRow } from './row.ts';

const answered: Proof = ['contract/shapes', 'both grants return exactly the documented fields of a token response'];
const refused: Proof = ['contract/errors', '%s is provoked and answered as described'];

const field = (name: string, type: FieldRow['type'], text: string): FieldRow => ({
  ...sentence(`token response: ${name}`, text, answered),
  kind: 'field',
  shape: 'token response',
  name,
  type,
});

const parameter = (name: string, required: string, text: string, title: string): ParameterRow => ({
  ...sentence(`token request: ${name}`, text, ['contract/parameters', title]),
  kind: 'parameter',
  at: 'POST /oauth/token',
  name,
  location: 'form',
  type: 'string',
  required,
});

const error = (code: string, status: number, text: string, more: RowFacts = {}): ErrorRow => ({
  ...sentence(`token endpoint: ${status} ${code}`, text, refused, more),
  kind: 'error',
  at: ['POST /oauth/token'],
  status,
  code,
  carrier: 'error body',
});

const transition = (
  id: string,
  [subject, trigger, condition, next, text]: readonly [string, string, string, string, string],
): TransitionRow => ({
  ...sentence(id, text, ['contract/transitions', id]),
  kind: 'transition',
  subject,
  trigger,
  condition,
  next,
});

export const tokenRows: readonly Row[] = [
  field('access_token', 'string', 'Bearer token for the user.'),
  field('token_type', 'string', 'Bearer.'),
  field('expires_in', 'integer', 'Lifetime of the access token in seconds. A response shows 900.'),
  field('refresh_token', 'string', 'Used later with grant_type=refresh_token.'),
  field('scope', 'string', 'Space-separated list of granted scopes.'),

  parameter(
    'grant_type',
    'yes',
    'authorization_code or refresh_token.',
    'requires grant_type to be authorization_code or refresh_token',
  ),
  parameter('client_id', 'yes', 'Identifier of the application.', 'client_id identifies the application'),
  parameter(
    'client_secret',
    'yes (or HTTP Basic instead)',
    'Application secret.',
    'accepts client_secret in the form or in HTTP Basic',
  ),
  parameter(
    'code',
    'required for authorization_code',
    'Code taken from the redirect.',
    'requires code, from the redirect, for authorization_code only',
  ),
  parameter(
    'redirect_uri',
    'used with authorization_code',
    'Must equal the redirect_uri used at authorization.',
    'requires redirect_uri to equal the one of the authorization request',
  ),
  parameter(
    'code_verifier',
    'used with authorization_code',
    'PKCE verifier.',
    'requires code_verifier to match the challenge',
  ),
  parameter(
    'refresh_token',
    'required for refresh_token',
    'The refresh token to renew.',
    'requires refresh_token for the refresh_token grant only',
  ),
  {
    ...choice(
      'token request: scope',
      ['A24'],
      'Fewer scopes for the new access token, never more.',
      ['oauth/refresh-rules', 'never widens the scope, and narrows it for one access token'],
      { mode: 'extended' },
    ),
    kind: 'parameter',
    at: 'POST /oauth/token',
    name: 'scope',
    location: 'form',
    type: 'string',
    required: 'optional with refresh_token',
  },

  error('invalid_client', 401, 'Wrong client_id or client_secret, or the application is disabled.', {
    assumptions: ['A17'],
  }),
  error('invalid_grant', 400, 'Wrong or used code, PKCE failure, revoked grant, or reuse of a refresh token.'),
  error('unsupported_grant_type', 400, 'grant_type is neither authorization_code nor refresh_token.'),
  error('invalid_client', 400, 'The application was disabled after the code was issued.', { assumptions: ['A17'] }),
  {
    ...error('invalid_request', 400, 'A parameter is missing, repeated or in the URL, or the body is not a form.'),
    isDocumented: false,
    assumptions: ['A20'],
  },
  {
    ...error('invalid_scope', 400, 'A refresh requests a scope that the pilot did not grant (RFC 6749 §6).', {
      mode: 'extended',
      assumptions: ['A24'],
    }),
    isDocumented: false,
  },

  transition('invalidates a refresh token when it is used', [
    'Refresh token (valid)',
    'POST /oauth/token with grant_type=refresh_token',
    'Valid credentials and valid token',
    'Old refresh token becomes invalid',
    'A new access token and refresh token are issued.',
  ]),
  transition('revokes the whole consent when a revoked refresh token is used', [
    'Refresh token (revoked)',
    'Used again at POST /oauth/token',
    'Token was already revoked',
    'The whole consent of the pilot is revoked',
    'Error invalid_grant is returned. Later tokens of that consent give unauthorized on the API.',
  ]),
  transition('invalidates a code when it is exchanged', [
    'Authorization code',
    'Exchange with grant_type=authorization_code',
    'Code is valid, unused, and PKCE check passes',
    'Code is used up',
    'Tokens are issued.',
  ]),
  transition('a used or wrong code, or a failed PKCE check, changes nothing', [
    'Authorization code (used or wrong)',
    'Exchange',
    'Code is used, wrong, or PKCE fails',
    'unchanged',
    'Error invalid_grant.',
  ]),

  sentence(
    'token endpoint: what it is for',
    "The application's own server exchanges the code for an access token and a refresh token at the token endpoint, or renews an already issued token pair.",
    answered,
  ),
  sentence('token endpoint: code or renewal', 'Exchanges a one-time code for tokens, or renews a token.', answered),
  sentence('token endpoint: secret needed', "Call it only from the application's server with the application secret.", [
    'contract/authentication',
    '1: the token endpoint authenticates the application and accepts no user token',
  ]),
  sentence('token endpoint: no user token', 'It takes no user token.', [
    'contract/authentication',
    '1: the token endpoint authenticates the application and accepts no user token',
  ]),
  sentence(
    'token endpoint: content type',
    'Content type of the request: application/x-www-form-urlencoded.',
    ['contract/parameters', 'the token endpoint accepts only a form body'],
    { assumptions: ['A20'] },
  ),
  sentence(
    'token endpoint: where the secret is',
    'The application secret is sent either as the form field client_secret or through HTTP Basic authorization.',
    ['contract/parameters', 'accepts client_secret in the form or in HTTP Basic'],
  ),
  sentence(
    'token endpoint: success',
    'Success: HTTP 200 with a JSON body in the token response shape above.',
    answered,
  ),
  sentence(
    'token endpoint: error body',
    'Error body shape is JSON with fields error (string, the error code) and error_description (string, human-readable text).',
    refused,
  ),
  sentence('token endpoint: error fields', 'Body: JSON with error and error_description.', refused),
  choice('token endpoint: other methods', ['A20', 'A30'], 'Methods other than POST are 405 with Allow: POST.', [
    'oauth/token-form',
    'refuses %s and names the supported method',
  ]),
  choice(
    'token endpoint: Basic challenge',
    ['A17'],
    'Rejected HTTP Basic credentials are 401 with WWW-Authenticate: Basic.',
    ['oauth/token-rules', 'rule 17: Basic with %s returns 401 invalid_client with a Basic challenge'],
  ),
  choice(
    'code: lifetime',
    ['A3'],
    'A code lives 60 s; --code-lifetime changes it.',
    ['contract/lifetimes', 'A3: a code expires after 60 s, or as configured'],
    { gap: 'Lifetime of the code and of the refresh token: not shown.' },
  ),
  choice(
    'refresh token: lifetime',
    ['A3'],
    'A refresh token lives 30 days; --refresh-lifetime changes it.',
    ['contract/lifetimes', 'A3: a refresh token expires after 30 days, or as configured'],
    { gap: 'Lifetime of the code and of the refresh token: not shown.' },
  ),
  choice(
    'code: replay',
    ['A23'],
    'A code that is used again stays used; the tokens issued for it are unaffected, unless --code-replay-revokes revokes them (RFC 6749 §4.1.2, RFC 9700 §4.2.4).',
    ['oauth/code-rules', 'A23: in %s mode with codeReplayRevokes %s, a used code %s'],
  ),
  choice(
    'token endpoint: Basic without client_id',
    ['A22'],
    'HTTP Basic without client_id in the form is 401 invalid_client; --basic-without-client-id accepts it.',
    ['oauth/client-authentication', 'A22: in %s mode with basicWithoutClientId %s, Basic alone is answered with %i'],
  ),
  choice(
    'token request: scope in strict mode',
    ['A24'],
    'A refresh ignores scope, like any unknown parameter; --refresh-scope enables it.',
    ['oauth/refresh-rules', 'A24: in %s mode with refreshScope %s, scope %s'],
    { mode: 'strict' },
  ),
  choice(
    'token endpoint: long forms',
    ['A25'],
    'A form above 64 KiB is 400 invalid_request, with the limit in the description; --max-form-size changes it.',
    ['oauth/token-form', 'A25: refuses an oversized form, and accepts one byte less'],
  ),
];
