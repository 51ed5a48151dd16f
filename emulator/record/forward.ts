// Sends one request to the service and forwards its response as it arrives. It sends exactly once, follows no redirect,
// and does not keep connections, so that none is closed just as it is used. Headers of one connection end here (RFC 9110
// §7.6.1), and addresses of the proxy become those of the service, so that a browser stays on the proxy; only addresses below
// that of the service are translated.

import { request as requestHttp } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { pairsOf } from '../journal/message-text.ts';

type Watcher = {
  onRequestBytes(chunk: Buffer): void;
  /** The head for the client. */
  onHead(status: number, message: string, headers: readonly string[]): void;
  onResponseBytes(chunk: Buffer): void;
  /** The response is complete. */
  onEnd(): void;
  /** The service broke the connection within its response. */
  onCut(): void;
  /** No response came. The watcher answers the client. */
  onFailure(failure: string): void;
  /** The client left before the response was complete. */
  onGone(): void;
};

/** Clients do not wait longer than this. */
const mostSilenceMs = 120_000;
const silent = 'SILENT';

export function send(
  { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse },
  address: UpstreamAddress,
  watcher: Watcher,
): void {
  const { origin } = address;
  const headers = requestHeaders(incoming.rawHeaders, origin.host, address.requestHeader);
  const isChunked = incoming.headers['transfer-encoding'] !== undefined;
  const hasLength = incoming.headers['content-length'] !== undefined;
  if (isChunked) headers.push('Transfer-Encoding', 'chunked');
  // Node would send an empty chunked body instead of none.
  else if (!hasLength && !bodiless.has(incoming.method ?? '')) headers.push('Content-Length', '0');

  let state: 'waiting' | 'answering' | 'over' = 'waiting';
  const end = (report: () => void) => {
    if (state === 'over') return;
    state = 'over';
    report();
  };
  const isSecure = origin.protocol === 'https:';
  let upstream;
  try {
    upstream = (isSecure ? requestHttps : requestHttp)({
      protocol: origin.protocol,
      hostname: origin.hostname.replace(/^\[|\]$/g, ''),
      port: origin.port,
      method: incoming.method,
      path: address.target(incoming.url ?? '/'),
      headers,
      agent: false,
      timeout: mostSilenceMs,
      // Even if NODE_TLS_REJECT_UNAUTHORIZED is set.
      ...(isSecure && { rejectUnauthorized: true }),
    });
  } catch (cause) {
    return end(() => watcher.onFailure(failureOf(cause, address)));
  }

  upstream.on('response', (response) => {
    if (state !== 'waiting') return void response.resume();
    const change = (name: string, value: string) =>
      name === 'location' ? address.location(value) : name === 'set-cookie' ? address.cookie(value) : value;
    const answered = endToEnd(response.rawHeaders, change);
    const [status, message] = [response.statusCode ?? 502, response.statusMessage ?? ''];
    try {
      outgoing.sendDate = false;
      outgoing.writeHead(status, message, answered);
    } catch (cause) {
      upstream.destroy();
      return end(() => watcher.onFailure(failureOf(cause, address)));
    }
    state = 'answering';
    watcher.onHead(status, message, answered);
    const cut = () => end(() => (watcher.onCut(), outgoing.destroy()));
    response.on('data', (chunk: Buffer) => watcher.onResponseBytes(chunk));
    response.on('end', () => end(() => watcher.onEnd()));
    response.on('error', cut).on('close', cut);
    response.pipe(outgoing);
  });
  upstream.on('upgrade', (_response, socket) => {
    socket.destroy();
    if (state === 'waiting') end(() => watcher.onFailure(failureOf(null, address)));
  });
  upstream.on('timeout', () => upstream.destroy(Object.assign(new Error(), { code: silent })));
  upstream.on('socket', discardUnsent);
  upstream.on('error', (cause) => {
    // A response that has begun to arrive takes precedence.
    if (state === 'waiting') end(() => watcher.onFailure(failureOf(cause, address, incoming.complete)));
  });
  upstream.on('close', () => incoming.unpipe(upstream).resume());
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) end(() => watcher.onGone());
    if (!outgoing.writableFinished) upstream.destroy();
  });

  incoming.on('data', (chunk: Buffer) => watcher.onRequestBytes(chunk)).pipe(upstream);
}

/**
 * A service that refuses a request before its end answers, and may then reset the connection. Node would give the connection
 * up at the first piece that can't be sent, with the response unread; so what can't be sent is discarded, and what is read
 * decides.
 */
function discardUnsent(socket: Socket): void {
  const { _write: write, _writev: writeMany } = socket;
  socket._write = (chunk, encoding, done) => write.call(socket, chunk, encoding, () => done());
  if (writeMany !== undefined) socket._writev = (chunks, done) => writeMany.call(socket, chunks, () => done());
}

