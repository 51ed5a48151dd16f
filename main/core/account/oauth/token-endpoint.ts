// The token endpoint: exchange and refresh, with every outcome as a closed union. The caller needs to know whether the
// service may have used up what was sent: a code or refresh token that was used once must not be sent again (rule 25). It
// counts as used unless the opposite is proven (0020).
import * as oauth from 'oauth4webapi';
import type { ConnectionErrorKind } from '../../../contract/failure.ts';
import type { SecretMode } from '../../../contract/settings.ts';
import type { Clock } from '../../platform/ports.ts';
import { withTimeLimit } from '../../platform/waits.ts';
import { loadUndici } from '../../platform/network/http-network.ts';
import { documentedCode } from '../../platform/masking/remote-values.ts';
import { statusMeaning } from '../../service/outcomes.ts';
import { tokenAddress, type ServiceProfile } from '../../service/profile.ts';
import { classifyConnectionError } from '../../platform/network/connection-error.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { authorizationServer, callOptions, clientOf, type ApplicationSecret, type Fetch } from './oauth-client.ts';
import {
  isRefreshToken,
  readTokenResponse,
  retryAfterMs,
  standsInHeader,
  type TokenResponse,
} from './token-response.ts';

export type IssuedTokens = {
  readonly accessToken: string;
  /** Null if the service gave none: after a refresh the old one stays (RFC 6749 §6). */
  readonly refreshToken: string | null;
  /** Null if the answer has none: then it is what was requested, or held before (RFC 6749 §5.1). */
  readonly scopes: readonly string[] | null;
  /** Null if the answer has none, or an impossible one. */
  readonly lifetimeMs: number | null;
};

export type TokenOutcome =
  | { readonly kind: 'issued'; readonly tokens: IssuedTokens }
  /** invalid_grant: the code or the refresh token is invalid. */
  | { readonly kind: 'grant-refused'; readonly code: string }
  /** invalid_client, in the body, in a challenge, or in both. */
  | { readonly kind: 'application-refused'; readonly code: string; readonly mode: SecretMode }
  /** Any other code of RFC 6749 §5.2. */
  | { readonly kind: 'request-refused'; readonly code: string }
  /**
   * An answer that proves that nothing was done: a 429, or the broker's own answer that it did not forward the request.
   */
  | {
      readonly kind: 'not-done';
      readonly why: 'busy' | 'server-error';
      readonly code: string;
      readonly retryAfterMs: number | null;
    }
  /** The connection was never made. */
  | { readonly kind: 'not-sent'; readonly code: string; readonly why: ConnectionErrorKind }
  /** The request may have been carried out, and its tokens are lost. `captive-portal`: a page, over http. */
  | {
      readonly kind: 'outcome-unknown';
      readonly why: 'lost' | 'server-error' | 'not-understood' | 'captive-portal' | 'token-unusable';
      readonly code: string;
    }
  /** An undocumented 401: no user token is used here, so it concerns the application. */
  | { readonly kind: 'outcome-unknown'; readonly why: 'application'; readonly code: string; readonly mode: SecretMode };

type OnSentence = (sentence: string) => void;

type TokenEndpoint = {
  /** `answer` comes from checkAnswer. `onSentence`: what the service says about an error, to be shown and not written. */
  exchange(
    request: AuthorizationRequest,
    answer: URLSearchParams,
    secret: ApplicationSecret,
    owner: AbortSignal,
    onSentence?: OnSentence,
  ): Promise<TokenOutcome>;
  refresh(refreshToken: string, secret: ApplicationSecret, owner: AbortSignal): Promise<TokenOutcome>;
};

const tokenCallLimitMs = 30_000;
/**
 * A refresh is abandoned late: that may cost the pilot a new sign-in, and waiting costs nothing while a token is valid
 * (rule 25).
 */
export const refreshLimitMs = 120_000;

/** The codes of RFC 6749 §5.2 with their documented statuses. Anything else proves nothing. */
const documented: ReadonlyMap<string, readonly number[]> = new Map([
  ['invalid_request', [400]],
  ['invalid_client', [400, 401]],
  ['invalid_grant', [400]],
  ['unauthorized_client', [400]],
  ['unsupported_grant_type', [400]],
  ['invalid_scope', [400]],
]);

