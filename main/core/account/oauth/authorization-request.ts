// Makes the authorization request and checks the answer, as the browser brings it or a person pastes it. Pure except
// for randomness.
import { timingSafeEqual } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import { failed, ok, type Result } from '../../../contract/failure.ts';
import { isSameAddress } from '../../../contract/service-address.ts';
import { failures } from '../../messages/failures.ts';
import { boundedPlainText } from '../../platform/masking/plain-text.ts';
import { documentedCode } from '../../platform/masking/remote-values.ts';
import type { ServiceProfile } from '../../service/profile.ts';
import { authorizationServer, clientOf } from './oauth-client.ts';

export type AuthorizationRequest = {
  /** The address for the browser. */
  readonly address: string;
  readonly redirectUri: string;
  /** Bound to this attempt; checked before any other parameter of an answer (RFC 6749 §10.12). */
  readonly state: string;
  /** RFC 7636 §4.1, new for each attempt, sent to the token endpoint only. */
  readonly codeVerifier: string;
};

/** `port` is the loopback port that listens (RFC 8252 §7.3). */
export async function createAuthorizationRequest(profile: ServiceProfile, port: number): Promise<AuthorizationRequest> {
  const redirectUri = new URL(`http://127.0.0.1:${port}${profile.redirectPath}`).href;
  const state = oauth.generateRandomState();
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const address = new URL(`${profile.address}${profile.authorizePath}`);
  const parameters = {
    response_type: 'code',
    client_id: profile.clientId,
    redirect_uri: redirectUri,
    scope: profile.scopes.join(' '),
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return { address: address.href, redirectUri, state, codeVerifier };
}

/** Whether an answer belongs to this attempt. One that does not must not be able to end the attempt. */
export function isAnswerTo(request: AuthorizationRequest, parameters: URLSearchParams): boolean {
  const states = parameters.getAll('state');
  const given = Buffer.from(states[0] ?? '');
  const expected = Buffer.from(request.state);
  return states.length === 1 && given.length === expected.length && timingSafeEqual(given, expected);
}

/** What the service says about an error in its answer, to be shown once and never written; null if nothing. */
export function sentenceIn(parameters: URLSearchParams): string | null {
  const issuer = parameters.get('iss');
  const parts = [parameters.get('error_description'), issuer && `iss=${issuer}`].filter(Boolean);
  return parts.length === 0 ? null : boundedPlainText(parts.join(' '));
}

/** Checks state, `iss` (RFC 9207 §2.4) and errors. Returns the parameters for the exchange. */
export function checkAnswer(
  profile: ServiceProfile,
  request: AuthorizationRequest,
  parameters: URLSearchParams,
): Result<URLSearchParams> {
  const [iss] = parameters.getAll('iss');
  if (iss !== undefined && !isSameAddress(iss, profile.issuer) && isAnswerTo(request, parameters))
    return failed(failures.issuerUnexpected(profile));
  try {
    const checked = oauth.validateAuthResponse(
      serverWithIssuerAs(profile, parameters.get('iss')),
      clientOf(profile),
      parameters,
      request.state,
    );
    const codes = checked.getAll('code');
    return codes.length === 1 && codes[0] ? ok(checked) : failed(failures.signInAnswerWrong());
  } catch (error) {
    if (!(error instanceof oauth.AuthorizationResponseError)) return failed(failures.signInAnswerWrong());
    const code = documentedCode(error.error);
    if (error.error === 'access_denied') return failed(failures.consentRefused(code));
    if (error.error === 'unauthorized_client' || error.error === 'invalid_client')
      return failed(failures.applicationRefused(code));
    if (error.error === 'server_error' || error.error === 'temporarily_unavailable')
      return failed(failures.signInServiceError(profile.name, code));
    if (error.error === 'invalid_scope') return failed(failures.scopesRefused(profile.name, code));
    return failed(failures.signInRefused(profile.name, code));
  }
}

/** Issuers are equal in any spelling; they must be equal otherwise. */
function serverWithIssuerAs(profile: ServiceProfile, iss: string | null): oauth.AuthorizationServer {
  const server = authorizationServer(profile);
  return iss !== null && isSameAddress(iss, server.issuer) ? { ...server, issuer: iss } : server;
}

/**
 * The parameters of an answer that a person pastes: copied from an address bar, a mail, or a terminal that breaks
 * lines. An address that is not the answer to this request fails and changes nothing.
 */
export function readPastedRedirect(request: AuthorizationRequest, text: string): Result<URLSearchParams> {
  const given = addressIn(text);
  const expected = new URL(request.redirectUri);
  if (given?.protocol !== 'http:' || given.hostname !== expected.hostname || given.pathname !== expected.pathname)
    return failed(failures.pastedAddressWrong());
  if (!given.searchParams.has('code') && !given.searchParams.has('error')) return failed(failures.pastedAddressWrong());
  if (given.port !== expected.port || !isAnswerTo(request, given.searchParams))
    return failed(failures.pastedAddressOfOther());
  return ok(given.searchParams);
}

/** An answer's address has no spaces, quotes or angle brackets; browsers show it without its scheme. */
function addressIn(text: string): URL | null {
  const bare = text.replaceAll(/[\s"'<>]/g, '');
  const address = bare.startsWith('127.0.0.1') ? `http://${bare}` : bare;
  return URL.canParse(address) ? new URL(address) : null;
}