const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

/** One sentence. Messages of Node are not used, because they may contain anything. */
function failureOf(cause: unknown, { url }: UpstreamAddress, isSent = true): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  switch (code) {
    case silent:
      return `${url} did not respond for ${mostSilenceMs / 1000} s`;
    case 'ECONNREFUSED':
      return `${url} refuses connections`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host name of ${url} can’t be resolved`;
    case 'ECONNRESET':
    case 'EPIPE':
      return isSent
        ? `${url} closed the connection without a response; the request was sent once and may have been processed`
        : `${url} closed the connection without a response, before the request was complete`;
    default:
      return isTls(code)
        ? `The certificate of ${url} is not valid here (${code}); nothing was sent`
        : `${url} did not give a valid response${code === '' ? '' : ` (${code})`}`;
  }
}

const isTls = (code: string): boolean =>
  /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|HOSTNAME_MISMATCH|ALTNAME/.test(code) && !code.startsWith('HPE_');

const hopByHop: ReadonlySet<string> = new Set(
  'connection keep-alive proxy-connection proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);

/** Node has answered `Expect` before the request came here. */
const answeredHere: ReadonlySet<string> = new Set(['host', 'expect']);

type Change = (name: string, value: string) => string;

/** Alternating names and values, in their order and spelling. */
export function requestHeaders(raw: readonly string[], host: string, change: Change): string[] {
  return ['Host', host, ...endToEnd(raw, change, answeredHere)];
}

function endToEnd(raw: readonly string[], change: Change, others: ReadonlySet<string> = new Set()): string[] {
  const pairs = pairsOf(raw);
  const ofConnection = pairs.filter(([name]) => name === 'connection').map(([, value]) => value.toLowerCase());
  const named = new Set(ofConnection.flatMap((value) => value.split(/[\s,]+/)));
  return pairs.flatMap(([name, value], index) =>
    hopByHop.has(name) || others.has(name) || named.has(name) ? [] : [raw[2 * index]!, change(name, value)],
  );
}

type UpstreamAddress = {
  /** Without a trailing slash. */
  readonly url: string;
  readonly origin: URL;
  /** The path and query to request from the service. */
  target(requested: string): string;
  /** The value of a Location, for the client. */
  location(value: string): string;
  /** The value of a Set-Cookie, for the client. */
  cookie(value: string): string;
  /** The value of a request header, for the service. */
  requestHeader(name: string, value: string): string;
};

/** @param proxy the base URL of the proxy, without a trailing slash */
export function createUpstreamAddress(given: string, proxy: () => string): UpstreamAddress {
  const origin = new URL(given);
  const base = origin.pathname.replace(/\/+$/, '');
  const url = origin.origin + base;

  /** The rest of a path below the base, or null. */
  const below = (path: string): string | null =>
    path.startsWith(base) && /^(?:[/?#]|$)/.test(path.slice(base.length)) ? path.slice(base.length) : null;

  return {
    url,
    origin,
    target(requested) {
      if (requested === '*') return requested;
      const path = requested.replace(/^https?:\/\/[^/?#]*/i, '').split('#', 1)[0]!;
      return base + (path.startsWith('/') ? path : `/${path}`);
    },
    location(value) {
      // A relative address stays as it is.
      if (!/^(?:https?:)?\/\/|^\//i.test(value) || !URL.canParse(value, origin.href)) return value;
      if (new URL(value, origin).origin !== origin.origin) return value;
      const path = value.replace(/^(?:https?:)?\/\/[^/?#]*/i, '');
      const rest = below(path);
      // Without a rest, it points outside what the proxy serves.
      return rest === null ? origin.origin + path : proxy() + rest;
    },
    cookie(value) {
      const [pair = '', ...attributes] = value.split(';');
      // A prefix of the name requires `Secure`; browsers accept it from this computer.
      const isPlain = proxy().startsWith('http:') && !/^\s*__(?:Secure|Host)-/i.test(pair);
      const left = isPlain ? /^\s*(?:domain=.*|secure|samesite=none)\s*$/i : /^\s*domain=/i;
      const proxyPath = new URL(proxy()).pathname.replace(/\/$/, '');
      const translated = attributes
        .filter((attribute) => !left.test(attribute))
        .map((attribute) =>
          attribute.replace(
            /^\s*path=(.*)$/i,
            (_all, path: string) => ` Path=${proxyPath + (below(path) ?? path) || '/'}`,
          ),
        );
      return [pair, ...translated].join(';');
    },
    requestHeader(name, value) {
      if (name === 'origin') return value === new URL(proxy()).origin ? origin.origin : value;
      if (name !== 'referer') return value;
      return value.startsWith(`${proxy()}/`) || value === proxy() ? url + value.slice(proxy().length) : value;
    },
  };
}
