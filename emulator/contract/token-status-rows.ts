// The rows of extended mode for OAuth clients: metadata (A31), revocation (A32) and introspection (A33).

import { choice } from './row.ts';
import type { Assumption, Endpoint, ErrorRow, FieldRow, ParameterRow, Row } from './row.ts';

const extended = { mode: 'extended' } as const;
const tests = 'oauth/token-status';
const metadataTitle = 'A31: describes its endpoints so that clients find them';

const revoke: Endpoint = 'POST /oauth/revoke';
const introspect: Endpoint = 'POST /oauth/introspect';

const metadata = (name: string, type: FieldRow['type'], text: string, isOptional = false): FieldRow => ({
  ...choice(`server metadata: ${name}`, ['A31'], text, [tests, metadataTitle], extended),
  kind: 'field',
  shape: 'server metadata',
  name,
  type,
  ...(isOptional && { isOptional }),
});

const status = (name: string, type: FieldRow['type'], text: string, isOptional = true): FieldRow => ({
  ...choice(
    `token status: ${name}`,
    ['A33'],
    text,
    [tests, 'A33: describes a valid token of the application, and no other'],
    extended,
  ),
  kind: 'field',
  shape: 'token status',
  name,
  type,
  ...(isOptional && { isOptional }),
});

const parameter = (
  at: Endpoint,
  assumption: Assumption,
  name: string,
  required: string,
  text: string,
): ParameterRow => ({
  ...choice(
    `${at}: ${name}`,
    [assumption],
    text,
    [tests, 'requires a token and the credentials of an application, at %s'],
    extended,
  ),
  kind: 'parameter',
  at,
  name,
  location: 'form',
  type: 'string',
  required,
});

const parametersOf = (at: Endpoint, assumption: Assumption): ParameterRow[] => [
  parameter(at, assumption, 'token', 'yes', 'An access token or a refresh token.'),
  parameter(at, assumption, 'token_type_hint', 'optional', 'Ignored: the token is recognized without it.'),
  parameter(at, assumption, 'client_id', 'yes (or HTTP Basic instead)', 'Identifier of the application.'),
  parameter(at, assumption, 'client_secret', 'yes (or HTTP Basic instead)', 'Application secret.'),
];

const error = (statusCode: number, code: string, text: string): ErrorRow => ({
  ...choice(
    `token status: ${statusCode} ${code}`,
    ['A32', 'A33'],
    text,
    ['contract/errors', '%s is provoked and answered as described'],
    extended,
  ),
  kind: 'error',
  at: [revoke, introspect],
  status: statusCode,
  code,
  carrier: 'error body',
});

export const tokenStatusRows: readonly Row[] = [
  metadata('issuer', 'string', 'The base URL.'),
  metadata('authorization_endpoint', 'string', 'Where the pilot signs in.'),
  metadata('token_endpoint', 'string', 'Exchanges codes and refreshes tokens.'),
  metadata('userinfo_endpoint', 'string', 'The profile of the pilot.'),
  metadata('revocation_endpoint', 'string', 'Unless it is switched off.', true),
  metadata('revocation_endpoint_auth_methods_supported', 'list of strings', 'Like that of the token endpoint.', true),
  metadata('introspection_endpoint', 'string', 'Unless it is switched off.', true),
  metadata(
    'introspection_endpoint_auth_methods_supported',
    'list of strings',
    'Like that of the token endpoint.',
    true,
  ),
  metadata('scopes_supported', 'list of strings', 'All scopes. openid brings no id_token, only sub in the profile.'),
  metadata('response_types_supported', 'list of strings', 'code.'),
  metadata('response_modes_supported', 'list of strings', 'query.'),
  metadata('grant_types_supported', 'list of strings', 'authorization_code and refresh_token.'),
  metadata('code_challenge_methods_supported', 'list of strings', 'S256.'),
  metadata(
    'token_endpoint_auth_methods_supported',
    'list of strings',
    'client_secret_post, and client_secret_basic unless Basic needs client_id in the form (A22).',
  ),
  metadata('authorization_response_iss_parameter_supported', 'boolean', 'true (RFC 9207).'),

  ...parametersOf(revoke, 'A32'),
  choice(
    'revocation: what ends',
    ['A32'],
    'A valid token of the application ends its consent, with every token of it. Any other token changes nothing; the response is the same.',
    [tests, 'A32: ends the consent of a valid token, and answers 200 for any other'],
    extended,
  ),

  ...parametersOf(introspect, 'A33'),
  status('active', 'boolean', 'Whether the token is valid; if not, the only member.', false),
  status('scope', 'string', 'Space-separated list of scopes.'),
  status('client_id', 'string', 'Identifier of the application.'),
  status('username', 'string', 'The pilot’s name.'),
  status('token_type', 'string', 'Bearer; not with a refresh token.'),
  status('exp', 'integer', 'When the token expires, in seconds since 1970.'),
  status('sub', 'string', 'The pilot’s ID.'),
  status('iss', 'string', 'The base URL.'),

  error(400, 'invalid_request', 'A parameter is missing, repeated or in the URL, or the body is not a form.'),
  error(401, 'invalid_client', 'Wrong client_id or client_secret, or the application is disabled.'),
  {
    ...error(404, 'not_found', 'The endpoint is switched off.'),
    assumptions: ['A31', 'A32', 'A33'],
    at: ['GET /.well-known/oauth-authorization-server', revoke, introspect],
    carrier: 'detail body',
  },
  choice(
    'token status: strict',
    ['A31', 'A32', 'A33'],
    'Metadata, revocation and introspection are 404 not_found.',
    [tests, 'is not there in strict mode, nor where it is switched off: %s'],
    { mode: 'strict' },
  ),
];
