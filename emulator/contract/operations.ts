// The operations of the service: summary, authentication, input and the successful response.

import type { z } from 'zod';
import type { scopeTexts } from '../oauth/scopes.ts';
import type { Endpoint } from './errors.ts';
import {
  authorizationQuery,
  extendedTokenForm,
  flightPath,
  listQuery,
  tokenForm,
  tokenStatusForm,
  uploadForm,
} from './shapes.ts';

export type JsonObject = {
  [name: string]: unknown;
};

const headerDescriptions = {
  Location: 'A redirect URI of the application.',
  'Retry-After': 'Whole seconds until the next attempt may succeed.',
  'WWW-Authenticate': 'How to authenticate.',
};

export function headersOf(name: keyof typeof headerDescriptions): JsonObject {
  return { [name]: { description: headerDescriptions[name], schema: { type: 'string' } } };
}

export type Operation = {
  at: Endpoint;
  mode: 'both' | 'extended';
  operationId: string;
  summary: string;
  security: JsonObject[];
  query?: z.ZodObject;
  path?: z.ZodObject;
  /** What extended mode accepts besides is in `extendedForm`. */
  form?: z.ZodObject;
  extendedForm?: z.ZodObject;
  /** The successful response. */
  success: [status: string, answer: JsonObject];
  /** Any response that is not described. */
  otherwise?: JsonObject;
};

export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
export const jsonBody = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const ok = (description: string, schema: JsonObject): [string, JsonObject] => [
  '200',
  { description, content: jsonBody(schema) },
];
const byPilot = (...scopes: (keyof typeof scopeTexts)[]): JsonObject => ({ pilot: scopes });
export const page = { 'text/html': { schema: { type: 'string' } } };
const closedPage = {
  description: 'A page that says what is wrong: 421 for a host name that is not allowed.',
  content: page,
};

export const operations: readonly Operation[] = [
  {
    at: 'POST /oauth/token',
    mode: 'both',
    operationId: 'issueTokens',
    summary: 'Exchanges a one-time code for tokens, or renews a token',
    // HTTP Basic, or the secret as a form field.
    security: [{ application: [] }, {}],
    form: tokenForm,
    extendedForm: extendedTokenForm,
    success: ok('A new pair of tokens.', ref('TokenResponse')),
  },
  {
    at: 'GET /oauth/authorize',
    mode: 'both',
    operationId: 'askForConsent',
    summary: 'Shows the consent page (A1)',
    security: [{}],
    query: authorizationQuery,
    success: ['200', { description: 'The consent page.', content: page }],
    otherwise: closedPage,
  },
  {
    at: 'POST /oauth/authorize',
    mode: 'both',
    operationId: 'decideOnConsent',
    summary: 'Receives the decision from the form of the consent page (A1)',
    security: [{}],
    success: [
      '303',
      { description: 'Back to the application, with code, state and iss.', headers: headersOf('Location') },
    ],
    otherwise: closedPage,
  },
  {
    at: 'POST /api/v1/flights',
    mode: 'both',
    operationId: 'uploadReport',
    summary: 'Uploads an image of a flight report',
    security: [byPilot('flights:write')],
    form: uploadForm,
    success: ok('The flight record that was created.', ref('FlightRecord')),
  },
  {
    at: 'GET /api/v1/flights',
    mode: 'extended',
    operationId: 'listFlights',
    summary: 'Lists the pilot’s flight records, newest first (A4)',
    security: [byPilot('flights:read')],
    query: listQuery,
    success: ok('A page of records.', ref('PageOfFlights')),
  },
  {
    at: 'GET /api/v1/flights/{id}',
    mode: 'extended',
    operationId: 'readFlight',
    summary: 'Returns one flight record of the pilot (A4)',
    security: [byPilot('flights:read')],
    path: flightPath,
    success: ok('The record.', ref('FlightRecord')),
  },
  {
    at: 'GET /oauth/userinfo',
    mode: 'extended',
    operationId: 'readProfile',
    summary: 'Returns the profile of the signed-in pilot (A18)',
    security: [byPilot('openid'), byPilot('profile')],
    success: ok('The profile.', ref('Profile')),
  },
  {
    at: 'GET /.well-known/oauth-authorization-server',
    mode: 'extended',
    operationId: 'describeServer',
    summary: 'Describes the authorization server to clients (A31, RFC 8414)',
    security: [{}],
    success: ok('The metadata.', ref('ServerMetadata')),
  },
  {
    at: 'POST /oauth/revoke',
    mode: 'extended',
    operationId: 'revokeToken',
    summary: 'Ends a sign-in by one of its tokens (A32, RFC 7009)',
    security: [{ application: [] }, {}],
    form: tokenStatusForm,
    success: ['200', { description: 'The token is not valid, or no longer.' }],
  },
  {
    at: 'POST /oauth/introspect',
    mode: 'extended',
    operationId: 'introspectToken',
    summary: 'Says whether a token is valid (A33, RFC 7662)',
    security: [{ application: [] }, {}],
    form: tokenStatusForm,
    success: ok('The state of the token.', ref('TokenStatus')),
  },
];
