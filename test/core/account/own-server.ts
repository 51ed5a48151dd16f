// A test server of our own, written from the RFCs alone (6749, 6750, 7636), independent of the emulator and
// oidc-provider: strict in other places, and different where the RFCs leave freedom. It rejects clients by text with a
// Basic challenge, writes token_type in an odd case, omits expires_in, sends the scope only if it differs from the
// request, and sends unknown members and no `iss`. It records every request that an RFC forbids.
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Application = { readonly clientId: string; readonly clientSecret: string; readonly redirectPath: string };
type Code = { redirectUri: string; challenge: string; scope: string; grant: Grant; isUsed: boolean };
type Grant = { scope: string; access: string; refresh: string; isRevoked: boolean; hasAccess: boolean };

export type OwnServer = Awaited<ReturnType<typeof startOwnServer>>;

export async function startOwnServer(application: Application) {
  const codes = new Map<string, Code>();
  const grants: Grant[] = [];
  const spent = new Map<string, Grant>();
  const breaches: string[] = [];
  /** The pilot's answer; this server has no consent page. */
  const pilot = { answer: 'yes' as 'yes' | 'no' | 'server_error', withoutScope: null as string | null, subject: 'p1' };

  const server = createServer((request, response) => {
    void take(request, response).catch((error: unknown) => {
      if (!(error instanceof Breach)) throw error;
      breaches.push(error.message);
      response.writeHead(400, { 'content-type': 'text/plain' }).end(error.message);
    });
  });

  async function take(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (url.pathname === '/oauth/authorize') return authorize(request, url, response);
    if (url.pathname === '/oauth/token') return token(request, url, await bodyOf(request), response);
    if (url.pathname === '/oauth/userinfo') return userinfo(request, url, response);
    return void response.writeHead(404).end();
  }

  function authorize(request: IncomingMessage, url: URL, response: ServerResponse) {
    const given = onlyOnce(url.searchParams);
    must(request.method === 'GET', 'RFC 6749 §3.1: the authorization endpoint is asked by GET');
    must(given('client_id') === application.clientId, 'RFC 6749 §4.1.1: client_id');
    const back = new URL(given('redirect_uri') ?? 'none:');
    must(isLoopback(back, application.redirectPath), 'RFC 8252 §7.3: the redirect is a loopback IP literal');
    const state = given('state') ?? '';
    must(/^[\u0020-\u007E]+$/.test(state), 'RFC 6749 appendix A.5: state is VSCHAR');
    must(given('response_type') === 'code', 'RFC 6749 §4.1.1: response_type');
    must(given('code_challenge_method') === 'S256', 'RFC 7636 §4.3: the method is said, and it is S256');
    must(/^[\w-]{43}$/.test(given('code_challenge') ?? ''), 'RFC 7636 §4.2: the challenge of a SHA-256');
    const asked = given('scope') ?? '';
    must(/^[!#-[\]-~]+( [!#-[\]-~]+)*$/.test(asked), 'RFC 6749 §3.3: scope tokens with one space in between');
    const answer = new URLSearchParams({ state });
    if (pilot.answer === 'yes') answer.set('code', newCode(back.href, given('code_challenge') ?? '', asked));
    else answer.set('error', pilot.answer === 'no' ? 'access_denied' : pilot.answer);
    response.writeHead(302, { location: `${back.href}?${answer}`, 'referrer-policy': 'no-referrer' }).end();
  }

  function newCode(redirectUri: string, challenge: string, asked: string): string {
    const scope = asked
      .split(' ')
      .filter((one) => one !== pilot.withoutScope)
      .join(' ');
    const grant = { scope, access: '', refresh: '', isRevoked: false, hasAccess: true };
    const code = randomBytes(16).toString('hex');
    codes.set(code, { redirectUri, challenge, scope: asked, grant, isUsed: false });
    return code;
  }

  function token(request: IncomingMessage, url: URL, body: string, response: ServerResponse) {
    must(request.method === 'POST', 'RFC 6749 §3.2: the token endpoint is asked by POST');
    must(url.search === '', 'RFC 6749 §2.3.1: a token request has no query');
    const [type] = (request.headers['content-type'] ?? '').split(';');
    must(type === 'application/x-www-form-urlencoded', 'RFC 6749 §4.1.3: a form');
    const given = onlyOnce(new URLSearchParams(body));
    const { authorization } = request.headers;
    must(authorization === undefined || given('client_secret') === null, 'RFC 6749 §2.3: one authentication a request');
    if (!isAuthenticated(authorization, given)) {
      response.writeHead(401, { 'content-type': 'text/plain', 'www-authenticate': 'Basic realm="tokens"' });
      return response.end('This client is not known here.');
    }
    if (given('grant_type') === 'authorization_code') return exchange(given, response);
    must(given('grant_type') === 'refresh_token', 'RFC 6749 §4.1.3, §6: grant_type');
    const held = grants.find(({ refresh }) => refresh === given('refresh_token'));
    const reused = spent.get(given('refresh_token') ?? '');
    if (reused) reused.isRevoked = true;
    return held && !held.isRevoked ? issue(held, held.scope, response) : refuse(response);
  }

  function isAuthenticated(authorization: string | undefined, given: Given): boolean {
    const { clientId, clientSecret } = application;
    if (authorization === undefined)
      return given('client_id') === clientId && hash(given('client_secret') ?? '') === hash(clientSecret);
    const decoded = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString();
    return decoded === `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  }

  function exchange(given: Given, response: ServerResponse) {
    const code = codes.get(given('code') ?? '');
    const verifier = given('code_verifier') ?? '';
    must(/^[\w.~-]{43,128}$/.test(verifier), 'RFC 7636 §4.1: 43 to 128 unreserved characters');
    if (code?.isUsed) code.grant.isRevoked = true;
    const isGood =
      code && !code.isUsed && given('redirect_uri') === code.redirectUri && hash(verifier) === code.challenge;
    if (!isGood) return refuse(response);
    code.isUsed = true;
    grants.push(code.grant);
    return issue(code.grant, code.scope, response);
  }

  function issue(grant: Grant, asked: string, response: ServerResponse) {
    if (grant.refresh) spent.set(grant.refresh, grant);
    grant.access = randomBytes(24).toString('base64url');
    grant.refresh = randomBytes(24).toString('base64url');
    grant.hasAccess = true;
    send(response, 200, {
      access_token: grant.access,
      token_type: 'bEARER',
      refresh_token: grant.refresh,
      ...(grant.scope !== asked && { scope: grant.scope }),
      issued_by: { name: 'a test', flags: [1, null, true] },
      id_token: 'neither.asked.for',
    });
  }

  const refuse = (response: ServerResponse) =>
    send(response, 400, { error: 'invalid_grant', error_uri: 'https://docs.example/grants', trace: ['a', 1] });

  function userinfo({ method, headers }: IncomingMessage, url: URL, response: ServerResponse) {
    must(method === 'GET' && !url.searchParams.has('access_token'), 'RFC 6750 §2.1: the token in the header only');
    const grant = grants.find(({ access }) => headers.authorization === `Bearer ${access}`);
    if (grant && !grant.isRevoked && grant.hasAccess) return send(response, 200, { sub: pilot.subject, name: 'Ada' });
    return response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pilot,
    breaches,
    grantsRevoked: () => grants.filter(({ isRevoked }) => isRevoked).length,
    /** Invalidates all access tokens issued so far; the client was not told their lifetime. */
    expireAccess: () => grants.forEach((grant) => (grant.hasAccess = false)),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

class Breach extends Error {}

function must(holds: boolean, rule: string): asserts holds {
  if (!holds) throw new Breach(rule);
}

type Given = (name: string) => string | null;

/** RFC 6749 §3.1, §3.2: no parameter more than once; one without a value counts as left out. */
function onlyOnce(parameters: URLSearchParams): Given {
  for (const name of parameters.keys()) must(parameters.getAll(name).length === 1, `RFC 6749 §3.1: ${name} twice`);
  return (name) => parameters.get(name) || null;
}

const isLoopback = (back: URL, path: string) =>
  back.protocol === 'http:' && back.hostname === '127.0.0.1' && back.pathname === path && !back.search && !back.hash;

const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

const send = (response: ServerResponse, status: number, body: unknown) =>
  void response
    .writeHead(status, {
      'content-type': 'application/json;charset=UTF-8',
      'cache-control': 'no-store',
      pragma: 'no-cache',
    })
    .end(JSON.stringify(body));
