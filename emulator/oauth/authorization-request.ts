// A1: parses an authorization request. The application and the redirect URI come first, because nothing is redirected
// until both are valid (rule 5, RFC 6749 §4.1.2.1). Later errors are returned to the application.

import type { Hint } from '../journal/exchange.ts';
import type { Application, World } from '../world/world.ts';
import { parseForm } from '../http/form.ts';
import { nearChallenge, nearClientId, nearRedirectUri, nearScope } from './near-misses.ts';
import { isChallenge, isRegistered, isScope, splitScopes } from './parameters.ts';
import type { Scope } from './parameters.ts';
import type { EmulatorSettings } from '../options/option-table.ts';

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

export type ErrorAnswer = {
  redirectUri: string;
  rawState: string | null;
  error: 'invalid_request' | 'invalid_scope' | 'unsupported_response_type' | 'unauthorized_client' | 'access_denied';
  message: string;
};

/** `message` is for the client; `hint` goes to the journal only. */
type AuthorizationReading =
  | { outcome: 'consent'; request: AuthorizationRequest }
  | { outcome: 'redirect'; answer: ErrorAnswer; hint: Hint }
  | { outcome: 'page'; message: string; hint: Hint };

const parameterNames = ['response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method', 'login_hint'];

export function readAuthorizationRequest(
  query: string,
  world: World,
  settings: Pick<EmulatorSettings, 'allowLocalhost'>,
): AuthorizationReading {
  const form = parseForm(query);
  const ambiguous = form.repeated(['client_id', 'redirect_uri']);
  if (ambiguous !== null) return page(`${ambiguous} is given more than once.`);
  const clientId = form.get('client_id') ?? '';
  const application = world.applications.get(clientId);
  if (application === undefined) {
    return page('This application is not registered.', () =>
      clientId === '' ? 'client_id is missing' : nearClientId(clientId, world),
    );
  }
  const redirectUri = form.get('redirect_uri');
  if (redirectUri === undefined) return page('The request has no redirect_uri.');
  if (!isRegistered(redirectUri, application.redirectUris, settings)) {
    return page(`${application.name} has not registered this redirect URI: ${redirectUri}`, () =>
      nearRedirectUri(redirectUri, application.redirectUris, true),
    );
  }

  const repeated = form.repeated(parameterNames);
  const rawState = form.repeated(['state']) === null ? rawParameter(query, 'state') : null;
  const answerWith = (error: ErrorAnswer['error'], message: string, hint: Hint = null): AuthorizationReading => ({
    outcome: 'redirect',
    answer: { redirectUri, rawState, error, message },
    hint,
  });
  if (repeated !== null) return answerWith('invalid_request', `${repeated} is given more than once.`);
  if (application.disabledAtMs !== null) return answerWith('unauthorized_client', 'The application is disabled.');
  const responseType = form.get('response_type');
  if (responseType === undefined) return answerWith('invalid_request', 'response_type is missing.');
  if (responseType !== 'code') return answerWith('unsupported_response_type', 'response_type must be code.');

  // Rule 8: a missing method means plain (RFC 7636 §4.3), which is rejected.
  const challenge = form.get('code_challenge');
  if (challenge === undefined) return answerWith('invalid_request', 'code_challenge is missing.');
  const method = form.get('code_challenge_method');
  const near = () => nearChallenge(challenge, method);
  if (method !== 'S256') return answerWith('invalid_request', 'code_challenge_method must be S256.', near);
  if (!isChallenge(challenge)) return answerWith('invalid_request', 'code_challenge is not an S256 challenge.', near);

  const scope = form.get('scope') ?? '';
  const scopes = splitScopes(scope);
  if (scopes.length === 0) return answerWith('invalid_scope', 'scope is missing.');
  const unknownScope = scopes.find((scope) => !isScope(scope));
  if (unknownScope !== undefined) {
    return answerWith('invalid_scope', 'scope contains an unknown scope.', () => nearScope(scope));
  }
  return {
    outcome: 'consent',
    request: {
      application,
      redirectUri,
      scopes: scopes.filter(isScope),
      challenge,
      loginHint: form.get('login_hint') ?? null,
      rawState,
    },
  };
}

const page = (message: string, hint: Hint = null): AuthorizationReading => ({ outcome: 'page', message, hint });

/** Rule 28: `iss` identifies the service that responds (RFC 9207). */
export function answerAddress(
  { redirectUri, rawState }: { redirectUri: string; rawState: string | null },
  parameters: Record<string, string>,
  issuer: string,
): string {
  const parts = [new URLSearchParams(parameters).toString()];
  if (rawState !== null) parts.push(`state=${rawState}`);
  parts.push(new URLSearchParams({ iss: issuer }).toString());
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parts.join('&')}`;
}

export const errorAddress = (answer: ErrorAnswer, issuer: string): string =>
  answerAddress(answer, { error: answer.error, error_description: answer.message }, issuer);

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
