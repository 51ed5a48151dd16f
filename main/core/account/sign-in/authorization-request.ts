// The first half of the flow as a pair: make the request that the browser carries, check the answer it brings back.
// Pure but for randomness. Nothing here waits or calls.
import { timingSafeEqual } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import { failed, ok, type Result } from '../../../contract/failure.ts';
import { failures } from '../../messages/failures.ts';
import type { RemoteText } from '../../platform/masking/remote-text.ts';
import type { ServiceProfile } from '../../service/profile.ts';
import { authorizationServer, clientOf } from '../oauth/authorization-server.ts';

export type AuthorizationRequest = {
  /** What the browser opens. */
  readonly address: string;
  readonly redirectUri: string;
  /** Bound to this attempt; checked before anything else in an answer is believed (RFC 6749 §10.12). */
  readonly state: string;
  /** RFC 7636 §4.1, fresh for each attempt, never leaves this process but to the token endpoint. */
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

/** Whether an answer belongs to this attempt. One that does not is left alone: it must not be able to end the attempt. */
export function isAnswerTo(request: AuthorizationRequest, parameters: URLSearchParams): boolean {
  const states = parameters.getAll('state');
  const given = Buffer.from(states[0] ?? '');
  const expected = Buffer.from(request.state);
  return states.length === 1 && given.length === expected.length && timingSafeEqual(given, expected);
}

/** Checks state, `iss` (RFC 9207 §2.4) and errors; gives the parameters that the exchange takes. */
export function checkAnswer(
  profile: ServiceProfile,
  request: AuthorizationRequest,
  parameters: URLSearchParams,
  remoteText: RemoteText,
): Result<URLSearchParams> {
  const [iss] = parameters.getAll('iss');
  if (iss !== undefined && withoutSlash(iss) !== profile.issuer && isAnswerTo(request, parameters))
    return failed(failures.issuerUnexpected(profile, shown(iss)));
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
    const description = error.error_description ? `: ${error.error_description}` : '';
    const code = remoteText(`${error.error}${description}`);
    if (error.error === 'access_denied') return failed(failures.consentRefused(code));
    if (error.error === 'unauthorized_client' || error.error === 'invalid_client')
      return failed(failures.applicationRefused(code));
    if (error.error === 'server_error' || error.error === 'temporarily_unavailable')
      return failed(failures.signInServiceError(profile.name, code));
    if (error.error === 'invalid_scope') return failed(failures.scopesRefused(profile.name, code));
    return failed(failures.signInRefused(profile.name, code));
  }
}

/** An issuer is written with and without its last slash; nothing else about it is forgiven. */
function serverWithIssuerAs(profile: ServiceProfile, iss: string | null): oauth.AuthorizationServer {
  const server = authorizationServer(profile);
  return iss !== null && withoutSlash(iss) === server.issuer ? { ...server, issuer: iss } : server;
}

const withoutSlash = (issuer: string) => issuer.replace(/\/$/, '');

/** An issuer that came, for people: an issuer is visible ASCII, so nothing else reaches a screen, and never too much. */
const shown = (issuer: string) => issuer.replace(/[^\x21-\x7E]/g, '?').slice(0, 200);