export function createTokenEndpoint(deps: { profile: ServiceProfile; clock: Clock; fetch: Fetch }): TokenEndpoint {
  const { profile, clock } = deps;
  const server = authorizationServer(profile);
  const client = clientOf(profile);

  type Request = (options: ReturnType<typeof callOptions>) => Promise<globalThis.Response>;
  type Check = (response: globalThis.Response) => Promise<oauth.TokenEndpointResponse>;

  async function call(
    request: Request,
    check: Check,
    owner: AbortSignal,
    { limitMs, onSentence }: { limitMs: number; onSentence?: OnSentence | undefined },
  ): Promise<TokenOutcome> {
    const trace: { sent: boolean; answer: TokenResponse | null } = { sent: false, answer: null };
    try {
      return await withTimeLimit(clock, limitMs, owner, async (signal) => {
        // The body is read here, within the time limit and a size limit, and only the members of RFC 6749 §5.1 reach
        // the library: an unreadable extra member must not cost a token.
        const fetch: typeof globalThis.fetch = async (url, options) => {
          trace.sent = true;
          const response = await deps.fetch(url as string, options as Parameters<Fetch>[1]);
          const seen = await readTokenResponse(response);
          trace.answer = seen;
          const { Response } = await loadUndici();
          const bodyless = seen.status === 204 || seen.status === 304;
          const { status, headers } = seen;
          return new Response(bodyless ? null : seen.text, { status, headers });
        };
        const body = await check(await request(callOptions(fetch, signal)));
        return issued(tokensOf(body, profile.scopes));
      });
    } catch (error) {
      if (trace.answer?.sentence) onSentence?.(trace.answer.sentence);
      if (trace.answer) return outcomeOf(trace.answer, clock, profile);
      const { code, neverSent, why } = classifyConnectionError(error);
      return neverSent || !trace.sent
        ? { kind: 'not-sent', code, why }
        : { kind: 'outcome-unknown', why: 'lost', code };
    }
  }

  return {
    exchange: (request, answer, secret, owner, onSentence) =>
      call(
        (options) =>
          oauth.authorizationCodeGrantRequest(
            server,
            client,
            authenticationBy(secret),
            answer,
            request.redirectUri,
            request.codeVerifier,
            options,
          ),
        (response) => oauth.processAuthorizationCodeResponse(server, client, response),
        owner,
        { limitMs: tokenCallLimitMs, onSentence },
      ),
    refresh: (refreshToken, secret, owner) =>
      call(
        (options) => oauth.refreshTokenGrantRequest(server, client, authenticationBy(secret), refreshToken, options),
        (response) => oauth.processRefreshTokenResponse(server, client, response),
        owner,
        { limitMs: refreshLimitMs },
      ),
  };
}

/**
 * One way to authenticate a request (rule 14), as a form field and not Basic: whether the service decodes Basic as in RFC
 * 6749 §2.3.1 is not known (rule 16). None to the broker, which rejects any.
 */
const authenticationBy = (secret: ApplicationSecret): oauth.ClientAuth =>
  secret === null ? oauth.None() : oauth.ClientSecretPost(secret);

/** Tokens were issued, and the ones before may be used up, but these cannot be used. */
function issued(tokens: IssuedTokens): TokenOutcome {
  const { accessToken, refreshToken } = tokens;
  const unusable = (name: string): TokenOutcome => ({
    kind: 'outcome-unknown',
    why: 'token-unusable',
    code: `${name} with characters that no request can carry`,
  });
  if (!standsInHeader(accessToken)) return unusable('access_token');
  if (refreshToken !== null && !isRefreshToken(refreshToken)) return unusable('refresh_token');
  return { kind: 'issued', tokens };
}

const tokensOf = (body: oauth.TokenEndpointResponse, asked: readonly string[]): IssuedTokens => ({
  accessToken: body.access_token,
  refreshToken: body.refresh_token ?? null,
  // Those that were requested; others are text of the service.
  scopes: body.scope === undefined ? null : asked.filter((scope) => body.scope!.split(' ').includes(scope)),
  lifetimeMs: body.expires_in === undefined ? null : body.expires_in * 1000,
});

function outcomeOf(seen: TokenResponse, clock: Clock, profile: ServiceProfile): TokenOutcome {
  const { status, error } = seen;
  const code = error === null ? `HTTP ${status}` : documentedCode(error);
  const mode = profile.clientSecret.from === 'broker' ? 'broker' : 'own-application';
  const notDone = (why: 'busy' | 'server-error'): TokenOutcome => ({
    kind: 'not-done',
    why,
    code,
    retryAfterMs: retryAfterMs(seen.headers['retry-after'], clock.now()),
  });
  if (status === 429) return notDone('busy');
  // The broker's own answer where it has sent nothing; it forwards no answer of the service in this form.
  if (mode === 'broker' && status === 503 && error === 'temporarily_unavailable') return notDone('server-error');
  if (error !== null && documented.get(error)?.includes(status)) {
    if (error === 'invalid_grant') return { kind: 'grant-refused', code };
    const isOfApplication = error === 'invalid_client' || error === 'unauthorized_client';
    return isOfApplication ? { kind: 'application-refused', code, mode } : { kind: 'request-refused', code };
  }
  if (status === 401) return { kind: 'outcome-unknown', why: 'application', code, mode };
  return { kind: 'outcome-unknown', why: whyUnconfirmed(seen, tokenAddress(profile).startsWith('http:')), code };
}

/** For the message only: the request counts as carried out in any case. */
function whyUnconfirmed({ status, error, headers }: TokenResponse, isPlainHttp: boolean) {
  const isPage = error === null && /html/i.test(headers['content-type'] ?? '');
  const isRedirect = status >= 300 && status < 400;
  if (isPlainHttp && (status === 511 || isRedirect || (isPage && status < 300))) return 'captive-portal';
  // The service did not answer its gateway.
  if (status >= 500 && statusMeaning(status)?.done === 'unknown') return 'lost';
  return status >= 500 ? 'server-error' : 'not-understood';
}
