// A service that repeats every secret it has in every text of every answer, good or bad: an emulator behind a proxy
// that creates tokens from a chosen alphabet, so that they look like words, and rewrites everything that it forwards.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;

export async function startRepeatingService(options: {
  upstream: string;
  /** The n-th token. */
  tokenOf(count: number): string;
  /** How a secret is written into a text. */
  write(secret: string, count: number): string;
  /** Known from the beginning. */
  secrets?: readonly string[];
  /** Whether the first call of each kind is rejected, with text. */
  refusesFirst: boolean;
  /** Of the rejected upload; 403 by default. */
  uploadRefusal?: number;
  onSecret?(value: string, kind: 'state' | 'repeated'): void;
}) {
  const { upstream, tokenOf, write } = options;
  const known = new Set<string>();
  const spent = new Set<string>();
  const tokens = new Map<string, string>();
  const realOf = new Map<string, string>();
  const asked = new Set<string>();
  let written = 0;
  const learn = (value: string | null | undefined, kind: 'state' | 'repeated' = 'repeated') => {
    if (!value || known.has(value)) return;
    known.add(value);
    options.onSecret?.(value, kind);
  };
  for (const secret of options.secrets ?? []) learn(secret);

  const tokenFor = (real: unknown): unknown => {
    if (typeof real !== 'string') return real;
    const token = tokens.get(real) ?? tokenOf(tokens.size);
    tokens.set(real, token);
    realOf.set(token, real);
    learn(token);
    return token;
  };
  /** All of them, with another one first each time, as stored texts are truncated. */
  function repeated(): string {
    const all = [...known].filter((secret) => !spent.has(secret));
    written += 1;
    const first = written % Math.max(1, all.length);
    return [...all.slice(first), ...all.slice(0, first)].map((secret) => write(secret, written)).join(' ');
  }
  const filled = (item: Json): Json => ({
    ...item,
    aircraft: repeated(),
    icao_out: repeated(),
    icao_in: repeated(),
    pax: repeated(),
    cargo_kg: repeated(),
    unknown: repeated(),
  });

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });

  async function pass(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', upstream);
    const body = await bodyOf(request);
    const form = url.pathname === '/oauth/token' ? new URLSearchParams(body.toString()) : null;
    for (const name of ['code', 'code_verifier', 'refresh_token', 'client_secret']) learn(form?.get(name));
    learn(url.searchParams.get('state'), 'state');
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    learn(bearer);
    const what = `${request.method} ${url.pathname} ${form?.get('grant_type') ?? ''}`;
    const isRefused = options.refusesFirst && !asked.has(what) && refusals[url.pathname] !== undefined;
    asked.add(what);
    if (isRefused) return refuse(url, response);

    const old = form?.get('refresh_token');
    if (old) form?.set('refresh_token', realOf.get(old) ?? old);
    const headers = { ...onward(request.headers), ...(bearer && { authorization: `Bearer ${realOf.get(bearer)}` }) };
    const answer = await fetch(url, {
      method: request.method ?? 'GET',
      headers,
      redirect: 'manual',
      ...(request.method === 'POST' && { body: form ? form.toString() : new Uint8Array(body) }),
    });
    const text = await answer.text();
    const location = answer.headers.get('location');
    if (location !== null) return sendOn(location, response);
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    const whole = isJson ? JSON.stringify(changed(url.pathname, JSON.parse(text) as Json)) : text;
    return end(response, answer.status, whole, isJson ? 'application/json' : answer.headers.get('content-type'));
  }

  /** The answer to the browser: with the address that the companion uses. */
  function sendOn(location: string, response: ServerResponse) {
    learn(URL.canParse(location) ? new URL(location).searchParams.get('code') : null);
    const named = location.replaceAll(encodeURIComponent(upstream), encodeURIComponent(address));
    response.writeHead(302, { location: named }).end();
  }

  const refusals: Readonly<Record<string, { status: number; json(): Json } | 'redirect'>> = {
    '/oauth/authorize': 'redirect',
    '/oauth/token': { status: 400, json: () => ({ error: 'invalid_request', error_description: repeated() }) },
    '/oauth/userinfo': { status: 403, json: () => ({ detail: repeated(), error: repeated() }) },
    '/api/v1/flights': {
      status: options.uploadRefusal ?? 403,
      json: () => ({ detail: repeated(), error: repeated() }),
    },
  };

  function refuse(url: URL, response: ServerResponse) {
    const refusal = refusals[url.pathname];
    if (refusal === 'redirect') {
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      const state = url.searchParams.get('state') ?? '';
      for (const [name, value] of Object.entries({ error: 'server_error', error_description: repeated(), state })) {
        back.searchParams.set(name, value);
      }
      back.searchParams.set('iss', address);
      return void response.writeHead(302, { location: back.href }).end();
    }
    return end(response, refusal!.status, JSON.stringify(refusal!.json()), 'application/json');
  }

  function changed(path: string, json: Json): Json {
    if (path === '/oauth/token') {
      const { access_token: access, refresh_token: refresh, scope = '', ...rest } = json;
      // Registered before anything is repeated: the first answer repeats them too.
      const issued = { access_token: tokenFor(access), refresh_token: tokenFor(refresh) };
      return { ...rest, ...issued, scope: `${scope as string} ${repeated()}`, unknown: repeated() };
    }
    if (path === '/oauth/userinfo') return { ...json, name: repeated(), preferred_username: repeated() };
    if (Array.isArray(json['items'])) return { ...json, items: json['items'].map((item) => filled(item as Json)) };
    if ('id' in json) return filled(json);
    return { ...json, detail: json['detail'] ?? repeated(), unknown: repeated() };
  }

  function end(response: ServerResponse, status: number, text: string, type: string | null) {
    response.writeHead(status, {
      'content-type': type ?? 'text/plain',
      'x-said': encodeURIComponent(repeated()).slice(0, 4_000),
    });
    response.end(text);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    /** Stops repeating expired secrets: all but these and the last issued tokens. */
    forgetSpent(kept: readonly string[]) {
      const live = new Set([...kept, ...[...tokens.values()].slice(-2)]);
      for (const secret of known) if (!live.has(secret)) spent.add(secret);
    },
    /** Everything that was repeated. */
    secrets: (): readonly string[] => [...known],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const onward = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name))
      .map(([name, value]) => [name, String(value)]),
  );

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** As programs write it. */
export const writings: readonly [string, (secret: string) => string][] = [
  ['plain', (secret) => secret],
  ['percent-encoded', (secret) => encodeURIComponent(secret)],
  ['every byte in percent', (secret) => Buffer.from(secret).toString('hex').replaceAll(/../g, '%$&')],
  ['base64', (secret) => Buffer.from(secret).toString('base64')],
  ['Basic credentials', (secret) => Buffer.from(`client:${secret}`).toString('base64')],
  ['base64url within JSON', (secret) => Buffer.from(JSON.stringify({ of: secret })).toString('base64url')],
  ['hex', (secret) => Buffer.from(secret).toString('hex')],
  ['JSON in JSON', (secret) => JSON.stringify(JSON.stringify({ secret }))],
  ['every character escaped', (secret) => secret.replaceAll(/[^]/g, escapeOf)],
  ['parted by characters that nobody sees', (secret) => Array.from(secret).join('\u200B')],
];

const escapeOf = (unit: string) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
