// Sends one request to the service's token endpoint, with the application's credentials. It is never retried: a refresh
// token that is used twice makes the service revoke the pilot's consent (rule 34).

import { Agent, request, type Dispatcher } from 'undici';
import type { Configuration } from './configuration.ts';
import type { TokenRequest } from './token-request.ts';

export type ForwardResult =
  /** Tokens, or a code of RFC 6749 that proves that nothing was done. No text of the service, which may repeat the form. */
  | { outcome: 'answered'; status: number; body: string; retryAfter: string | null }
  /** Nothing reached the service: the request may be sent again. */
  | { outcome: 'not-uploaded'; code: string }
  /** Something was sent and no readable answer came: the service may have carried it out. */
  | { outcome: 'outcome-unknown'; code: string };

type UpstreamClient = {
  forward(asked: TokenRequest): Promise<ForwardResult>;
  close(): Promise<void>;
};

/** Shorter than the companion's own time limit, so that it learns of a lost answer from here. */
const limits = { connectMs: 5_000, answerMs: 20_000 } as const;
const mostAnswerBytes = 64 * 1024;

export function createUpstreamClient({ service, clientId, clientSecret }: Configuration): UpstreamClient {
  const agent = new Agent({
    connect: { timeout: limits.connectMs },
    headersTimeout: limits.answerMs,
    bodyTimeout: limits.answerMs,
    maxResponseSize: mostAnswerBytes,
  });

  return {
    async forward({ parameters }) {
      // As form fields: whether the service decodes Basic as in RFC 6749 §2.3.1 is unknown (rule 16).
      const form = new URLSearchParams([...parameters, ['client_id', clientId], ['client_secret', clientSecret]]);
      let hasBegun = false;
      // Cleared below: thousands of `AbortSignal.timeout` that wait for their end keep the garbage collector busy.
      const ending = new AbortController();
      const timer = setTimeout(() => ending.abort(new DOMException('', 'TimeoutError')), limits.answerMs);
      try {
        const answer = await request(`${service}/oauth/token`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
          body: form.toString(),
          dispatcher: noticing(agent, () => (hasBegun = true)),
          signal: ending.signal,
        });
        const body = await answer.body.text();
        const status = answer.statusCode;
        // Redirects are not followed: the secret goes to the configured address only.
        const members = knownMembers(body);
        if (!isTelling(status, members)) return { outcome: 'outcome-unknown', code: `HTTP ${status}` };
        const header = answer.headers['retry-after'];
        const retryAfter = typeof header === 'string' && isRetryAfter(header) ? header : null;
        return { outcome: 'answered', status, body: members ?? tooMany, retryAfter };
      } catch (error) {
        return { outcome: hasBegun ? 'outcome-unknown' : 'not-uploaded', code: codeOf(error) };
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => agent.close(),
  };
}

/** Whether the answer shows the outcome. Otherwise the code or refresh token may be used up (rule 25). */
const isTelling = (status: number, members: string | null): boolean =>
  status === 429 || (((status >= 200 && status < 300) || status === 400 || status === 401) && members !== null);

const tooMany = JSON.stringify({
  error: 'temporarily_unavailable',
  error_description: 'The service has had too many requests.',
});

const errorCodes: ReadonlySet<string> = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'temporarily_unavailable',
]);
const isTokenType = (type: string) => /^[A-Za-z]{1,10}$/.test(type);
/** Words such as `flights:read`, too short for a secret. */
const isScope = (scope: string) => /^[a-z][a-z:._-]{0,23}$/.test(scope);

/** The members that a companion reads (RFC 6749 §5.1 and §5.2), or null if the text is no JSON object. */
function knownMembers(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const answer = value as Readonly<Record<string, unknown>>;
    const textOf = (name: string, isKept: (member: string) => boolean = () => true) => {
      const member = answer[name];
      return typeof member === 'string' && isKept(member) ? { [name]: member } : {};
    };
    const { expires_in: lifetime, scope, error } = answer;
    return JSON.stringify({
      ...textOf('access_token'),
      ...textOf('refresh_token'),
      ...textOf('token_type', isTokenType),
      ...(typeof scope === 'string' && { scope: scope.split(' ').filter(isScope).join(' ') }),
      ...((typeof lifetime === 'number' || /^\d{1,9}$/.test(String(lifetime))) && { expires_in: lifetime }),
      ...(typeof error === 'string' && { error: errorCodes.has(error) ? error : 'other' }),
    });
  } catch {
    return null;
  }
}

/** RFC 9110 §10.2.3: seconds, or a date. */
const isRetryAfter = (header: string) =>
  /^\d{1,9}$/.test(header) || /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(header);

/**
 * Calls `onBegin` before the request is written to an open connection. Until then nothing was sent; afterwards no error
 * code proves that the service didn't get it.
 */
const noticing = (dispatcher: Dispatcher, onBegin: () => void) =>
  dispatcher.compose((dispatch) => (options, handler) => {
    const begin = handler.onRequestStart;
    handler.onRequestStart = (controller, context) => {
      onBegin();
      begin?.call(handler, controller, context);
    };
    return dispatch(options, handler);
  });

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
