// A small authorization server with faults: it rotates refresh tokens, revokes the consent when one is used twice, and
// answers the next calls as configured. It checks only what the flow tests need.
import { beforeEach, onTestFinished } from 'vitest';
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Seen = {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly form: URLSearchParams;
};
type Answer = (response: ServerResponse, issued: Record<string, unknown> | null, seen: Seen) => void;

export type RotatingService = {
  readonly url: string;
  readonly seen: readonly Seen[];
  readonly tokenCalls: () => Seen[];
  /** How the next calls of the token endpoint are answered; after them as documented. */
  readonly nextAnswers: Answer[];
  /** Changes the parameters of the redirect back. */
  redirectWith: (parameters: URLSearchParams) => void;
  userinfo: (response: ServerResponse) => void;
  lifetimeSeconds: number;
  scope: string | undefined;
  readonly consentRevoked: () => boolean;
  close(): Promise<void>;
};

export const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  void response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers })
    .end(JSON.stringify(body));

export const answers = {
  /** It does its work, and the answer is never sent. */
  lost: (response: ServerResponse) => void response.socket?.destroy(),
  /** It does its work and stays silent. */
  silent: () => {},
  body:
    (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
    (response) =>
      json(response, status, body, headers),
  text:
    (status: number, text: string, headers: Record<string, string> = {}): Answer =>
    (response) =>
      void response.writeHead(status, headers).end(text),
  /** As documented, with members changed. */
  issuedWith:
    (change: Record<string, unknown>): Answer =>
    (response, issued) =>
      json(response, 200, { ...issued, ...change }),
};

/** Answers before it does any work. */
export const beforeWork = (answer: Answer): Answer & { beforeWork: true } =>
  Object.assign((...given: Parameters<Answer>) => answer(...given), { beforeWork: true } as const);

export async function startRotatingService(): Promise<RotatingService> {
  const seen: Seen[] = [];
  const nextAnswers: Answer[] = [];
  const codes = new Map<string, { challenge: string; redirectUri: string }>();
  let current: string | null = null;
  let revoked = false;
  let serial = 0;

  const server = createServer((request, response) => void handle(request, response));

  async function handle(request: IncomingMessage, response: ServerResponse) {
    let text = '';
    for await (const part of request) text += String(part);
    const url = new URL(request.url ?? '/', service.url);
    const call: Seen = { method: request.method ?? '', url, headers: request.headers, form: new URLSearchParams(text) };
    seen.push(call);
    if (url.pathname === '/oauth/authorize') return authorize(url, response);
    if (url.pathname === '/oauth/token') return token(call, response);
    if (url.pathname === '/oauth/userinfo') return service.userinfo(response);
    return json(response, 404, { detail: 'not_found' });
  }

  function authorize(url: URL, response: ServerResponse) {
    const code = randomBytes(16).toString('base64url');
    const redirectUri = url.searchParams.get('redirect_uri') ?? '';
    codes.set(code, { challenge: url.searchParams.get('code_challenge') ?? '', redirectUri });
    const parameters = new URLSearchParams({ code, state: url.searchParams.get('state') ?? '' });
    service.redirectWith(parameters);
    response.writeHead(303, { location: `${redirectUri}?${parameters}` }).end();
  }

  function token(call: Seen, response: ServerResponse) {
    const answer = nextAnswers.shift();
    if (answer && 'beforeWork' in answer) return answer(response, null, call);
    const issued = work(call.form);
    if (answer) return answer(response, issued, call);
    return issued ? json(response, 200, issued) : json(response, 400, { error: 'invalid_grant' });
  }

  function work(form: URLSearchParams): Record<string, unknown> | null {
    if (form.get('grant_type') === 'authorization_code') {
      const code = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (code?.challenge !== challenge || code.redirectUri !== form.get('redirect_uri')) return null;
      revoked = false;
      return issue();
    }
    if (revoked || form.get('refresh_token') !== current) {
      revoked = true;
      return null;
    }
    return issue();
  }

  function issue() {
    serial += 1;
    current = `refresh-${serial}-${randomBytes(8).toString('hex')}`;
    return {
      access_token: `access-${serial}-${randomBytes(8).toString('hex')}`,
      token_type: 'Bearer',
      expires_in: service.lifetimeSeconds,
      refresh_token: current,
      ...(service.scope !== undefined && { scope: service.scope }),
    };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: RotatingService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    nextAnswers,
    tokenCalls: () => seen.filter(({ url }) => url.pathname === '/oauth/token'),
    redirectWith: () => {},
    userinfo: (response) => json(response, 200, { sub: 'pilot-7', name: 'Ada Windsock', preferred_username: 'ada' }),
    lifetimeSeconds: 900,
    scope: 'openid profile flights:read flights:write',
    consentRevoked: () => revoked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return service;
}

/** A service for each test of a file. */
export function setUpRotatingService() {
  const context = {} as { service: RotatingService };

  beforeEach(async () => {
    context.service = await startRotatingService();
    onTestFinished(() => context.service.close());
  });

  return context;
}
